# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What pipelines brought: the best form of 155 kernels of bench/, on an H200.

By math instructions a load, as the source has them (low: under 5, medium: 5 to 20,
high: more), and by resident warps (few: less than 3 of 8, some, most: 3 of 4 and
more). Written by bench/experience; test/Bench/report_rests_on_the_forms.test
compares. Ten kernels are left out, on which the report is calibrated.
"""

# Kernels, quartiles of the speed-up, how many gained 5 % and more.
FORMS = {
    ("any", "any"): (155, 1.03, 1.13, 1.34, 112),
    ("high", "any"): (81, 1.02, 1.10, 1.24, 54),
    ("high", "few"): (20, 1.09, 1.25, 1.35, 16),
    ("high", "most"): (25, 1.00, 1.02, 1.10, 9),
    ("high", "some"): (36, 1.06, 1.11, 1.22, 29),
    ("low", "any"): (22, 1.12, 1.34, 2.13, 19),
    ("low", "most"): (7, 1.05, 1.29, 1.36, 6),
    ("low", "some"): (15, 1.15, 1.36, 2.16, 13),
    ("medium", "any"): (37, 1.09, 1.23, 1.47, 34),
    ("medium", "few"): (12, 1.24, 1.42, 1.62, 11),
    ("medium", "most"): (19, 1.06, 1.12, 1.21, 17),
    ("medium", "some"): (6, 1.08, 1.46, 1.75, 6),
    ("unknown", "any"): (15, 1.00, 1.02, 1.10, 5),
    ("unknown", "most"): (5, 0.98, 1.02, 1.19, 2),
    ("unknown", "some"): (7, 1.00, 1.02, 1.07, 2),
}


def ratio_class(ratio):
    if ratio is None:
        return "unknown"
    return "low" if ratio < 5 else "medium" if ratio <= 20 else "high"


def warps_class(warps, of):
    if not warps or not of:
        return "any"
    return "few" if warps < of * 3 / 8 else "some" if warps < of * 3 / 4 else \
        "most"


class Experience:
    def __init__(self, row, ratio, warps):
        self.kernels, self.low, self.median, self.high, self.gained = row
        self.ratio, self.warps = ratio, warps

    def text(self):
        """Whose times these are."""
        what = {"low": "fewer than 5 math instructions a load",
                "medium": "5 to 20 math instructions a load",
                "high": "more than 20 math instructions a load",
                "unknown": "a ratio that nobody can count",
                "any": "a tile loop"}[self.ratio]
        warps = {"few": " and less than 3/8 of all warps resident",
                 "some": " and 3/8 to 3/4 of all warps resident",
                 "most": " and 3/4 of all warps resident or more",
                 "any": ""}[self.warps]
        return "%d kernels with %s%s, timed on an H200: %d of them gained 5 %% " \
            "or more" % (self.kernels, what, warps, self.gained)


def of(ratio, warps, most_warps):
    """The nearest row that has five kernels at least."""
    kind, share = ratio_class(ratio), warps_class(warps, most_warps)
    for key in ((kind, share), (kind, "any"), ("any", "any")):
        if key in FORMS:
            return Experience(FORMS[key], *key)
    return None
