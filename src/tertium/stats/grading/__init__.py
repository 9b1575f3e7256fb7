"""Grading with good solutions as well as errors: sums, grades, the class, and its graders.

Read in this order: `points` (what each mark is worth), `sums` (one text of one student),
`graders` (how far they are apart), `grade` (all of it), `sheets` (what a student gets back),
`campaign` (from the judgements of a campaign).
"""

from tertium.formats.scale_files import read_grades
from tertium.stats.grading.grade import grade

__all__ = ["grade", "read_grades"]
