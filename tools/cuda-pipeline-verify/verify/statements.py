# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Loops and statements in source text, as far as brackets tell."""

import re

NOT_CODE = re.compile(
    r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|'
    r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.DOTALL | re.MULTILINE)
LOOP = re.compile(r"\b(?:for|while)\s*\(")
OPEN, CLOSE = "([{", ")]}"


def masked(text):
    """The text with blanks for comments, strings and preprocessor lines."""
    return NOT_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def closing(code, at):
    """Where the bracket at `at` closes; None if it does not."""
    depth = 0
    for position in range(at, len(code)):
        depth += (code[position] in OPEN) - (code[position] in CLOSE)
        if depth == 0:
            return position
    return None


def line_of(text, at):
    return text.count("\n", 0, at) + 1


def offset_of(text, line):
    """Where a line begins."""
    at = 0
    for _ in range(line - 1):
        at = text.find("\n", at) + 1
    return at


def loop_around(text, lines):
    """(keyword, brace, end) of the smallest loop with a body in braces that holds
    all lines; None if there is none."""
    code, best = masked(text), None
    for found in LOOP.finditer(code):
        head = closing(code, found.end() - 1)
        if head is None:
            continue
        brace = re.compile(r"\s*\{").match(code, head + 1)
        end = closing(code, brace.end() - 1) if brace else None
        if end is None:
            continue
        first, last = line_of(text, found.start()), line_of(text, end)
        if all(first <= line <= last for line in lines) and (
                best is None or end - found.start() < best[2] - best[0]):
            best = found.start(), brace.end() - 1, end
    return best


def statement_at(text, brace, end, line):
    """(first, behind) of the statement right in the body that holds a line."""
    code, at = masked(text), brace + 1
    while at < end:
        first = at + len(code[at:end]) - len(code[at:end].lstrip())
        behind = statement_end(code, first, end)
        if line_of(text, first) <= line <= line_of(text, behind - 1):
            return first, behind
        at = behind
    return None


def statement_end(code, first, end):
    """Behind its `;` or `}`; an `else` belongs to the statement."""
    at = first
    while at < end:
        if code[at] == ";":
            return at + 1
        if code[at] in OPEN:
            close = closing(code, at)
            if close is None or close > end:
                return end
            if code[at] == "{":
                rest = code[close + 1:end]
                follows = rest.lstrip()
                # An initialiser or a lambda ends with a `;` of its own.
                if not follows.startswith((";", ",", ")", "(", ".")) and \
                        not re.match(r"else\b", follows):
                    return close + 1
            at = close
        elif code[at:at + 1] == "\n" and code[first:at].strip() == "":
            first = at
        at += 1
    return end
