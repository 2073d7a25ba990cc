"""How Sphinx makes the site; ``docs.site`` gives it the pages."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

project = "Table Referee"
author = "Table Referee contributors"
extensions = ["myst_parser"]
myst_heading_anchors = 4
myst_enable_extensions = ["deflist"]
highlight_language = "none"
smartquotes = False  # a ruling stands there as the engine says it
html_theme = "furo"
html_title = "Table Referee"
html_static_path = [str(Path(__file__).with_name("static"))]
html_css_files = ["site.css"]
html_logo = html_favicon = str(ROOT / "static" / "icon.svg")
html_show_sphinx = False
html_show_copyright = False
html_show_sourcelink = False
html_copy_source = False
html_use_index = False
html_theme_options = {
    "top_of_page_buttons": [],
    "light_css_variables": {"color-brand-primary": "#0f5a3a", "color-brand-content": "#0f5a3a"},
    "dark_css_variables": {"color-brand-primary": "#84d8ab", "color-brand-content": "#84d8ab"},
}
