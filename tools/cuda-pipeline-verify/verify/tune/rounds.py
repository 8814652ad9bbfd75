# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times, in rounds: after each, half of the candidates go on, measured longer.

In every turn the original runs first, then each candidate, then the original
once more; a turn gives one ratio for each, against the original's time in the
same turn on the same GPU. What the original is off itself is noise.
"""

import concurrent.futures
import os
import statistics

from .server import Server

# Turns, launches a turn, how many go on: at most, of those that were in.
ROUNDS = ((2, 3, 8), (3, 5, 3))
BEHIND = 0.8         # Of the best so far: out at once.
TURN_SECONDS = 0.5   # Of one version; slow kernels are launched less often.
CONTEXT_MB = 700     # Of a program on the GPU, besides its data.


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
        self.original, self.again = [], []

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
            for server in servers.values():
                server.wait()
            self._turns(servers)
        finally:
            for server in servers.values():
                server.stop()
        return self

    def _turns(self, servers):
        once = statistics.median(servers[None].milliseconds(1))
        launches = max(1, min(self.launches, int(TURN_SECONDS * 1e3 / once)))
        racing = list(self.candidates)
        for turn in range(self.turns):
            times = {}
            before = statistics.median(servers[None].milliseconds(launches))
            for c in racing if turn % 2 == 0 else racing[::-1]:
                times[c] = servers[c].milliseconds(launches)
            after = statistics.median(servers[None].milliseconds(launches))
            self.original.append((before + after) / 2)
            self.again.append(before / after)
            for c, values in times.items():
                c.samples.setdefault(self.size, []).extend(values)
                c.ratios.setdefault(self.size, []).append(
                    self.original[-1] / statistics.median(values))
            best = max([c.ratios[self.size][-1] for c in racing] + [1])
            racing = [c for c in racing
                      if c.ratios[self.size][-1] >= BEHIND * best]


class Rounds:
    """The candidates of one kernel, over all timed sizes and GPUs."""

    def __init__(self, originals, timed, gpus, args, folder, environment):
        # `timed`: {(number of the spec, label): case}
        self.originals, self.timed, self.gpus = originals, timed, gpus
        self.args, self.folder, self.environment = args, folder, environment
        self.original_ms, self.noise = {}, {}

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
                c.samples, c.ratios = {}, {}
            self._round(candidates, turns, launches, last)
            candidates.sort(key=score, reverse=True)
            for place, c in enumerate(candidates):
                if not last and (place >= kept or
                                 score(c) < BEHIND * score(candidates[0])):
                    c.stopped = "after round %d" % (number + 1)
            candidates = [c for c in candidates if not c.stopped]

    def _at_once(self, case):
        """So many programs have room on one GPU."""
        need = case.bytes() / 2 ** 20 * 8 + CONTEXT_MB
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
            self.noise[size] = max(abs(ratio - 1) for lane in lanes
                                   for ratio in lane.again)

    def _lane(self, candidates, size, case, at, turns, launches):
        return Lane(self, candidates, case, size, self.gpus[at], turns,
                    launches).run(os.path.join(
                        self.folder, "timed-%d-%d" % (size[0], at)))
