"""Every irregularity that staff may report has a label, and every fact has a question."""

from punto.core.irregularities import Circumstance, Remedy, RemedyDetail, RemedyStep, Trigger
from punto.core.staff_positions import StaffPosition
from punto.messages.catalogue import LANGUAGES
from punto.reports.descriptions import situations
from tests.texts import text


def test_every_situation_and_every_question_has_a_text() -> None:
    for group in situations.GROUPS:
        for language in LANGUAGES:
            assert text(group.heading, language)
            assert all(text(each.label, language) for each in group.situations)
    assert all(text(fact.question).endswith("?") for fact in situations.FACTS)
    assert all(text(fact.question, "zh").endswith("？") for fact in situations.FACTS)


def test_no_question_asks_whether_an_outcome_is_established() -> None:
    answers = {answer for fact in situations.FACTS for answer in fact.answers}
    assert not answers & {Circumstance.ESTABLISHED, Circumstance.NOT_ESTABLISHED}


def test_a_title_has_the_facts_that_people_reported_and_no_other() -> None:
    saw = (Circumstance.ORDER_UNKNOWN, Circumstance.ESTABLISHED)
    title = situations.situation_title(Trigger.DRAWN_TOGETHER, saw)
    assert text(title) == "Two cards came out together, order unknown"
    assert text(situations.situation_title(Trigger.AFTER_VOID)) == "After a void"


def test_a_remedy_names_its_detail_and_its_position() -> None:
    step = RemedyStep(
        Remedy.RULING, RemedyDetail.ORDER_OF_CARDS, position=StaffPosition.PIT_MANAGER
    )
    described = situations.describe_remedy(step)
    assert text(described) == "a ruling (on the order of the cards, Pit Manager)"
    assert text(described, "zh") == "裁定（裁定牌序、赌区经理）"
    assert text(situations.describe_remedy(RemedyStep(Remedy.VOID))) == "void, all stakes back"
