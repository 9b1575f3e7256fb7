"""Opening: which database a name stands for, and what is said when it cannot be opened."""

import pytest

from tertium.exceptions import BadInput, NotFound, Unavailable
from tertium.store import Store
from tertium.store.locate import locate


def test_a_folder_has_a_database_of_its_own(tmp_path):
    """Without a setting, a folder's database is tertium.db."""
    assert locate(tmp_path) == tmp_path / "tertium.db"
    Store.open_folder(tmp_path).close()
    assert (tmp_path / "tertium.db").is_file()


@pytest.mark.parametrize("name", ["campaign.toml", "tertium.toml"])
def test_a_folder_may_name_its_database(tmp_path, name):
    """The setting `database` names an address, or a file beside the setting."""
    settings = tmp_path / name
    settings.write_text('database = "postgresql://me@host/judgements"\n')
    assert locate(tmp_path) == "postgresql://me@host/judgements"
    settings.write_text('database = "other.db"\n')
    assert locate(tmp_path) == tmp_path / "other.db"
    settings.write_text('database = "sqlite:///other.db"\n')
    assert locate(tmp_path) == tmp_path / "other.db"
    settings.write_text("database = 5\n")
    with pytest.raises(BadInput, match="database = 5 is not an address"):
        locate(tmp_path)
    settings.write_text("database = \n")
    with pytest.raises(BadInput, match=name):
        locate(tmp_path)


def test_reading_does_not_make_a_database(tmp_path):
    """A name that does not exist is an error when nothing should be made."""
    with pytest.raises(NotFound, match="no database"):
        Store.open(tmp_path / "tertium.db", create=False)
    with pytest.raises(NotFound, match="no folder"):
        Store.open_folder(tmp_path / "nowhere")
    with pytest.raises(NotFound, match="no folder"):
        Store.open(tmp_path / "nowhere" / "tertium.db")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database_is_named(tmp_path):
    """A text file given as a database is told apart, and stays as it is."""
    file = tmp_path / "notes.db"
    file.write_text("These are my notes, longer than a header. " * 30)
    before = file.read_bytes()
    with pytest.raises(Unavailable, match="not a database") as error:
        Store.open(file)
    assert error.value.where == str(file)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    "address",
    ["mysql://root@localhost/x", "postgresql://host:notaport/x", "postgresql://", "sqlite://"],
)
def test_an_address_we_cannot_use_is_refused(address):
    """Only SQLite and PostgreSQL, with the name of a database."""
    with pytest.raises(BadInput) as error:
        Store.open(address)
    assert error.value.where == "database"


def test_a_server_that_does_not_answer_is_named_without_its_password():
    """The sentence says which server, and never the password."""
    with pytest.raises(Unavailable, match="does not answer") as error:
        Store.open("postgresql://me:sesame@127.0.0.1:9/judgements")
    assert "sesame" not in str(error.value)
    assert "me:***@127.0.0.1" in error.value.where
