"""One blueprint for each screen; a view reads its form, calls a service and answers with a page."""
