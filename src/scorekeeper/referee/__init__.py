"""The referee: who is right about a figure."""
