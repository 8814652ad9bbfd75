# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Drops features of a failing kernel while it still fails."""

from execution import NotBuilt
from features import DIMENSIONS, plainest
from kernel import Kernel


def odd(features):
    """The features that are not the plainest."""
    return {name: choice for name, choice in features.items()
            if name not in DIMENSIONS or choice != plainest(name)}


def kind(problem):
    """Findings of one kind may be one bug."""
    return problem.split(":")[0].split(" of ")[0]


def smallest(finding, runner, make_summary):
    """The features that it needs to fail in the same way."""
    fixed = dict(finding.kernel.features)
    variants, runner.variants = runner.variants, [
        finding.variant if finding.variant != "original" else "ldg"]
    # A file of one kernel; a dozen of them in one batch would be no faster.
    for name in DIMENSIONS:
        if fixed[name] == plainest(name):
            continue
        attempt = dict(fixed, **{name: plainest(name)})
        try:
            kernel = Kernel(finding.kernel.seed, attempt)
            found = runner.batch([kernel], make_summary(runner.variants))
        except NotBuilt:
            continue
        if any(f.variant == finding.variant and
               kind(f.problem) == kind(finding.problem) for f in found):
            fixed = attempt
    runner.variants = variants
    return odd(Kernel(finding.kernel.seed, fixed).features), fixed


def report(finding, runner, make_summary):
    needed, fixed = smallest(finding, runner, make_summary)
    original = finding.kernel.features
    sets = ["--set %s=%s" % (name, choice) for name, choice in fixed.items()
            if choice != original[name]]
    print("kernel %d, %s, still fails with only %s\n    --only=%d %s" % (
        finding.kernel.seed, finding.variant,
        " ".join("%s=%s" % item for item in needed.items()) or "nothing odd",
        finding.kernel.seed, " ".join(sets)), flush=True)
