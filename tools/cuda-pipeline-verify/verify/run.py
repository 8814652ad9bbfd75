# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs a program of one case, and reads what it says."""

import json
import os
import re
import signal
import subprocess

REPORT = re.compile(r"cudapipe-executor: ([^:]+): (.*)")
PLACES = re.compile(r" \[([^\[\]]+:\d+(?:, [^\[\]]+:\d+)*)\]$")


class Report:
    """One line of the executor: what, where."""

    def __init__(self, kind, text):
        self.kind, self.text, self.places = kind, text, []
        match = PLACES.search(text)
        if match:
            self.text = text[:match.start()]
            for place in match[1].split(", "):
                name, line = place.rsplit(":", 1)
                self.places.append((name, int(line)))


class Run:
    """What one run of a program gave."""

    def __init__(self):
        self.buffers, self.unsteady, self.milliseconds = {}, [], []
        # With the milliseconds: those with a cold cache, launches in all, which
        # memory was wrong after how many, and what the GPU is.
        self.cold, self.launches, self.wrong, self.gpu = [], 0, {}, {}
        self.reports, self.failure, self.ended = [], "", False
        self.trips = []  # Of the loops that are counted, at most.
        self.addresses = ""  # Of a replay: same or moved.

    def is_good(self):
        return self.ended and not self.failure and not self.reports

    def hashes(self):
        return {name: line["hash"] for name, line in self.buffers.items()}

    def listen(self, output):
        for line in output.split("\n"):
            if not line.startswith("{"):
                continue  # The kernel's printf.
            try:
                event = json.loads(line)
            except ValueError:
                continue
            if "buffer" in event:
                self.buffers[event["buffer"]] = event
            elif "unsteady" in event:
                self.unsteady.append(event)
            elif "trips" in event:
                self.trips = event["trips"]
            elif "addresses" in event:
                self.addresses = event["addresses"]
            elif "milliseconds" in event:
                self.milliseconds = event["milliseconds"]
                self.cold = event.get("cold", [])
                self.launches = event.get("launches", 0)
                self.wrong = event.get("wrong", {})
                self.gpu = event.get("gpu", {})
            elif "end" in event:
                self.ended = True


def run(program, case_file, flags, environment, timeout):
    """Runs the program; a hang is ended, whatever it has started."""
    result = Run()
    process = subprocess.Popen(
        [program, case_file] + flags, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, errors="replace", env=environment,
        start_new_session=True)
    try:
        output, errors = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, errors = process.communicate()
        result.failure = "runs longer than %g s" % timeout
    result.listen(output)
    for line in errors.split("\n"):
        match = REPORT.match(line)
        if match:
            result.reports.append(Report(match[1], match[2]))
        elif line.startswith("cudapipe-harness: ") and not result.failure:
            result.failure = line.split(": ", 1)[1]
    if not result.failure and not result.reports and (process.returncode or
                                                      not result.ended):
        said = errors.strip().split("\n")[-1]
        result.failure = "ends with exit code %d%s" % (
            process.returncode, ": " + said if said else "")
    return result
