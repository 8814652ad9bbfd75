# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the rewriter makes of the forms: files to try, and refusals."""

import concurrent.futures
import os

from .. import Problem, rewriting
from ..plan import Job
from .space import Form


class Candidate:
    """One rewritten file, and what is found out about it."""

    def __init__(self, form, path, facts):
        self.form, self.path, self.facts = form, path, facts
        self.same = []       # Other forms with the same text.
        self.jobs = []       # One for each spec of the kernel.
        self.figures = None  # model.Figures
        self.why_not = ""    # Left out, and why.
        self.findings = []
        self.programs = []   # One for each spec.
        self.hashes = {}     # Of checked results, by spec and case.
        self.samples = {}    # Of each timed size: milliseconds.
        self.cold = {}       # The same, with a cold cache.
        self.ratios = {}     # Of each timed size: one for each turn.
        self.stopped = ""    # When it was clearly behind.

    def use_specs(self, specs):
        self.jobs = [Job(spec, self.facts, rewriting.need_of(spec, self.facts),
                         rewriting.stages_of(self.facts)) for spec in specs]

    def is_alive(self):
        return not (self.why_not or self.findings)

    def summary(self):
        return "; ".join(loop["summary"] for loop in self.facts["loops"]
                         if loop["rewritten"])

    def as_data(self, folder):
        return {"form": self.form.values, "facts": self.facts,
                "file": os.path.relpath(self.path, folder),
                "same": [form.values for form in self.same]}


def candidate_of(data, folder):
    """Of a bundle."""
    found = Candidate(Form(data["form"]), os.path.join(folder, data["file"]),
                      data["facts"])
    found.same = [Form(values) for values in data["same"]]
    return found


class Refusal:
    def __init__(self, form, why):
        self.form, self.why = form, why


class Rewriter:
    """The tool with the flags of this command."""

    def __init__(self, tool, file, flags, compiler):
        self.tool, self.file = tool, file
        self.flags, self.compiler = flags, compiler

    def of_form(self, name, form, path):
        """A candidate, or a refusal."""
        flags = self.flags + ["--kernel=(^|::)%s$" % name] + form.flags()
        try:
            facts = rewriting.facts_of(self.tool, self.file, flags,
                                       self.compiler)
            kernel = next((k for k in facts if k["name"] == name), None)
            loops = kernel["loops"] if kernel else []
            if not any(loop["rewritten"] for loop in loops):
                return Refusal(form, "; ".join(
                    "line %d: %s" % (loop["line"], loop["why"])
                    for loop in loops if loop.get("why")) or
                               "it has no K-loop")
            rewriting.rewrite(self.tool, self.file, path, flags, self.compiler)
        except Problem as problem:
            return Refusal(form, str(problem).replace(
                "cuda-pipeline-rewrite: ", ""))
        return Candidate(form, path, kernel)


def gather(rewriter, name, specs, forms, folder):
    """Candidates with different texts, and refusals."""
    stem = os.path.splitext(os.path.basename(rewriter.file))[0]
    paths = [os.path.join(folder, "%s.%s-%d.cu" % (stem, name, at))
             for at in range(len(forms))]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        made = list(pool.map(lambda one: rewriter.of_form(name, *one),
                             zip(forms, paths)))
    texts, refused = {}, []
    for one in made:
        if isinstance(one, Refusal):
            refused.append(one)
            continue
        with open(one.path, "rb") as file:
            first = texts.setdefault(file.read(), one)
        if first is not one:
            first.same.append(one.form)
            os.remove(one.path)
            continue
        try:
            one.use_specs(specs)
        except Problem as problem:
            one.why_not = str(problem)
    return list(texts.values()), refused
