from tertium.design import Check, Expectation, LeftOut, Workload
from tertium.model import Identical
from tertium.rendering import tables
from tertium.stats.result import Estimate


def test_a_dry_run_shows_only_what_is_there():
    """Columns and reasons that are zero for everybody are left out."""
    work = Workload("ann-1", "en-de", 60, 20, 0, 40, 0, 1, 900, 0.5, 0.0)
    result = Check(
        signature="check", campaign="c", title="t", sentence="One annotator.", segments=100,
        asked=80, judged=60, tasks=60, hours=0.5, cost=0.0, currency="EUR", annotators=(work,),
        left_out=LeftOut(20, 0, 0, 0, 20),
        identical=(Identical("en-de", "", 20, 100, 25, 125, 0),),
        expectations=(Expectation("en-de", 1, 45, Estimate(1.5, 0.9, 2.4), None, 0.05, 1.0, None),),
    )  # fmt: skip
    who, texts, same, expected = tables(result)
    assert [column.title for column in who.columns] == [
        "Annotator", "Languages", "Tasks", "Common", "Unique", "Batches", "Words", "Hours",
    ]  # fmt: skip
    assert [row[1] for row in texts.rows] == [100, 20, 20, 60]
    assert same.rows[0][3] == 0.2
    assert expected.rows[0][-1] == Estimate(1.5, 0.9, 2.4)
