# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""--build and --run: the user's own program, with either version of the file.

    --build 'nvcc -O3 {file} -o {program}' --run '{program} 1024'
"""

import os
import re
import shlex
import signal
import subprocess
import time

from . import Problem
from .compare import Finding
from .result import ProgramResult

NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
MOST_SHOWN = 5


def command(text, file, folder, version):
    """The user's words; {file} and {program} stand for this version's."""
    words = {"{file}": os.path.abspath(file),
             "{program}": os.path.join(folder, version)}
    for word, path in words.items():
        text = text.replace(word, shlex.quote(path))
    return text


def call(text, timeout):
    """Exit code, stdout, stderr and seconds; a hang is ended."""
    start = time.monotonic()
    process = subprocess.Popen(
        text, shell=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, errors="replace", start_new_session=True)
    try:
        output, errors = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return None, "", "", timeout
    return process.returncode, output, errors, time.monotonic() - start


def is_near(old, new, tolerance):
    """Two lines with the same words, and numbers within the tolerance."""
    if tolerance is None or NUMBER.sub("#", old) != NUMBER.sub("#", new):
        return False
    absolute, relative = tolerance
    return all(abs(float(a) - float(b)) <= absolute + relative * abs(float(a))
               for a, b in zip(NUMBER.findall(old), NUMBER.findall(new)))


class ProgramCheck:
    def __init__(self, args, subject, folder):
        self.args, self.subject, self.folder = args, subject, folder
        self.result = ProgramResult(args.run)
        self.tolerance = None
        if args.tolerance:
            value = 1e-3 if args.tolerance == "default" else \
                float(args.tolerance)
            self.tolerance = (value, value)

    def check(self):
        outputs = {}
        for version, file in self.subject.versions():
            lines = self._outputs_of(version, file)
            if lines is None:
                return self.result
            outputs[version] = lines[0]
            # What it prints changes by itself: no comparison means anything.
            for again in lines[1:]:
                if not self._same(lines[0], again, version, "repeats"):
                    return self.result
        self.result.lines = len(outputs["original"])
        self._same(outputs["original"], outputs["rewritten"], "rewritten",
                   "results")
        return self.result

    def _fail(self, check, version, text, details=()):
        self.result.findings.append(Finding(check, version, text, "", details))

    def _outputs_of(self, version, file):
        """The lines of every run, or None after a finding."""
        if self.args.build:
            text = command(self.args.build, file, self.folder, version)
            code, output, errors, _ = call(text, self.args.timeout)
            if code != 0:
                said = (errors + output).strip().split("\n")[-MOST_SHOWN:]
                if version == "original":
                    raise Problem("--build: exit code %s with the original:\n%s"
                                  % (code, "\n".join(said)))
                self._fail("builds", version, "exit code %s" % code, said)
                return None
        found = []
        for _ in range(self.args.repeat or 2):
            text = command(self.args.run, file, self.folder, version)
            code, output, errors, seconds = call(text, self.args.timeout)
            if code != 0:
                what = "runs longer than %g s" % self.args.timeout \
                    if code is None else "exit code %d" % code
                said = (errors or output).strip().split("\n")[-MOST_SHOWN:]
                self._fail("runs", version, what, said)
                return None
            self.result.seconds[version].append(seconds)
            found.append(self._kept(output))
        return found

    def _kept(self, output):
        """What is compared: stdout, or the file of --output, less --ignore."""
        if self.args.output:
            try:
                with open(self.args.output, "rb") as file:
                    output = file.read().decode(errors="surrogateescape")
            except OSError as error:
                raise Problem("--output: cannot read '%s': %s" % (
                    self.args.output, error.strerror.lower())) from None
        lines = output.splitlines()
        kept = [line for line in lines if not (
            self.args.ignore and re.search(self.args.ignore, line))]
        self.result.left_out = len(lines) - len(kept)
        return kept

    def _same(self, old, new, version, check):
        pairs = list(zip(old, new))
        at = [n for n, (a, b) in enumerate(pairs)
              if a != b and not is_near(a, b, self.tolerance)]
        if not at and len(old) == len(new):
            return True
        names = ("original", "rewritten") if check == "results" else \
            ("first run", "later run")
        details = []
        for n in at[:MOST_SHOWN]:
            details += ["line %d, %s: %s" % (n + 1, name, text)
                        for name, text in zip(names, pairs[n])]
        text = "%d of %d lines differ" % (len(at), len(old)) if at else \
            "%d lines, and then %d" % (len(old), len(new))
        if check == "repeats":
            text += " from run to run (--ignore=REGEX leaves lines out, such " \
                "as times)"
        self._fail(check, version, text, details)
        return False
