# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How much was rewritten, what was refused, and by which feature."""

import collections
import re

from features import DIMENSIONS


class Summary:
    def __init__(self, variants):
        self.variants = variants
        self.kernels = set()
        self.rewritten = collections.Counter()
        self.rejected = collections.Counter()  # variant, id
        self.compared = collections.Counter()
        self.differed = collections.Counter()
        #  (dimension, choice) -> kernels, and those that a variant rewrote.
        self.seen = collections.defaultdict(set)
        self.done = collections.defaultdict(set)  # ..., variant
        self.blame = collections.defaultdict(collections.Counter)

    def count(self, kernel, variant, one):
        self.kernels.add(kernel.seed)
        self.rewritten[variant] += one.changed
        for rejection in one.left if not one.changed else []:
            self.rejected[variant, rejection] += 1
        for name, choice in kernel.features.items():
            self.seen[name, choice].add(kernel.seed)
            if one.changed:
                self.done[name, choice, variant].add(kernel.seed)
            if not one.changed and one.left:
                self.blame[name, choice][one.left[0]] += 1

    def ran(self, variant, differs):
        self.compared[variant] += 1
        self.differed[variant] += differs

    def add(self, other):
        self.kernels |= other.kernels
        for mine, theirs in ((self.rewritten, other.rewritten),
                             (self.rejected, other.rejected),
                             (self.compared, other.compared),
                             (self.differed, other.differed)):
            mine.update(theirs)
        for mine, theirs in ((self.seen, other.seen), (self.done, other.done)):
            for key, seeds in theirs.items():
                mine[key] |= seeds
        for key, counts in other.blame.items():
            self.blame[key].update(counts)

    def print_rejections(self):
        print("left alone, by reason:")
        ids = sorted({r for _, r in self.rejected}, key=lambda r: -sum(
            self.rejected[v, r] for v in self.variants))
        print("  %-28s" % "" + "".join("%12s" % v for v in self.variants))
        for rejection in ids:
            print("  %-28s" % rejection + "".join(
                "%12d" % self.rejected[v, rejection] for v in self.variants))

    def by(self, name, choice, variants):
        """How many kernels with this choice one of `variants` rewrote."""
        return len(set().union(*(self.done[name, choice, v]
                                 for v in variants)))

    def print_features(self):
        """All choices: kernels, rewritten by any variant, by each of them."""
        print("%-28s%9s%10s" % ("kernels by feature", "generated", "rewritten") +
              "".join("%11s" % v for v in self.variants))
        for name, (tame, wild) in DIMENSIONS.items():
            for choice in dict.fromkeys(tame + wild):
                blamed = self.blame[name, choice].most_common(1)
                print("  %-26s%9d%10d" % (
                    name + " " + choice, len(self.seen[name, choice]),
                    self.by(name, choice, self.variants)) + "".join(
                        "%11d" % self.by(name, choice, [v])
                        for v in self.variants) +
                      ("  %s %d" % blamed[0] if blamed else ""))

    def print_untested(self):
        """Choices that no variant has rewritten."""
        never = ["%s=%s" % (name, choice) for name, choices in
                 DIMENSIONS.items() for choice in dict.fromkeys(sum(choices, []))
                 if self.seen[name, choice] and
                 not self.by(name, choice, self.variants)]
        print("never rewritten: " + (" ".join(never) or "none"))

    def finish(self, findings, seconds, args):
        """Prints all, one line at the end, and returns the exit code."""
        if not args.plant:
            self.print_rejections()
            if args.verbose:
                self.print_features()
            if len(self.kernels) >= 100:
                self.print_untested()
        for variant in self.variants:
            print("%-12s %5d of %5d kernels rewritten, %d run, %d wrong" % (
                variant, self.rewritten[variant], len(self.kernels),
                self.compared[variant], self.differed[variant]))
        kinds = collections.Counter(
            re.sub(r"\d+", "N", f.problem)[:110] for f in findings)
        if not args.plant:
            for problem, count in kinds.most_common():
                print("%5d x %s" % (count, problem))
        ours = [f for f in findings if f.variant == "original"]
        theirs = len({(f.kernel.seed, f.variant) for f in findings}) - len(ours)
        if ours:
            print("GENERATOR BUG: %d originals fail" % len(ours))
            return 2
        if args.plant:
            noticed, planted = (sum(c.values()) for c in (self.differed,
                                                          self.compared))
            print("%d of %d planted faults noticed" % (noticed, planted))
            return 0 if planted and noticed >= 0.9 * planted else 1
        print("%d kernels, %d rewritten, %d runs compared, %d findings, %d s" %
              (len(self.kernels), sum(self.rewritten.values()),
               sum(self.compared.values()), theirs, seconds))
        return 1 if theirs else 0
