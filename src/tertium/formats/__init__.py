"""Other people's files, in and out: recognised by their content, one module per format."""
