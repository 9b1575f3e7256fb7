"""How sentences speak of numbers."""

from tertium.wording import say


def count(number: int, one: str, many: str = "") -> str:
    """Write how many there are: `1 annotator`, `1,200 judgements`.

    >>> count(1, "error has", "errors have"), count(2, "annotator")
    ('1 error has', '2 annotators')
    """
    return say(f"{{n:,}} {one if number == 1 else many or one + 's'}", n=number)
