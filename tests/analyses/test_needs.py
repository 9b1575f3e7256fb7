"""A file of another kind: what the command needs, what is there, and what would read it."""

import pytest
from click.testing import CliRunner

from tertium.cli.main import cli

FILES = {
    "scores": "annotator,segment,system,score\na,1,x,3\na,1,y,4\n",
    "labels": "annotator,segment,system,label\na,1,x,good\nb,1,x,bad\n",
    "errors": "annotator,segment,system,side,start,end,category,severity\n"
    "a,1,x,target,0,1,Style,minor\n",
    "outcomes": "annotator,unit,condition,passed\na,1,MT,1\nb,1,human,0\n",
}


@pytest.mark.parametrize(
    ("command", "kind", "told"),
    [
        (("rank",), "labels", "needs comparisons, and the file holds labels. Use: tertium agree."),
        (("graph",), "scores", "needs comparisons, and the file holds scores. Use: tertium rank."),
        (
            ("graph",),
            "errors",
            "holds error annotations. Use: tertium errors, or tertium rank --meas",
        ),
        (("annotators",), "outcomes", "needs scores, and the file holds outcomes of tasks"),
    ],
)
def test_the_nearest_command_is_named(tmp_path, command, kind, told):
    """One sentence; outcomes of tasks are no scores."""
    path = tmp_path / "j.csv"
    path.write_text(FILES[kind])
    ran = CliRunner().invoke(cli, [*command, str(path)])
    assert ran.exit_code == 1
    assert told in str(ran.exception)
