# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is known in the end about one kernel, as rows; and the winner, if any.

A winner is faster than the original by more than the noise, and slower at no
size. Of forms that are as fast, the one that takes the least shared memory.
"""

import statistics

from .rounds import score

LEAST_NOISE = 0.01
AS_FAST = 0.005


def label_of(size, kernels):
    return size[1] if kernels == 1 else "%s: %s" % (size[0], size[1])


def milliseconds(warm, cold):
    """Of one size, by the cache."""
    found = {"milliseconds": round(warm, 6)}
    return dict(found, cold_milliseconds=round(cold, 6)) if cold else found


def times_of(candidate, names, original_cold):
    found = {}
    for size in candidate.ratios:
        cold = candidate.cold.get(size)
        times = milliseconds(statistics.median(candidate.samples[size]),
                             statistics.median(cold) if cold else None)
        times["ratio"] = round(statistics.median(candidate.ratios[size]), 4)
        if cold and size in original_cold:
            times["cold_ratio"] = round(
                original_cold[size] / times["cold_milliseconds"], 4)
        found[names[size]] = times
    return found


def row_of(candidate, names, original_cold):
    row = {"form": candidate.form.values,
           "same": [form.values for form in candidate.same],
           "summary": candidate.summary()}
    if candidate.figures:
        row["figures"] = candidate.figures.as_data()
    if candidate.why_not:
        row["left_out"] = candidate.why_not
    elif candidate.findings:
        row["findings"] = [f.as_data() for f in candidate.findings]
    elif candidate.ratios:
        row["ratio"] = round(score(candidate), 4)
        row["times"] = times_of(candidate, names, original_cold)
        if candidate.stopped:
            row["stopped"] = candidate.stopped
    return row


def winner_of(candidates, noise):
    """None if nothing beats the original by more than the noise."""
    finalists = [c for c in candidates
                 if c.is_alive() and c.ratios and not c.stopped]
    good = [c for c in finalists if score(c) > 1 + noise and all(
        statistics.median(r) >= 1 - noise for r in c.ratios.values())]
    if not good:
        return None
    best = max(map(score, good))
    return min((c for c in good if score(c) >= best * (1 - AS_FAST)),
               key=lambda c: (c.figures.bytes() if c.figures else 0, -score(c)))


def verdict(kernel, races, original):
    """Of one kernel that was timed."""
    names = {size: label_of(size, len(kernel.specs)) for size in races.timed}
    noise = max(list(races.noise.values()) + [LEAST_NOISE])
    winner = winner_of(kernel.candidates, noise)
    rows = [row_of(c, names, races.original_cold_ms)
            for c in kernel.candidates]
    rows.sort(key=lambda row: ("stopped" in row, -row.get("ratio", 0)))
    return {"kernel": kernel.name, "noise": round(noise, 4),
            "winner": winner.form.values if winner else None,
            "original": {"figures": original.as_data() if original else None,
                         "times": {names[size]: milliseconds(
                             ms, races.original_cold_ms.get(size))
                                   for size, ms in races.original_ms.items()}},
            "rows": rows,
            "refused": [{"form": r.form.values, "why": r.why}
                        for r in kernel.refused]}
