"""The whole house: its data, its demo club and its health."""
