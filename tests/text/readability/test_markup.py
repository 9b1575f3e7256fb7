"""Markdown and HTML: what is read stays, what only shows it is counted."""

from tertium.text.readability.markup import Layout, read_html, read_markdown

MARKDOWN = """# The ferry

The **old** ferry [leaves](harbour.md) at *dawn*.

![A ferry](ferry.png)

- tickets
- life jackets

Title
=====

| a | b |
|---|---|
| 1 | 2 |

```python
print("not read")
```
"""
HTML = """<html><head><title>no</title><style>p {}</style></head><body><h1>The ferry</h1>
<p>The <b>old</b> ferry <a href="x">leaves</a>.<br>At&nbsp;dawn.</p>
<ul><li>tickets<li>life jackets</ul><script>var no = 1;</script></body></html>"""


def test_markdown_is_read_without_its_marks():
    """Links keep their words, code is left out."""
    plain, layout = read_markdown(MARKDOWN)
    assert "The old ferry leaves at dawn." in plain
    assert not any(mark in plain for mark in ("#", "*", "](", "print", "="))
    assert layout == Layout(headings=2, items=2, tables=1, images=1, links=1, emphasised=7)


def test_html_is_read_without_its_tags():
    """Blocks part paragraphs; heads, scripts and styles are not read."""
    plain, layout = read_html(HTML)
    assert plain.split("\n\n") == [
        "The ferry", "The old ferry leaves.", "At dawn.", "tickets", "life jackets"
    ]  # fmt: skip
    assert layout == Layout(headings=1, items=2, links=1, emphasised=3)


def test_broken_html_is_read_as_far_as_it_goes():
    """A page of the web is seldom well-formed."""
    assert read_html("<p>one<p>two <b>three</p")[0].startswith("one\n\ntwo")
