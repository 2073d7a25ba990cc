"""Makes the documentation site: ``python -m docs.site [FOLDER]``.

The pages that people write lie beside this package, as Markdown. What the program knows better is made from it each
time: a page for each rulebook, the twenty disputes with the rulings of the engine, and the questions of the API.
Sphinx makes the site of both; every warning, dead link and page that would load something from elsewhere ends it.
"""
