"""What happens before the first request: the database is made or brought up to date."""
