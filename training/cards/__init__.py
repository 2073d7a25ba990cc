"""Trains the reader of photographed cards from nothing: see README.md in this folder."""
