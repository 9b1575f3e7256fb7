"""Arithmetic on printed numbers: `100 * 212 / 1882`, `mean(.35, .36, .28)`."""

import ast
import math
import operator
import statistics
from collections.abc import Callable

__all__ = ["evaluate"]

_OPERATORS: dict[type, Callable[..., float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
}
_FUNCTIONS: dict[str, Callable[..., float]] = {
    "log2": math.log2,
    "max": max,
    "mean": lambda *numbers: statistics.fmean(numbers),
    "min": min,
    "sqrt": math.sqrt,
}


def evaluate(text: str) -> float:
    """Return what an expression of numbers comes to.

    >>> evaluate("100 * (5 - mean(1, 2)) / 2 ** 2")
    87.5
    """
    return float(_evaluated(ast.parse(text, mode="eval").body))


def _evaluated(node: ast.expr) -> float:
    match node:
        case ast.Constant(value=int() | float() as number):
            return number
        case ast.UnaryOp(op=sign, operand=one):
            return _OPERATORS[type(sign)](_evaluated(one))
        case ast.BinOp(left=one, op=sign, right=two):
            return _OPERATORS[type(sign)](_evaluated(one), _evaluated(two))
        case ast.Call(func=ast.Name(id=name), args=parts):
            return _FUNCTIONS[name](*map(_evaluated, parts))
    raise ValueError(f"no arithmetic: {ast.unparse(node)}")
