# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What came out for one kernel, or for one program of the user's."""


def counted(number, what):
    """"1 case", "2 cases"."""
    return "%d %s%s" % (number, what, "" if number == 1 else "s")


class Timed:
    """What was timed: times that can be believed, or findings."""

    def add_speed(self, speed):
        self.findings += speed.findings
        if not speed.findings:
            self.speeds.append(speed)

    def good_times(self):
        """The row of `times`."""
        if not self.speeds:
            return "", ""
        roof = self.speeds[0].roof()
        return "ok", "%s timed, each from poisoned outputs and with the right " \
            "results; %s" % (counted(sum(
                sum(speed.launches.values()) for speed in self.speeds),
                                     "launch").replace("launchs", "launches"),
                             "none faster than a " + roof + " can be" if roof
                             else "what this GPU can do is not known")

    def speed_note(self):
        if self.device == "cpu":
            return "not measured: that takes a GPU"
        if any(finding.check == "times" for finding in self.findings):
            return "no times: see 'times'"
        return "" if self.speeds else "not measured: the results are wrong"


class KernelResult(Timed):
    """Of one spec."""

    checks = ("builds", "launches", "runs", "next tile", "memory", "races",
              "sanitizer", "results", "reference", "inputs", "repeats",
              "times")

    def __init__(self, spec, facts, device):
        self.spec, self.facts, self.device = spec, facts, device
        self.title = spec.kernel
        self.findings, self.notes, self.speeds = [], [], []
        self.cases = self.seeds = self.repeat = 0
        self.dynamic = (0, 0)
        self.hashes = {}  # Of the outputs, case by case.
        self.near = 0  # Values that differ within the tolerance.
        self.reference = {}  # How far a version is from it, at most: relative.
        self.sanitized = []  # Tools of compute-sanitizer that were run.
        self.machine_code = None  # With --sass.
        self.trips = None  # A TripCounter.

    @property
    def doubts(self):
        """Why equal results would prove nothing."""
        verdict, words = self.trips.verdict() if self.trips else ("", "")
        return [words] if verdict == "NO PROOF" else []

    def failed(self):
        return bool(self.findings)

    def use_machine_code(self, found):
        """Its checks are rows of the report, too."""
        self.machine_code = found
        self.findings += found.findings()
        self.checks = self.checks + ("overlap", "waits", "barriers", "width",
                                     "local", "math")

    def good(self, check):
        """The verdict and the words for a check without a finding; empty
        where there is nothing to say."""
        if self.machine_code and check in self.machine_code.rows():
            return self.machine_code.rows()[check]
        cpu = self.device == "cpu"
        if check == "builds":
            return "ok", "both with " + ("clang, for the executor" if cpu else
                                         "nvcc")
        if not self.seeds:
            return "", ""
        # A run that ended early has not been checked for anything else.
        if check not in ("launches", "inputs") and any(
                f.check in ("launches", "runs", "memory", "races")
                for f in self.findings):
            return "", ""
        if check == "launches":
            old, new = self.dynamic
            return "ok", "dynamic shared memory: %s" % (
                "%d bytes" % old if old == new else
                "%d bytes, rewritten %d" % (old, new))
        if check == "next tile":
            return self.trips.verdict()
        if check == "memory":
            return "ok", "every access is in bounds, aligned and initialised" \
                if cpu else "nothing written around the buffers"
        if check == "races" and cpu:
            return "none", ("every access to shared memory checked, with %s of "
                            "threads a case" %
                            counted(self.seeds * self.repeat, "order"))
        if check == "races" and not self.sanitized:
            return "not checked", "--sanitize does it, and --device=cpu"
        if check == "sanitizer" and self.sanitized:
            return "clean", ", ".join(self.sanitized)
        if check == "results":
            return "same", "%s, %s of data: %s" % (
                counted(self.cases, "case"), counted(self.seeds, "set"),
                counted(self.near, "value") + " off, within the tolerance"
                if self.near else "every bit")
        if check == "reference" and self.reference:
            return "near", "of '%s' at most, by the value: %s" % (
                self.spec.reference, ", ".join(
                    "%s %.3g" % item for item in self.reference.items()))
        if check == "repeats" and self.repeat > 1:
            return "same", "%d launches with the same data" % self.repeat
        if check == "times":
            return self.good_times()
        return "", ""

    def add_reference(self, version, run):
        for line in run.buffers.values():
            if "reference" in line:
                self.reference[version] = max(
                    self.reference.get(version, 0),
                    float(line["reference"]["relative"]))


class ProgramResult:
    """Of --build and --run."""

    checks = ("builds", "runs", "results", "repeats")
    facts = None

    def __init__(self, command):
        self.title = command
        self.findings, self.notes, self.speeds = [], [], []
        self.lines = self.left_out = 0
        self.seconds = {"original": [], "rewritten": []}

    def failed(self):
        return bool(self.findings)

    def good(self, check):
        if check == "builds":
            return "ok", "both"
        if self.findings and check != "runs":
            return "", ""
        if check == "runs":
            return "ok", "exit code 0"
        if check == "results":
            return "same", "%s%s" % (
                counted(self.lines, "line"), ", %d left out" % self.left_out
                if self.left_out else "")
        return "same", counted(len(self.seconds["rewritten"]),
                               "run") + " of each"

    def speed_note(self):
        if not all(self.seconds.values()) or self.findings:
            return "not measured"
        return "whole program: original %.3f s, rewritten %.3f s" % (
            min(self.seconds["original"]), min(self.seconds["rewritten"]))


class ReplayResult(Timed):
    """Of one kernel's recorded launches."""

    checks = ("builds", "launches", "runs", "memory", "races", "results",
              "repeats", "replay", "times")
    machine_code = None

    def __init__(self, title, facts, device):
        self.title, self.facts, self.device = title, facts, device
        self.findings, self.notes, self.speeds = [], [], []
        # Why equal results would prove nothing.
        self.doubts = []
        self.launches = self.bytes = self.repeat = self.near = 0
        self.dynamic = (0, 0)
        self.moved = False  # Memory lies where the program had it.

    def failed(self):
        return bool(self.findings)

    def good(self, check):
        cpu = self.device == "cpu"
        if check == "builds":
            return "ok", "both with " + ("clang, for the executor" if cpu else
                                         "nvcc")
        if not self.launches:
            return "", ""
        if check not in ("launches", "replay") and any(
                f.check in ("launches", "runs", "memory", "races")
                for f in self.findings):
            return "", ""
        if check == "launches":
            old, new = self.dynamic
            return "ok", "dynamic shared memory: %s" % (
                "%d bytes" % old if old == new else
                "%d bytes, rewritten %d" % (old, new))
        if check == "memory":
            return "ok", "every access is in bounds, aligned and initialised" \
                if cpu else "nothing written around the recorded memory"
        if check == "races":
            return ("none", "every access to shared memory checked, with %s of "
                    "threads a launch" % counted(self.repeat, "order")) \
                if cpu else ("not checked", "--device=cpu does it")
        if check == "results":
            return "same", "%s, up to %d bytes of memory: %s" % (
                counted(self.launches, "recorded launch").replace(
                    "launchs", "launches"), self.bytes,
                counted(self.near, "value") + " off, within the tolerance"
                if self.near else "every byte")
        if check == "repeats" and self.repeat > 1:
            return "same", "%d launches with the same data" % self.repeat
        if check == "replay" and self.doubts:
            return "NO PROOF", "the replay of the original: " + "; ".join(
                self.doubts[:3]) + ("; ..." if len(self.doubts) > 3 else "")
        if check == "replay" and not self.findings:
            return "ok", "the original's gives what the program got%s%s" % (
                ", as near as a CPU can" if cpu else ", every byte",
                "; memory lies elsewhere, its pointers were moved"
                if self.moved else "")
        if check == "times":
            return self.good_times()
        return "", ""
