"""Small files about use and feedback: answers, keys, scored documents, remarks, changes."""

import math

import pytest

from tertium.exceptions import BadInput, NotFound
from tertium.formats.feedback import read_changes, read_feedback
from tertium.formats.usefulness import is_answers, read_answers, read_key, read_scored


def test_scored_documents_bring_edits_or_accuracy(make):
    """Without words every document counts the same."""
    counted = read_scored(make("s.csv", "document,edits,words,source_words\nd,3,10,12\ne,0,5,\n"))
    assert [(d.document, d.edits, d.words) for d in counted] == [("d", 3, 10), ("e", 0, 5)]
    assert counted[0].source_words == 12
    assert math.isnan(counted[1].source_words)
    (one,) = read_scored(make("a.csv", "document,accuracy,system\nd,0.7,x\n"))
    assert (one.edits, one.words, one.system) == (pytest.approx(0.3), 1, "x")


def test_answers_take_their_accuracy_from_the_key_or_a_column(make):
    """Rows that nobody has filled in yet are left out."""
    answers = "annotator,document,use,answer\na,1,Gist,Yes\na,2,gist,n\na,3,gist,\n"
    key = read_key(make("key.csv", "document,accuracy,accuracy_source\n1,.9,.8\n2,.5,.4\n"),
                   source=True)  # fmt: skip
    path = make("answers.csv", answers)
    assert is_answers(path)
    found = read_answers(path, key)
    assert [(a.use, a.yes, a.accuracy) for a in found] == [
        ("gist", True, 0.8),
        ("gist", False, 0.4),
    ]
    own = read_answers(make("own.csv", "document,use,answer,accuracy\n1,edit,no,0.6\n"))
    assert (own[0].yes, own[0].accuracy, own[0].annotator) == (False, 0.6, "")


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ("document,use,answer,accuracy\n1,gist,maybe,.5\n", "f.csv:2:8",
         "'maybe' is neither yes nor no"),
        ("document,use,answer,accuracy\n1,gist,yes,1.5\n", "f.csv:2:12",
         "the accuracy '1.5' is not a number that is possible here"),
        ("document,use,answer\n1,gist,yes\n", "f.csv:1",
         "the accuracy of the documents is not known"),
        ("document,use,answer,accuracy\n1,gist,yes,.5\n1,gist,no,.5\n", "f.csv:3:1",
         "document '1' is answered twice for gist, first in line 2"),
        ("document,use,answer,accuracy\n,gist,yes,.5\n", "f.csv:2:1", "the document is empty"),
    ],
)  # fmt: skip
def test_broken_answers_are_refused_with_their_place(make, text, place, what):
    """Line and column."""
    with pytest.raises(BadInput) as error:
        read_answers(make("f.csv", text))
    assert (error.value.where, error.value.what) == (place, what)


def test_an_answer_about_an_unknown_document_is_refused(make):
    """Its accuracy cannot be guessed."""
    with pytest.raises(NotFound, match="no document in the key named '9'"):
        read_answers(make("f.csv", "document,use,answer\n9,gist,yes\n"), {"1": 0.5})


def test_a_document_is_scored_once(make):
    """The second row is told with the line of the first."""
    with pytest.raises(BadInput, match=r"f.csv:3:1: document 'd' is scored twice, first in line 2"):
        read_scored(make("f.csv", "document,accuracy\nd,.5\nd,.6\n"))
    with pytest.raises(BadInput, match="no column 'edits'"):
        read_scored(make("g.csv", "document,words\nd,5\n"))


def test_changes_name_the_feedback_that_asked_for_them(make):
    """Ids are separated by semicolons, commas or blanks; there may be none."""
    changes = read_changes(make("c.csv", "change,release,feedback\nc1,r2,f1; f2 f1\nc2,r2,\n"))
    assert [one.feedback for one in changes] == [("f1", "f2"), ()]
    (remark,) = read_feedback(make("f.csv", "feedback,category,release\nf1,Terminology,r1\n"))
    assert (remark.category, remark.release) == ("terminology", "r1")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("feedback,category\nf1,a\nf1,b\n", "f.csv:3:1: feedback 'f1' is given twice"),
        ("feedback,category\nf1,\n", "f.csv:2:4: the category is empty"),
        ("feedback,categorie\nf1,a\n", "f.csv:1:10: no column 'category'"),
    ],
)
def test_broken_feedback_is_refused_with_its_place(make, text, what):
    """A remark needs an id of its own and a category."""
    with pytest.raises(BadInput) as error:
        read_feedback(make("f.csv", text))
    assert str(error.value).startswith(what)
