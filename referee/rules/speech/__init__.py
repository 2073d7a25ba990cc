"""Words for cards, numbers and lists, and the reading of what people type."""
