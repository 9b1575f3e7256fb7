"""`tertium judge`: ask a language model or another program to judge translations."""

from tertium.analyses.judge import judge
from tertium.cli.options import analysis_command

command = analysis_command(
    judge,
    require="unanswered < 10",
    examples=(
        "judge news/ --command 'python judge.py' --judgements judged.csv",
        "judge news/ --address http://localhost:8000/v1 --model m-7b --prompt esa "
        "--judgements spans.csv --most-calls 2000",
        "judge news/ --address https://models.example/v1 --model m --prompt pairwise "
        "--price-in 0.5 --price-out 1.5 --most-cost 2",
    ),
)
