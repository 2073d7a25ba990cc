"""What the Flask app needs around it: settings, extensions, where the data lies, the door."""
