"""An open crowd from the command line: settings, links, standing, more judgements, payment."""

import csv
import json
from datetime import UTC, datetime

import pytest
from click.testing import CliRunner

from tertium.cli import crowd, export, links, status
from tertium.cli.serve import put_folder
from tertium.exceptions import BadInput, Conflict, NotFound
from tertium.formats.campaign import read_campaign
from tertium.model import Judgement
from tertium.store import Store

TOML = """\
name = "spring"
title = "Trains"
protocol = "ab@1"
seed = 5
[systems]
baseline = "one"
advanced = "two"
[[texts]]
source_language = "en"
target_language = "de"
file = "texts.tsv"
[design]
annotators = 0
[prices]
currency = "GBP"
[crowd]
public = true
judges = 2
items = 4
reward = 2.0
fee = 0.5
hourly_minimum = 500.0
id_parameters = ["workerId", "assignmentId"]
frames = ["https://www.mturk.com"]
"""
GOLD = "segment,better,use\n" + "".join(
    f"s{n},{'two' if n % 2 else 'both_bad'},{'select' if n < 4 else 'report'}\n" for n in range(6)
)
TEST = '[crowd.qualification]\ngold = "gold.csv"\nitems = 2\n'


@pytest.fixture
def folder(tmp_path):
    """Write a campaign for a crowd."""

    def write(toml=TOML, gold=GOLD, **changed):
        for old, new in changed.items():
            toml = toml.replace(f"{old} =", f"# {old} =") + (f"{old} = {new}\n" if new else "")
        rows = "".join(
            f"s{n}\tThe train number {n} leaves at noon.\tZug {n} fährt.\tDer Zug {n} geht.\n"
            for n in range(10)
        )
        (tmp_path / "texts.tsv").write_text(f"segment\tsource\tone\ttwo\n{rows}")
        (tmp_path / "campaign.toml").write_text(toml)
        (tmp_path / "gold.csv").write_text(gold)
        return tmp_path

    return write


def run(command, *arguments):
    """Run a command that works."""
    done = CliRunner().invoke(command, [str(one) for one in arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ('completion = "javascript:alert(1)"', "not an address that browsers can return to"),
        ('completion = "ftp://x.example/a"', "not an address that browsers can return to"),
        ('frames = ["https://www.mturk.com/x"]', "is not the address of a site"),
        ('frames = ["*"]', "is not the address of a site"),
        ('id_parameters = ["a b"]', "cannot be one of the parameters"),
        ('id_parameters = ["a", "a"]', "cannot be one of the parameters"),
        ("exclude_below = 75.0", "is not a share"),
        ("judges = 0", "too small"),
        ("hidden = 1", "gold items are for reporting"),
        ("lease = 5", "unknown setting 'lease'"),
    ],
)
def test_a_wrong_setting_is_named_with_its_line(folder, setting, said):
    """Each mistake is one clear sentence with file and line."""
    name = setting.split(" =")[0]
    toml = "\n".join(line for line in TOML.splitlines() if not line.startswith(f"{name} ="))
    with pytest.raises(BadInput) as error:
        read_campaign(folder(f"{toml}\n{setting}\n"))
    assert said in str(error.value)
    assert "campaign.toml:" in str(error.value)


@pytest.mark.parametrize(
    ("gold", "said"),
    [
        ("segment,better\nnone,two\n", "there is no segment 'none'"),
        ("segment,better\ns1,left\n", "says a side"),
        ("segment,better\ns1,perhaps\n", "not an answer"),
        ("segment,better\ns1,\n", "no answer"),
        ("segment,better\ns1,two\ns1,one\n", "has an answer in line 2"),
        ("segment,better,use\ns1,two,hide\n", "use 'hide' is not known"),
        ("better\ntwo\n", "no column 'segment'"),
        ("segment,better\ns1,two\n", "need 4"),
    ],
)
def test_a_wrong_gold_table_is_refused(folder, gold, said):
    """Gold that nobody can answer, or too little of it, is told before anybody comes."""
    with pytest.raises((BadInput, NotFound)) as error:
        read_campaign(folder(TOML + TEST, gold))
    assert said in str(error.value)


def test_protocols_whose_items_cannot_be_claimed(folder):
    """Tournaments ask further questions from answers, so their items are no places."""
    toml = TOML.replace("ab@1", "tournament@1").replace(
        'baseline = "one"\nadvanced = "two"', 'systems = ["one", "two"]'
    )
    with pytest.raises(BadInput, match="cannot be claimed one by one"):
        read_campaign(folder(toml))


def test_a_campaign_that_is_not_open(folder):
    """There is no public link and no crowd, and both commands say how there would be."""
    closed = folder(
        TOML.replace("public = true", "").replace("annotators = 0", "annotators = 2\ncommon = 2")
    )
    with Store.open_folder(closed) as store:
        put_folder(store, closed, new_version=False)
    for command, arguments in ((links.command, ["--public"]), (crowd.command, [])):
        with pytest.raises(Conflict, match="not open to a crowd"):
            CliRunner().invoke(command, [str(closed), *arguments], catch_exceptions=False)


@pytest.fixture
def worked(folder):
    """Serve a campaign in which three people finished a HIT, and a fourth half of one."""
    place = folder()
    with Store.open_folder(place) as store:
        put_folder(store, place, new_version=False)
        now = datetime.now(UTC)
        link = next(one for one in store.crowd.links("spring", at=now) if not one.trial)
        for number, most in enumerate((4, 4, 4, 2)):
            given = {"assignmentId": f"ASN{number}", "hitId": "HIT"}
            external = f"WORKER{number}"
            store.crowd.enrol(
                link, external, session=given["assignmentId"], parameters=given, at=now
            )
            who = store.crowd.hash_of(external)
            store.claims.go_on("spring", who, at=now)
            for one in store.assignments.of("spring", who)[:most]:
                better = "both_bad" if number == 3 else ("left", "right")[one.slots.index("two")]
                answer = {"better": better}
                judged = Judgement(f"j{one.id}", "spring", one.id, who, answer, now, 60.0)
                store.judgements.append([judged], received_at=now)
            store.claims.finish("spring", who, stops=True, at=now)
    return place


def test_links_status_and_standing(worked):
    """The public link is printed with its parameters; the numbers are the same everywhere."""
    told = run(links.command, worked, "--public", "--base-url", "https://judge.example").output
    assert told.count("https://judge.example/crowd/") == 2
    assert "The platform adds: workerId, assignmentId." in told
    found = json.loads(run(status.command, worked, "--format", "json").stdout)
    now = found["campaigns"][0]["crowd"]
    assert [now[step] for step in ("came", "consented", "qualified", "working")] == [4, 4, 4, 0]
    assert (now["finished"], now["surplus"], now["paid"]) == (3, 0, 0)
    assert now["places_open"] == 20 - 14
    assert now["cost"] == pytest.approx((2 + 2 + 2 + 1) * 1.5)
    assert now["cost_to_end"] == pytest.approx(10.5 + 6 / 4 * 2 * 1.5)
    assert now["hourly"] == pytest.approx(30.0)
    assert any("below 500.00" in one for one in found["warnings"])
    assert found["campaigns"][0]["planned"] == 20
    assert "places open" in run(crowd.command, worked).output


def test_more_judgements_where_annotators_differ(worked):
    """Places open on the items that are disputed, most first."""
    done = run(crowd.command, worked, "--add", 2, "--most-disputed", 1)
    assert "2 more judgements of 1 items" in done.stderr
    with Store.open_folder(worked) as store:
        assert store.crowd_counts.open_places("spring") == 8
    with pytest.raises(BadInput, match="not how many"):
        run(crowd.command, worked, "--most-disputed", 4)


def test_payment_files(worked, tmp_path):
    """Everybody who worked is in each file; half-done work is paid its share."""

    def rows(platform):
        target = tmp_path / f"{platform}.csv"
        run(export.command, worked, target, "--what", "payment", "--platform", platform, "--force")
        return list(csv.DictReader(target.open()))

    mturk = rows("mturk")
    assert list(mturk[0]) == ["HITId", "AssignmentId", "WorkerId", "Approve", "Reject"]
    assert [row["WorkerId"] for row in mturk] == ["WORKER0", "WORKER1", "WORKER2", "WORKER3"]
    assert {row["Reject"] for row in mturk} == {""}
    assert [row["amount"] for row in rows("plain")] == ["2.00", "2.00", "2.00", "1.00"]
    assert {row["under_minimum"] for row in rows("plain")} == {"0"}
    assert [row["bonus"] for row in rows("prolific")] == ["0.00", "0.00", "0.00", "1.00"]


def test_rejecting_is_a_managers_decision(worked, tmp_path):
    """Nobody is on the list until named; judgements stay."""
    with Store.open_folder(worked) as store:
        who = store.crowd.hash_of("worker1")
        before = len(store.table("spring"))
    run(crowd.command, worked, "--reject", who, "--paid", "all")
    target = tmp_path / "review.csv"
    run(export.command, worked, target, "--what", "payment", "--platform", "mturk")
    marked = [row["Reject"] != "" for row in csv.DictReader(target.open())]
    assert marked == [False, True, False, False]
    with Store.open_folder(worked) as store:
        assert len(store.table("spring")) == before
        assert store.crowd_counts.funnel("spring").paid == 4


def test_platform_belongs_to_payment(worked, tmp_path):
    """Without the payment list the option says nothing."""
    with pytest.raises(BadInput, match="payment"):
        run(export.command, worked, tmp_path / "x.csv", "--platform", "plain")


def test_lists_and_withdrawal(worked, tmp_path):
    """Ids of earlier studies are kept out; who withdraws is forgotten."""
    listed = tmp_path / "earlier.txt"
    listed.write_text("W7\n\nw8 \n")
    assert "2 annotators" in run(crowd.command, worked, "--keep-out", listed).stderr
    with Store.open_folder(worked) as store:
        who = store.crowd.hash_of("WORKER0")
    run(crowd.command, worked, "--withdraw", who)
    with Store.open_folder(worked) as store:
        assert who not in store.crowd_counts.ids("spring")
        assert who not in store.table("spring", rounds="all").distinct("annotator")
        assert not store.crowd.may_come("spring", store.crowd.hash_of("w8"))
