"""Other people's files, in and out: recognised by their content, one module per format."""

from tertium.formats.campaign import CAMPAIGN_FILE, read_campaign
from tertium.formats.judgements import read_judgements
from tertium.formats.new import new_campaign
from tertium.formats.recognise import read_texts
from tertium.formats.write import write_judgements

__all__ = [
    "CAMPAIGN_FILE",
    "new_campaign",
    "read_campaign",
    "read_judgements",
    "read_texts",
    "write_judgements",
]
