"""The documentation, and the package that makes a site of it."""
