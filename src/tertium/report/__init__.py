"""How results look: text, JSON, CSV, LaTeX, HTML and figures."""
