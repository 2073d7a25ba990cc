"""One function per intent, each one transaction; the pages and the command line call nothing else."""
