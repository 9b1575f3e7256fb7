"""Pictures as plain data: Vega-Lite specs made of tokens, one file per kind of picture.

The graph of one source is SVG of our own.
"""
