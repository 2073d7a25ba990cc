"""How the database is reached: transactions, what other processes wrote, and the games kept in memory."""
