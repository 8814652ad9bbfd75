# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One launch of a kernel: threads, blocks, trips, and who says so.

In this order: the spec, the first launch in the file, __launch_bounds__, a guess.
"""

import math

from verify import Problem
from verify.expressions import SIZES, Expression
from verify.spec import Spec

GUESSED_THREADS = 256
ASSUMED_SIZE = 2048
MOST_BLOCKS = 1 << 20  # With assumed sizes: else these are halved.


def value(text, sizes):
    """Of arithmetic on sizes, or None."""
    try:
        found = Expression(text, "launch").value(sizes)
    except Problem:
        return None
    return float(found) if found is not None else None


class Launch:
    """threads, blocks, dynamic: numbers, or None; each *_from says who says so."""

    def __init__(self, kernel, facts, sizes=None):
        self.kernel = kernel
        data = facts.specs.get(kernel["name"])
        self.spec = Spec({k: v for k, v in data.items() if k != "where"},
                         data["where"]) if data else None
        self.where = data["where"] if data else ""
        self.sizes, self.assumed = self._sizes(sizes or {})
        self.threads, self.threads_from = self._threads()
        self.blocks = self._blocks()
        while self.assumed and (self.blocks or 0) > MOST_BLOCKS and \
                self.sizes[self.assumed[0]] > 16:
            self.sizes.update((name, self.sizes[name] // 2)
                              for name in self.assumed)
            self.blocks = self._blocks()
        self.dynamic = self._dynamic()

    def _launch(self):
        found = self.kernel["launches"]
        return found[0] if found else None

    def _sizes(self, wanted):
        """All names that launches speak of, and those that nobody gives."""
        found, assumed = {}, []
        if self.spec:
            found.update((self.spec.timed or self.spec.sizes)[-1])
            if "assumed" in self.where:
                known = (self._launch() or {}).get("names", {})
                assumed = [name for name in found if not known.get(name)]
        elif self._launch():
            for name, known in self._launch()["names"].items():
                found[name] = known if known else ASSUMED_SIZE
                if not known:
                    assumed.append(name)
        for name in self.kernel["tiles"]:
            if name not in found:
                found[name] = ASSUMED_SIZE
                assumed.append(name)
        found.update(wanted)
        # As the parameters stand.
        order = [p["name"] for p in self.kernel["parameters"]]
        found = {name: found[name] for name in sorted(
            found, key=lambda name: order.index(name) if name in order else -1)}
        return found, [name for name in found if name in assumed and
                       name not in wanted]

    def _threads(self):
        if self.spec:
            shape = [value(e.text, self.sizes) for e in self.spec.block]
            if None not in shape:
                return int(math.prod(shape)), self.where
        launch = self._launch()
        if launch and launch["block"]:
            shape = [value(text, self.sizes) for text in launch["block"]]
            if None not in shape:
                return int(math.prod(shape)), "line %d" % launch["line"]
        figures = self.figures()
        if figures and figures["threads"]:
            return figures["threads"], figures["threads_from"]
        if self.kernel["threads"]:
            return self.kernel["threads"], "launch bounds"
        return GUESSED_THREADS, "guessed"

    def _blocks(self):
        shape = self.spec.grid if self.spec else None
        texts = [e.text for e in shape] if shape else \
            (self._launch() or {}).get("grid") or []
        found = [value(text, self.sizes) for text in texts]
        if not found or None in found:
            return None
        return int(math.prod(math.ceil(one) for one in found))

    def grid_is_assumed(self):
        """It hangs on a size that nobody gives."""
        texts = [e.text for e in self.spec.grid] if self.spec else \
            (self._launch() or {}).get("grid") or []
        return any(name in Expression(text, "launch").names()
                   for text in texts for name in self.assumed)

    def _dynamic(self):
        text = self.spec.dynamic.text if self.spec else \
            (self._launch() or {}).get("dynamic")
        if text is None:
            return None if self.kernel.get("dynamic_shared") else 0
        found = value(text, self.sizes) if text else None
        return int(found) if found is not None else None

    def figures(self):
        """What the choice of the rewriter went by: of the first loop that has
        such."""
        for loop in self.kernel["loops"]:
            if loop.get("figures"):
                return loop["figures"]
        return None

    def trips(self):
        """Of the K-loop, in this launch."""
        for name, step in self.kernel["tiles"].items():
            if name in self.sizes and step > 0:
                return math.ceil(self.sizes[name] / step)
        figures = self.figures()
        return figures["trips"] if figures else None

    def bytes(self):
        """Unique bytes of all buffers, by the spec or by their counts; None if a
        count is not known."""
        if self.spec and self.spec.bytes:
            return float(self.spec.bytes.value(self.sizes)), "the spec"
        if not self.spec:
            return None, ""
        total = 0
        for buffer in self.spec.buffers():
            count = value(buffer.count.text, self.sizes)
            size = SIZES.get(buffer.element.replace("signed char", "char")
                             .replace("unsigned char", "char"))
            if count is None or size is None:
                return None, ""
            total += count * size * (2 if buffer.role == "inout" else 1)
        return total, "each buffer once"

    def label(self):
        return ", ".join("%s = %g" % item for item in self.sizes.items())
