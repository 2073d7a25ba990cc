"""What each page shows, as typed values made from the state of a game; no request, no HTML."""
