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
        self.buffers, self.gpu = {}, {}
        self.wrong, self.launches = {}, 0  # After how many of how many.
        path = os.path.join(folder, os.path.basename(program) + ".timed.txt")
        with open(path, "w", encoding="utf-8") as file:
            file.write(case.text(seed, dynamic))
        self.process = subprocess.Popen(
            [program, path, "--repeat=1", "--serve"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            errors="replace", env=environment, start_new_session=True)

    def wait(self):
        """Until its data is there, and one launch has been compared."""
        self._answer("ready")

    def hashes(self):
        return {name: line["hash"] for name, line in self.buffers.items()}

    def written(self):
        """Bytes that a launch writes, at least."""
        return sum(line.get("written", 0) for line in self.buffers.values())

    def times(self, launches, cold=0):
        """Its line for so many samples."""
        try:
            self.process.stdin.write("%d %d\n" % (launches, cold))
            self.process.stdin.flush()
        except OSError:
            pass  # It has ended; its answer says why.
        event = self._answer("milliseconds")
        self.gpu = event.get("gpu", {})
        self.launches += event.get("launches", 0)
        for name, times in event.get("wrong", {}).items():
            self.wrong[name] = self.wrong.get(name, 0) + times
        return event

    def _answer(self, key):
        """Its next line that has the key; a hang is ended."""
        clock = threading.Timer(self.timeout, self._kill)
        clock.start()
        try:
            for line in self.process.stdout:
                if line.startswith("{"):
                    try:
                        event = json.loads(line)
                    except ValueError:
                        continue  # The kernel's printf.
                    if "buffer" in event:
                        self.buffers[event["buffer"]] = event
                    if key in event:
                        return event
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
