"""The analyses as functions, one module each: what `import tertium` and the command line call.

A function's signature and docstring are also the options of its command, so that both have the same
names, values, defaults and words. It reads judgements (`judgements`), asks `stats`, and returns
an `Analysis`.
"""
