"""What every request passes: rights, forms, the frame of a page, what is sent and what is heard of it."""
