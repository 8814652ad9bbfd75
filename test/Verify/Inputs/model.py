"""verify/tune/model.py on figures that are given here."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "tools",
                                "cuda-pipeline-verify"))
from verify.tune import model
from verify.tune.candidates import Candidate
from verify.tune.space import Form


class Job:
    def __init__(self, stages):
        self.stages = stages


def candidate(stages, blocks, shared, spills=0, pad="auto"):
    found = Candidate(Form({"variant": "cpasync", "stages": str(stages),
                            "pad": pad}), "", {"loops": []})
    found.jobs = [Job(stages)]
    found.figures = model.Figures(64, shared, 0, spills, 0, blocks)
    return found


def judge(of_original, **candidates):
    model.prune(list(candidates.values()),
                model.Figures(64, 8192, 0, of_original, 0, 4))
    for name, one in candidates.items():
        print("%s: %s" % (name.replace("_", " ").replace(" c ", ", "),
                          one.why_not or "timed"))


judge(0, **{"2 stages, 4 blocks": candidate(2, 4, 16384),
            "3 stages, 3 blocks": candidate(3, 3, 24576),
            "4 stages, 1 block": candidate(4, 1, 32768),
            "other flags, 1 block": candidate(4, 1, 32768, pad="none")})
judge(0, spills=candidate(2, 4, 16384, 16))
judge(16, spills_as_the_original=candidate(2, 4, 16384, 16))
judge(0, too_large=candidate(2, 0, 300000))
