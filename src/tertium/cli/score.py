"""`tertium score`: systems scored by automatic metrics."""

from tertium.analyses.score import score
from tertium.cli.options import analysis_command

command = analysis_command(
    score,
    require="systems.NAME.bleu > 30",
    examples=(
        "score spring",
        "score --reference ref.de.txt --system old=old.de.txt --system new=new.de.txt",
        "score spring --scores comet.json --metrics bleu,chrf --test sacrebleu --format latex",
    ),
)
