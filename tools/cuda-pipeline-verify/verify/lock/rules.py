# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Facts before and after: what must not change, and how far it may."""

LEAST_BAND, BAND = 8, 0.1  # Of registers.


class Row:
    """One fact. Verdict: same, fine (changed, but not for the worse), FAILED,
    note."""

    def __init__(self, name, verdict, text):
        self.name, self.verdict, self.text = name, verdict, text

    def as_data(self):
        return {"fact": self.name, "verdict": self.verdict, "text": self.text}


def changed(before, after, unit=""):
    return "%s%s, was %s" % (shown(after), unit, shown(before))


def shown(value):
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return " ".join(map(str, value)) or "none"
    if isinstance(value, dict):
        return ", ".join("%s %g" % item for item in value.items()) or "none"
    return "not known" if value is None else str(value)


def judged(name, before, after, is_bad, unit="", why=""):
    if before == after:
        return Row(name, "same", shown(after) + unit)
    verdict = "FAILED" if is_bad else "fine"
    return Row(name, verdict, changed(before, after, unit) + (
        "; " + why if is_bad and why else ""))


def registers(before, after):
    band = max(LEAST_BAND, int(BAND * before))
    return judged("registers", before, after, after > before + band,
                  why="at most %d more are fine" % band)


# More of these is worse; less is fine.
NO_MORE = {"spills": ("spills", " bytes"), "stack": ("local memory", " bytes"),
           "local": ("local accesses", "")}
# These are what the rewrite chose: any change is somebody's.
NO_OTHER = {"shared": ("static memory", " bytes"),
            "dynamic": ("dynamic memory", " bytes"),
            "math": ("math a trip", ""), "copies": ("copies a trip", ""),
            "barriers": ("barriers", " a trip"),
            "waits": ("groups in flight", "")}
# Of a trip's math between a copy and its wait.
OVERLAP_BAND = 0.25


def overlap(before, after):
    bad = before is not None and (after is None or
                                  after < before - OVERLAP_BAND)
    return judged("overlap", before, after, bad, " trips",
                  "copies travel while less is computed")


def row_of(key, old, new):
    if key == "registers":
        return registers(old, new)
    if key == "overlap":
        return overlap(old, new)
    if key == "blocks":
        return judged("blocks per SM", old, new, None not in (old, new) and
                      new < old, why="fewer warps hide the way from memory")
    if key in NO_MORE:
        name, unit = NO_MORE[key]
        return judged(name, old, new, old is not None and (
            new is None or new > old), unit)
    name, unit = NO_OTHER[key]
    return judged(name, old, new, True, unit)


def rows(before, after):
    """All facts that the lock has, in its order; those of the machine code
    stand in a mapping of their own."""
    found = []
    for key, old in before.items():
        if key == "code":
            found += rows(old, after["code"])
        else:
            found.append(row_of(key, old, after.get(key)))
    return found


def results(before, after, may_differ):
    """Hashes, of the cases that both have. `may_differ`: why other bits are no
    wonder, or empty."""
    common = [case for case in before if case in after]
    off = [case for case in common if before[case] != after[case]]
    if not common:
        return Row("results", "note", "no case of the lock was run")
    if not off:
        return Row("results", "same", "%d of %d cases" % (len(common),
                                                         len(before)))
    text = "other bits in %d of %d cases: %s" % (len(off), len(common), off[0])
    if may_differ:
        return Row("results", "note", "%s; %s" % (text, may_differ))
    return Row("results", "FAILED", text)


def speed(label, before, after, tolerance, has_original):
    """Against the original where it is there, else in milliseconds."""
    name = "speed"
    if has_original:
        old, new = before["speed_up"], after["speed_up"]
        bad = new < old * (1 - tolerance)
        text = "%s: %.2f times the original, was %.2f" % (label, new, old)
    else:
        old, new = before["rewritten"], after["rewritten"]
        bad = new > old * (1 + tolerance)
        text = "%s: %.4f ms, was %.4f" % (label, new, old)
    return Row(name, "FAILED" if bad else "fine", text + (
        "; %d%% are fine" % round(100 * tolerance) if bad else ""))
