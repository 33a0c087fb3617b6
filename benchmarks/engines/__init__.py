"""Other engines: which there are, their environments, and rounds in which all take turns."""
