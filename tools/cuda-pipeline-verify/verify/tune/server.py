# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A program that stays, with its data on the GPU, and is timed when asked."""

import json
import os
import signal
import subprocess
import threading

from .. import Problem


class Server:
    def __init__(self, program, case, dynamic, seed, folder, environment,
                 timeout):
        self.program, self.timeout = program, timeout
        path = os.path.join(folder, os.path.basename(program) + ".timed.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write(case.text(seed, dynamic))
        self.process = subprocess.Popen(
            [program, path, "--repeat=0", "--serve"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            errors="replace", env=environment, start_new_session=True)

    def wait(self):
        """Until its data is there."""
        self._answer("ready")

    def milliseconds(self, launches):
        try:
            self.process.stdin.write("%d\n" % launches)
            self.process.stdin.flush()
        except OSError:
            pass  # It has ended; its answer says why.
        return self._answer("milliseconds")

    def _answer(self, key):
        """The value in its next line that has one; a hang is ended."""
        clock = threading.Timer(self.timeout, self._kill)
        clock.start()
        try:
            for line in self.process.stdout:
                if line.startswith("{"):
                    try:
                        event = json.loads(line)
                    except ValueError:
                        continue  # The kernel's printf.
                    if key in event:
                        return event[key]
        finally:
            clock.cancel()
        said = self.process.stderr.read().strip().split("\n")[-1]
        raise Problem("timing failed: %s" % (
            said.replace("cudapipe-harness: ", "") or
            "no answer in %g s" % self.timeout))

    def _kill(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def stop(self):
        try:
            self.process.stdin.close()
            self.process.wait(10)
        except (OSError, subprocess.TimeoutExpired):
            self._kill()
            self.process.wait()
        self.process.stdout.close()
        self.process.stderr.close()
