"""The conditions of assignments: how an item is asked where a campaign asks in several ways.

They are kept with every assignment and written into the column `condition`, so they never change;
aids that a design gives to some assignments follow after a +. `FOLLOW_UP` and `BUDGET` are
the sets of questions that earlier answers have steered.
"""

SEGMENT, DOCUMENT = "segment", "document"  # scored by itself; as a whole
LAST = "last"  # the last segment of a text, with which the whole is asked about
COMPARING, ORDERING = "tournament", "ranking"  # two outputs compared; several put in order
ADEQUACY = "adequacy"  # adequate or not; also: marked with the source
READABILITY = "readability"  # rated without the source
ACCEPTABILITY = "acceptability"  # marked without the source
ALONE, BESIDE = "alone", "beside"  # rated without the source; beside it
EDITING, QUESTIONNAIRE = "postedit", "questionnaire"
SCRATCH = "scratch"  # translated from nothing; the system has this name and its output is empty
FOLLOW_UP, BUDGET = "follow-up", "budget"
