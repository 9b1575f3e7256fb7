"""What annotators did with marks that stood in outputs before they read them.

`matching` says which marks were kept, changed and removed; `analyse` compares filled with unfilled.
"""
