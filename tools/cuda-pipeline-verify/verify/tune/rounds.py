# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times, in rounds: after each, half of the candidates go on, measured longer.

In every turn the original runs first, then each candidate, then the original
once more; a turn gives one ratio for each, against the original's time in the
same turn on the same GPU. What the original is off itself is noise. Some launches
of each turn have a cold cache. A candidate whose times cannot be believed (timing.py)
is a finding, and out.
"""

import concurrent.futures
import os
import statistics

from .. import Problem, timing
from ..compare import Finding
from .server import Server

# Turns, launches a turn, how many go on: at most, of those that were in.
ROUNDS = ((2, 3, 8), (3, 5, 3))
BEHIND = 0.8         # Of the best so far: out at once.
TURN_SECONDS = 0.5   # Of one version; slow kernels are launched less often.
CONTEXT_MB = 900     # Of a program on the GPU, besides its data.


def score(candidate):
    """The geometric mean of the ratios over all sizes."""
    return statistics.geometric_mean(
        [statistics.median(r) for r in candidate.ratios.values()])


class Lane:
    """One GPU and one size: the original and some candidates beside it."""

    def __init__(self, group, candidates, case, size, gpu, turns, launches):
        self.group, self.candidates, self.case = group, candidates, case
        self.size, self.gpu = size, gpu
        self.turns, self.launches = turns, launches
        self.original, self.again, self.cold = [], [], []

    def _start(self, program, dynamic):
        g = self.group
        return Server(program, self.case, dynamic, g.args.seed,
                      self.folder, self.gpu.environment(g.environment),
                      g.args.timeout)

    def run(self, folder):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)
        servers = {None: self._start(self.group.originals[self.size[0]],
                                     self.case.dynamic)}
        try:
            for c in self.candidates:
                servers[c] = self._start(
                    c.programs[self.size[0]],
                    c.jobs[self.size[0]].dynamic(self.case)[1])
            for c, server in servers.items():
                server.wait()
                self._compare(c, server)
            self._turns(servers)
            for c, server in servers.items():
                self._judge(c, server)
        finally:
            for server in servers.values():
                server.stop()
        return self

    def _compare(self, candidate, server):
        """The first launch, with what it gave when it was checked."""
        checked = (candidate.hashes if candidate else self.group.hashes).get(
            self.size, {})
        changed = timing.changed_text(checked, server.hashes())
        if changed:
            self._find(candidate, changed)

    def _judge(self, candidate, server):
        """The launches that were timed, and their times."""
        warm, cold = (self.original, self.cold) if candidate is None else \
            (candidate.samples.get(self.size), candidate.cold.get(self.size))
        flops = self.case.spec.flops
        limits = timing.Limits(
            server.gpu, flops.value(self.case.sizes) if flops else None,
            [b.element for b in self.case.spec.buffers()], server.written())
        text = timing.wrong_text(server.wrong, server.launches)
        if not text and warm:
            text = limits.problem(statistics.median(warm), statistics.median(
                cold) if cold else None)
        if text:
            self._find(candidate, text)

    def _find(self, candidate, text):
        if candidate is None:
            raise Problem("the original fails: times: %s" % text)
        candidate.findings.append(Finding("times", "rewritten", text,
                                          self.case.label))

    def _turns(self, servers):
        once = statistics.median(servers[None].times(1)["milliseconds"])
        launches = max(1, min(self.launches, int(TURN_SECONDS * 1e3 / once)))
        cold = timing.cold_samples(launches)
        racing = [c for c in self.candidates if c.is_alive()]
        for turn in range(self.turns):
            times = {}
            first = servers[None].times(launches, cold)
            for c in racing if turn % 2 == 0 else racing[::-1]:
                event = servers[c].times(launches, cold)
                times[c] = event["milliseconds"]
                c.cold.setdefault(self.size, []).extend(event.get("cold", []))
            last = servers[None].times(launches)
            self.cold += first.get("cold", [])
            before, after = (statistics.median(event["milliseconds"])
                             for event in (first, last))
            self.original.append((before + after) / 2)
            self.again.append(before / after)
            for c, values in times.items():
                c.samples.setdefault(self.size, []).extend(values)
                c.ratios.setdefault(self.size, []).append(
                    self.original[-1] / statistics.median(values))
            racing = [c for c in racing if not servers[c].wrong]
            best = max([c.ratios[self.size][-1] for c in racing] + [1])
            racing = [c for c in racing
                      if c.ratios[self.size][-1] >= BEHIND * best]


class Rounds:
    """The candidates of one kernel, over all timed sizes and GPUs."""

    def __init__(self, checks, timed, gpus, args, folder, environment):
        # `timed`: {(number of the spec, label): case}
        self.originals = [check.original for check in checks]
        self.hashes = {(check.at, label): hashes for check in checks
                       for label, hashes in check.hashes.items()}
        self.timed, self.gpus = timed, gpus
        self.args, self.folder, self.environment = args, folder, environment
        self.original_ms, self.original_cold_ms, self.noise = {}, {}, {}

    def run(self, candidates, progress):
        if not candidates:
            return
        rounds = ROUNDS + ((self.args.rounds, self.args.samples, 0),)
        for number, (turns, launches, kept) in enumerate(rounds):
            last = number + 1 == len(rounds)
            if not last and len(candidates) <= kept:
                continue
            progress("round %d: %d candidates" % (number + 1, len(candidates)))
            for c in candidates:
                c.samples, c.cold, c.ratios = {}, {}, {}
            self._round(candidates, turns, launches, last)
            candidates = [c for c in candidates if c.is_alive()]
            candidates.sort(key=score, reverse=True)
            for place, c in enumerate(candidates):
                if not last and (place >= kept or
                                 score(c) < BEHIND * score(candidates[0])):
                    c.stopped = "after round %d" % (number + 1)
            candidates = [c for c in candidates if not c.stopped]

    def _at_once(self, case):
        """So many programs have room on one GPU."""
        need = case.elements_on_gpu() / 2 ** 20 * 8 + CONTEXT_MB
        return max(1, int(0.7 * self.gpus[0].megabytes / need) - 1)

    def _round(self, candidates, turns, launches, last):
        # The last few are compared on one and the same GPU.
        gpus = self.gpus[:1] if last else self.gpus
        for size, case in self.timed.items():
            room = self._at_once(case)
            groups = [candidates[at::len(gpus)] for at in range(len(gpus))]
            with concurrent.futures.ThreadPoolExecutor(len(gpus)) as pool:
                done = pool.map(
                    lambda at: [self._lane(groups[at][i:i + room], size, case,
                                           at, turns, launches)
                                for i in range(0, len(groups[at]), room)],
                    range(len(gpus)))
                lanes = [lane for of_gpu in done for lane in of_gpu]
            self.original_ms[size] = statistics.median(
                [ms for lane in lanes for ms in lane.original])
            cold = [ms for lane in lanes for ms in lane.cold]
            if cold:
                self.original_cold_ms[size] = statistics.median(cold)
            self.noise[size] = max(abs(ratio - 1) for lane in lanes
                                   for ratio in lane.again)

    def _lane(self, candidates, size, case, at, turns, launches):
        return Lane(self, candidates, case, size, self.gpus[at], turns,
                    launches).run(os.path.join(
                        self.folder, "timed-%d-%d" % (size[0], at)))
