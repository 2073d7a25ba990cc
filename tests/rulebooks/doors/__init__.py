"""One check: a rulebook is let in at every door, or refused at every door with the same sentence.

The doors: a question that brings its house rules along (``referee rule`` and the API), the form of the pages, a file
that someone wrote by hand, brought in and checked by the command. What was let in goes out (as a file, as JSON, in
the export of its club) and comes in equal. ``python -m tests.rulebooks.doors 2000`` looks at so many at random.
"""
