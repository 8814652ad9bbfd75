# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compute-sanitizer over one case, with its findings in source lines."""

import os
import re
import subprocess

from . import Problem, places
from .compare import Finding

TOOLS = ("memcheck", "racecheck", "synccheck")
CLEAN = {"memcheck": "ERROR SUMMARY: 0 errors",
         "racecheck": "RACECHECK SUMMARY: 0 hazards displayed",
         "synccheck": "ERROR SUMMARY: 0 errors"}
PLACE = re.compile(r" in (\S+):(\d+)")
# What begins a finding, behind the `=========`.
HEAD = re.compile(r"========= (?:Error: |Warning: )?"
                  r"((?:Invalid|Race|Barrier|Misaligned|Out-of|Program hit|"
                  r"Divergent|Potential)[^\n]*)")
MOST = 5


def findings_in(tool, output, version, case):
    """One finding for each message, with the places that it names."""
    found, current = [], None
    for line in output.split("\n"):
        head = HEAD.match(line)
        if head:
            text = re.sub(r" at \S.*", "", head[1]).strip()
            current = Finding("sanitizer", version, "%s: %s" % (tool, text), case)
            found.append(current)
        if current and line.startswith("========="):
            for path, number in PLACE.findall(line):
                place = os.path.basename(path), int(number)
                if place not in current.places:
                    current.places.append(place)
        if current and line.strip() == "=========":
            current = None
    return found[:MOST]


def check(programs, case_files, label, environment, args):
    """Findings, and the tools that said that both versions are clean."""
    sanitizer = places.program(None, "compute-sanitizer")
    if not sanitizer:
        raise Problem("--sanitize: no compute-sanitizer; it comes with the CUDA "
                      "toolkit")
    found, clean = [], []
    for tool in TOOLS:
        bad = False
        for version, program in programs.items():
            try:
                done = subprocess.run(
                    [sanitizer, "--tool", tool, "--error-exitcode", "9",
                     "--print-limit", "20", program, case_files[version]],
                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                    errors="replace", env=environment, timeout=args.timeout * 5)
            except subprocess.TimeoutExpired:
                found.append(Finding("sanitizer", version, "%s runs longer than "
                                     "%g s" % (tool, args.timeout * 5), label))
                bad = True
                continue
            if done.returncode == 0 and CLEAN[tool] in done.stdout:
                continue
            bad = True
            summary = re.search(r"SUMMARY: ([^\n]*)", done.stdout)
            found += findings_in(tool, done.stdout, version, label) or [Finding(
                "sanitizer", version, "%s: %s" % (
                    tool, summary[1] if summary else "exit code %d" %
                    done.returncode), label)]
        if not bad:
            clean.append(tool)
    return found, clean
