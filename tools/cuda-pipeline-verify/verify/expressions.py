# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Arithmetic on named sizes, as a spec has it: `4 * ceil(N / 32) * K`.

Values are exact. `/` is no integer division: where a whole number is needed, a
quotient must be one, or be rounded by `ceil(a / b)`, `floor(a / b)`, `a // b`.
"""

import ast
import fractions
import math
import operator

from . import Problem

SIZES = {"bool": 1, "char": 1, "int8_t": 1, "uint8_t": 1, "short": 2,
         "int16_t": 2, "uint16_t": 2, "half": 2, "__half": 2, "bfloat16": 2,
         "__nv_bfloat16": 2, "int": 4, "unsigned": 4, "int32_t": 4,
         "uint32_t": 4, "float": 4, "half2": 4, "__half2": 4, "long": 8,
         "int64_t": 8, "uint64_t": 8, "size_t": 8, "double": 8, "float2": 8,
         "int2": 8, "float4": 16, "int4": 16, "uint4": 16, "double2": 16}
BINARY = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
          ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
          ast.LShift: operator.lshift, ast.RShift: operator.rshift,
          ast.BitAnd: operator.and_, ast.BitOr: operator.or_,
          ast.BitXor: operator.xor, ast.Pow: operator.pow}
COMPARE = {ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
           ast.GtE: operator.ge, ast.Eq: operator.eq, ast.NotEq: operator.ne}
FUNCTIONS = {"ceil": math.ceil, "floor": math.floor, "min": min, "max": max,
             "abs": abs}
LARGEST_EXPONENT = 64


class Expression:
    """One expression; `where` says whose it is, for messages."""

    def __init__(self, text, where):
        self.text, self.where = str(text).strip(), where
        try:
            self.tree = ast.parse(self.text, mode="eval").body
        except (SyntaxError, ValueError, RecursionError):
            raise Problem("%s: '%s' is not an arithmetic expression" %
                          (where, self.text)) from None

    def __str__(self):
        return self.text

    def names(self):
        """The sizes that it speaks of."""
        called = {node.func.id for node in ast.walk(self.tree)
                  if isinstance(node, ast.Call) and
                  isinstance(node.func, ast.Name)}
        types = {arg.id for node in ast.walk(self.tree)
                 if isinstance(node, ast.Call) and
                 isinstance(node.func, ast.Name) and node.func.id == "sizeof"
                 for arg in node.args if isinstance(arg, ast.Name)}
        return {node.id for node in ast.walk(self.tree)
                if isinstance(node, ast.Name)} - called - types

    def value(self, sizes):
        """An int or a Fraction, or a float where one is written."""
        try:
            result = self._value(self.tree, sizes)
        except ZeroDivisionError:
            self._fail("divides by zero")
        except (TypeError, ValueError, OverflowError):
            self._fail("has no value")
        if isinstance(result, fractions.Fraction) and result.denominator == 1:
            return int(result)
        return result

    def whole(self, sizes, least=0):
        """The value, which must be a whole number from `least` on."""
        value = self.value(sizes)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int):
            self._fail("is %.4g, not a whole number; round it with ceil(a / b) "
                       "or a // b" % float(value))
        if value < least:
            self._fail("is %d, less than %d" % (value, least))
        return int(value)

    def _fail(self, what):
        raise Problem("%s: '%s' %s" % (self.where, self.text, what))

    def _value(self, node, sizes):
        if isinstance(node, ast.Constant) and isinstance(node.value,
                                                         (int, float)):
            return node.value
        if isinstance(node, ast.Name):
            if node.id not in sizes:
                known = ", ".join(sorted(sizes)) or "none"
                self._fail("names '%s', which is no size (sizes: %s)" %
                           (node.id, known))
            return sizes[node.id]
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -self._value(node.operand, sizes)
        if isinstance(node, ast.BinOp):
            left = self._value(node.left, sizes)
            right = self._value(node.right, sizes)
            if isinstance(node.op, ast.Div):
                if isinstance(left, float) or isinstance(right, float):
                    return left / right
                return fractions.Fraction(left) / right
            if isinstance(node.op, (ast.Pow, ast.LShift)) and \
                    abs(right) > LARGEST_EXPONENT:
                self._fail("is too large")
            if type(node.op) in BINARY:
                return BINARY[type(node.op)](left, right)
        if isinstance(node, ast.IfExp):
            chosen = node.body if self._value(node.test, sizes) else node.orelse
            return self._value(chosen, sizes)
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and \
                type(node.ops[0]) in COMPARE:
            return COMPARE[type(node.ops[0])](
                self._value(node.left, sizes),
                self._value(node.comparators[0], sizes))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and \
                not node.keywords:
            return self._call(node, sizes)
        self._fail("is more than arithmetic on sizes")

    def _call(self, node, sizes):
        name, args = node.func.id, node.args
        if name == "sizeof" and len(args) == 1 and \
                isinstance(args[0], ast.Name) and args[0].id in SIZES:
            return SIZES[args[0].id]
        if name not in FUNCTIONS:
            self._fail("calls '%s'; known are ceil, floor, min, max, abs and "
                       "sizeof" % name)
        return FUNCTIONS[name](*[self._value(arg, sizes) for arg in args])
