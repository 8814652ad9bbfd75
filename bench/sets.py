# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The sets of kernels, and the forms that are made of each."""

import itertools
import os
import re

BENCH = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(BENCH)

# Variant, stages, pads, widths, styles; None: the flag is not given.
AUTO = ("auto", ("auto",), ("auto",), ("auto",), (None, "simple"))
FAST = (None,)
SIMPLE = [(variant, FAST, FAST, FAST, ("simple",))
          for variant in ("ldg", "ldg-single")]
FORMS = {
    "kernels": [
        ("cpasync", ("2", "3", "4", "6", "8"), ("none", "auto"),
         ("none", "auto"), FAST),
        ("pipeline", ("2", "3"), ("none", "auto"), ("none", "auto"), FAST),
        ("ldg", (None,), ("none", "auto"), (None,), FAST),
        ("ldg-single", (None,), ("none", "auto"), (None,), FAST),
        *SIMPLE,
        AUTO,
    ],
    "judged": [
        ("cpasync", ("2", "3", "4"), ("none", "auto"), ("auto",), FAST),
        ("ldg", (None,), ("none", "auto"), (None,), FAST),
        ("ldg-single", (None,), ("none", "auto"), (None,), FAST),
        *SIMPLE,
        AUTO,
    ],
}
# Copies as they are written, too.
FORMS["corpus"] = [("cpasync", ("2", "3"), ("none",), ("none",), FAST),
                   *FORMS["judged"]]
# What else is asked of `auto`, by the name of the form.
NO_COMPILER = {"auto-no-compile": ["--no-compile"]}
AUTO_WITH = {"kernels": {}, "judged": NO_COMPILER, "corpus": NO_COMPILER}
HALVES = ("open", "held")
DIVIDED = ("judged", "corpus")


def folder(name):
    """Where the results of a set are, if nobody says."""
    return os.path.join(ROOT, ".bench", *([] if name == "kernels" else [name]))


def forms(name):
    """Name and flags of each form."""
    for variant, *choices in FORMS[name]:
        for stages, pad, widen, style in itertools.product(*choices):
            form, flags = variant, ["--variant=" + variant]
            if variant != "auto":
                form += "-" + stages if stages else ""
                form += "-wide" if widen == "auto" else ""
                form += "-pad" if pad == "auto" else ""
            for flag, value in (("--stages=", stages), ("--pad=", pad),
                                ("--widen=", widen), ("--style=", style)):
                # A style says the others, where they are not given.
                if value and not (style and value == "auto"):
                    flags.append(flag + value)
            yield form + ("-" + style if style else ""), flags
            if variant == "auto" and not style:
                for other, more in AUTO_WITH[name].items():
                    yield other, flags + more


def halves(name):
    """The half of each kernel, by the table of the set's README; none in a set
    that is not divided."""
    if name not in DIVIDED:
        return {}
    with open(os.path.join(BENCH, name, "README.md"), encoding="utf-8") as file:
        return dict(re.findall(r"^\| `(\w+)` +\| (\w+) +\|", file.read(), re.M))


def kernels(name, half="both"):
    """The kernels of a set, or of one half of it."""
    found = sorted(
        entry for entry in os.listdir(os.path.join(BENCH, name))
        if os.path.exists(os.path.join(BENCH, name, entry, "case.h")))
    half_of = halves(name)
    return [kernel for kernel in found
            if half == "both" or half_of.get(kernel, half) == half]
