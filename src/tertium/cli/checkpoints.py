"""`tertium checkpoints`: which kinds of source words a system fails to translate."""

from tertium.analyses.checkpoints import checkpoints
from tertium.cli.options import analysis_command

command = analysis_command(
    checkpoints,
    require="classes.0.score > 0.3",
    examples=(
        "checkpoints news/ --conllu news.conllu --classes classes.toml",
        "checkpoints news/ --conllu news.conllu --classes classes.toml --bands errors --common",
        "checkpoints news/ --tagger spacy --model en_core_web_sm --classes classes.toml",
    ),
)
