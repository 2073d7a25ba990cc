"""What is needed to make the data files of ``referee/``, and is never installed with it."""
