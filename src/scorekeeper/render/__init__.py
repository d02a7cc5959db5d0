"""Results made visible: for a terminal, as sentences, as JSON, as a picture. Knows no files and no commands."""
