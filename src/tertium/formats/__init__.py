"""Other people's files, in and out: recognised by their content, one module per format."""

from tertium.formats.judgements import read_judgements

__all__ = ["read_judgements"]
