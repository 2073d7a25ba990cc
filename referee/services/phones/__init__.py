"""Who may do what: phones, links, passwords and what was agreed."""
