"""The choice between candidates whose times are given here."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "tools",
                                "cuda-pipeline-verify"))
from verify.tune import model, verdict
from verify.tune.candidates import Candidate
from verify.tune.space import Form


def candidate(variant, ratios, shared):
    found = Candidate(Form({"variant": variant}), "", {"loops": []})
    found.figures = model.Figures(32, shared, 0, 0, 0, 8)
    found.ratios = {(0, str(at)): [ratio] for at, ratio in enumerate(ratios)}
    return found


def choose(what, *candidates):
    winner = verdict.winner_of(list(candidates), 0.01)
    print("%s: %s" % (what, winner and winner.form.values["variant"]))


choose("faster at both", candidate("cpasync", [1.5, 1.2], 4096),
       candidate("ldg", [1.3, 1.3], 4096))
choose("slower at one", candidate("cpasync", [2.5, 0.9], 4096))
choose("as fast, less memory", candidate("cpasync", [1.503], 8192),
       candidate("ldg", [1.5], 4096))
