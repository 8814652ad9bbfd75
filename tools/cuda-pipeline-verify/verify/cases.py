# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""One launch of a kernel: every size is a number."""

from .spec import Buffer, Scalar, tolerance_of

# Trips to try where the number of stages is not known: up to five stages.
ANY_STAGES = (0, 1, 2, 3, 4, 5, 6)


def trips_for(stages):
    """0, 1, 2, S-1, S and S+1 trips; and 2S, where stages are used again."""
    if not stages:
        return list(ANY_STAGES)
    return sorted({0, 1, 2, stages - 1, stages, stages + 1, 2 * stages})


def label_of(sizes):
    return " ".join("%s=%s" % item for item in sizes.items()) or "the one size"


def all_sizes(spec, stages):
    """The sizes of a spec, and for each size that counts tiles the trips that
    pipelines get wrong; no size twice."""
    found = list(spec.sizes)
    # Small everywhere else: the last are the target sizes.
    base = spec.sizes[0]
    for name, step in spec.tiles.items():
        for trips in trips_for(stages):
            found.append(dict(base, **{name: trips * step}))
            if name in spec.ragged and step > 1:
                found.append(dict(base, **{name: trips * step + 1}))
    unique = {label_of(sizes): sizes for sizes in found}
    return list(unique.values())


class Case:
    """One launch, with the data of one seed."""

    def __init__(self, spec, sizes):
        self.spec, self.sizes, self.label = spec, sizes, label_of(sizes)
        self.grid = [e.whole(sizes) for e in spec.grid]
        self.block = [e.whole(sizes) for e in spec.block]
        self.dynamic = spec.dynamic.whole(sizes)

    def is_empty(self):
        """A launch without blocks is an error in CUDA: nothing to compare."""
        return 0 in self.grid

    def elements_on_gpu(self):
        """Of all buffers; what is read and written is there twice."""
        return sum(b.count.whole(self.sizes) * (2 if b.role == "inout" else 1)
                   for b in self.spec.buffers())

    def text(self, seed, dynamic, with_reference=False):
        """What the program reads (lib/Executor/harness/CaseFile.h)."""
        lines = ["# " + self.label, "seed %d" % seed,
                 "grid %d %d %d" % tuple(self.grid),
                 "block %d %d %d" % tuple(self.block), "shared %d" % dynamic]
        for parameter in self.spec.parameters:
            if isinstance(parameter, Buffer):
                low, high = (e.value(self.sizes) for e in parameter.range)
                near = "exact"
                if parameter.tolerance:
                    near = "near %g %g" % parameter.tolerance
                lines.append("buffer %s %d %s %.17g %.17g %s" % (
                    parameter.name, parameter.count.whole(self.sizes),
                    parameter.role, float(low), float(high), near))
                if with_reference and parameter.role != "input":
                    lines.append("reference %s %g %g" % (
                        parameter.name, *(parameter.tolerance or tolerance_of(
                            parameter.element))))
            elif isinstance(parameter, Scalar):
                value = parameter.value.value(self.sizes)
                if not isinstance(value, (int, float)):
                    value = parameter.value.whole(self.sizes)
                lines.append("scalar %s %s" % (parameter.name,
                                               repr(value + 0)))
        return "\n".join(lines) + "\n"
