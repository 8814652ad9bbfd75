# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Did the loops that were rewritten have a next tile? Else nothing is proven."""

import os
import re

# As in harness/Trips.h.
MOST_LOOPS = 32
# What is no code, or a loop's keyword.
SKIPPED = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'',
                     re.S)
KEYWORD = re.compile(r"\b(for|while|do)\b")


def without_words(text):
    """`text` with comments and strings blank, each character in its place."""
    return SKIPPED.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)


def head_end(code, at):
    """Behind the parentheses that open at or behind `at`; None without."""
    start = re.compile(r"\s*\(").match(code, at)
    if not start:
        return None
    depth = 0
    for place in range(start.end() - 1, len(code)):
        depth += {"(": 1, ")": -1}.get(code[place], 0)
        if depth == 0:
            return place + 1
    return None


def counted(text, lines):
    """The text with counters around the loops that start in these lines, and the
    line of each counter; a loop that cannot be told in its line has none."""
    code, starts = without_words(text), [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    inserted, found = [], []
    for line in sorted(set(lines))[:MOST_LOOPS]:
        keywords = list(KEYWORD.finditer(code, starts[line - 1],
                                         starts[line] - 1)) \
            if 0 < line < len(starts) else []
        if len(keywords) != 1:
            continue
        keyword = keywords[0]
        at = keyword.end() if keyword[1] == "do" else head_end(code,
                                                               keyword.end())
        body = at is not None and re.compile(r"\s*\{").match(code, at)
        if not body:
            continue
        name = "cudapipe_trips_%d" % len(found)
        inserted += [(keyword.start(), "for (cudapipe::Trips %s(%d); %s.once();) "
                      % (name, len(found), name)),
                     (body.end(), " %s.next();" % name)]
        found.append(line)
    for at, what in sorted(inserted, reverse=True):
        text = text[:at] + what + text[at:]
    return text, found


class TripCounter:
    """Of one kernel: the loops that are looked at, and the most trips of each."""

    def __init__(self, subject, facts):
        loops = (facts or {}).get("loops", [])
        if subject.flags is not None:  # We have rewritten it ourselves.
            loops = [loop for loop in loops if loop["rewritten"]]
        self.wanted = [] if subject.how.startswith("as it is") else [
            loop["line"] for loop in loops]
        self.lines, self.most = [], []

    def copy(self, original, folder):
        """A copy of the file that counts; None if there is nothing to count."""
        try:
            with open(original, encoding="utf-8") as file:
                text, self.lines = counted(file.read(), self.wanted)
        except (OSError, ValueError):
            return None
        if not self.lines:
            return None
        os.makedirs(folder, exist_ok=True)
        path = os.path.join(folder, os.path.basename(original))
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        self.most = [0] * len(self.lines)
        return path

    def forget(self):
        """They cannot be counted: nothing is said of them."""
        self.lines, self.most = [], []

    def add(self, run):
        """`run`: of the program that counts."""
        self.most = [max(pair) for pair in zip(self.most, run.trips)] \
            if run.trips else self.most

    def is_done(self):
        return all(most > 1 for most in self.most)

    def verdict(self):
        """The row of the report; empty where nothing is known, or all is well."""
        short = ["line %d: %d" % pair for pair in zip(self.lines, self.most)
                 if pair[1] < 2]
        if not short:
            return "", ""
        words = "trips at most: %s; what is loaded ahead was never computed; " \
            "add larger sizes" % ", ".join(short)
        return ("partly" if len(short) < len(self.lines) else "NO PROOF"), words
