"""Grading with good solutions as well as errors: sums, grades, the class, and its graders.

Read in this order: `points` (what each mark is worth), `sums` (one text of one student),
`graders` (how far they are apart), `grade` (all of it), `sheets` (what a student gets back).
"""

from tertium.formats.grade_scale import GradeScale, Step, Sum, read_scale, scale_names
from tertium.stats.grading.grade import grade
from tertium.stats.grading.remarks import Remarks, read_remarks
from tertium.stats.grading.result import (
    CategoryMarks,
    ExternalAnswer,
    GradeCount,
    GradedText,
    Grader,
    GraderSpread,
    Grading,
    SegmentMarks,
    StudentGrade,
)
from tertium.stats.grading.sheets import FeedbackSheet, SheetMark, SheetSegment, feedback_sheets
from tertium.stats.grading.sums import strict_sum

__all__ = [
    "CategoryMarks",
    "ExternalAnswer",
    "FeedbackSheet",
    "GradeCount",
    "GradeScale",
    "GradedText",
    "Grader",
    "GraderSpread",
    "Grading",
    "Remarks",
    "SegmentMarks",
    "SheetMark",
    "SheetSegment",
    "Step",
    "StudentGrade",
    "Sum",
    "feedback_sheets",
    "grade",
    "read_remarks",
    "read_scale",
    "scale_names",
    "strict_sum",
]
