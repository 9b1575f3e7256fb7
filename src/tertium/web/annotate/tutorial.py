"""Tutorial items: a real screen, then what most people answer and why. Never a score.

Nothing of the answers is kept. What most people answer reaches the browser only
after somebody has answered.
"""

from starlette.responses import Response

from tertium.exceptions import NotFound
from tertium.web.annotate.forms import read_form, read_number
from tertium.web.annotate.schemas import TutorialAnswer, TutorialFeedback, TutorialItem
from tertium.web.annotate.texts import text_in
from tertium.web.annotate.visit import Visit, json_of
from tertium.web.annotate.wording import asks_in_words


def practice(visit: Visit, number: int) -> TutorialItem:
    """Return a tutorial item as the browser may know it; numbers begin with 1."""
    examples = visit.campaign.wording.tutorial
    if not 1 <= number <= len(examples):
        raise NotFound(f"there is no tutorial item {number}", fix="Open your link again to go on.")
    example = examples[number - 1]
    asks = asks_in_words(visit.protocol, visit.language)
    return TutorialItem(
        title=visit.campaign.title,
        number=number,
        count=len(examples),
        source=text_in(example.source_language, example.source),
        texts=[text_in(example.target_language, text) for text in example.texts],
        asks=[ask for ask in asks if ask.labels][:1],
    )


def show_tutorial(visit: Visit) -> Response:
    """GET tutorial: one item at a time."""
    number = read_number(visit.request.query_params.get("item", "1"))
    if not visit.practises:
        return visit.go("")
    page = practice(visit, number)
    if visit.request.url.path.endswith(".json"):
        return json_of(page)
    return visit.show("tutorial.html", page, feedback=None, given="")


def try_answer(visit: Visit) -> Response:
    """POST tutorial: show the feedback; after the last item, note that the tutorial is done."""
    tried = read_form(visit.body, TutorialAnswer)
    page = practice(visit, tried.number)
    if not tried.answer:
        if tried.number < page.count:
            return visit.go(f"tutorial?item={tried.number + 1}")
        visit.store.annotators.record_step(
            visit.visitor.campaign, visit.visitor.annotator, "tutored", None, at=visit.now
        )
        return visit.go("")
    example = visit.campaign.wording.tutorial[tried.number - 1]
    labels = {label.value: label.text for ask in page.asks for label in ask.labels}
    if tried.answer not in labels:
        raise NotFound.among("answer", tried.answer, labels)
    feedback = TutorialFeedback(
        same=tried.answer == example.answer,
        expected=labels.get(example.answer, example.answer),
        why=example.why,
    )
    return visit.show("tutorial.html", page, feedback=feedback, given=tried.answer)
