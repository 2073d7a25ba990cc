"""What a command may do: one judge per group of commands."""
