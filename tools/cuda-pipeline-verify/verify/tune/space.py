# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which forms of a kernel are tried: variants x stages x padding x widening.

    --tune --variant=cpasync,ldg --stages=2,3,4     these only

A flag of the command line with several values, or one, replaces the default
values of that kind; other flags of the rewriter hold for all forms.
"""

import itertools

from .. import Problem

AXES = {"variant": ("cpasync", "ldg", "ldg-single", "auto"),
        "stages": ("2", "3", "4", "6", "8"),
        "pad": ("auto", "none", "16"),
        "widen": ("auto", "none")}
# Registers have one or two buffers, and are not made wider.
OF_ASYNC = ("stages", "widen")
IN_REGISTERS = ("ldg", "ldg-single")


def split_flags(flags):
    """The axes as asked, their names, and the other flags."""
    axes, asked, rest = dict(AXES), set(), []
    for flag in flags:
        name, _, value = flag.lstrip("-").partition("=")
        if name not in AXES:
            rest.append(flag)
            continue
        asked.add(name)
        axes[name] = tuple(v.strip() for v in value.split(",") if v.strip())
        if not axes[name]:
            raise Problem("'%s' has no value" % flag)
    return axes, asked, rest


class Form:
    """One way to rewrite: flags by axis."""

    def __init__(self, values):
        self.values = dict(values)

    def flags(self):
        return ["--%s=%s" % item for item in self.values.items()]

    def __str__(self):
        v = self.values
        text = v["variant"]
        if "stages" in v:
            text += " %s stages" % v["stages"]
        for name in ("pad", "widen"):
            text += ", %s %s" % (name, v[name]) if name in v else ""
        return text


def forms(flags):
    """All forms, and the flags that are common to them."""
    axes, asked, rest = split_flags(flags)
    found = []
    for variant in axes["variant"]:
        names = [axis for axis in AXES if axis != "variant" and
                 (variant not in IN_REGISTERS or axis not in OF_ASYNC)]
        if variant == "auto":
            # It chooses for itself, but nothing that was not asked for.
            names = [axis for axis in names if axis in asked]
            if "variant" not in asked and any(len(axes[n]) > 1 for n in names):
                continue
        for values in itertools.product(*(axes[name] for name in names)):
            found.append(Form([("variant", variant), *zip(names, values)]))
    return found, rest
