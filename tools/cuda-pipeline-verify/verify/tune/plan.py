# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All that is known before a GPU is needed; may travel as a bundle."""

import json
import os
import shutil

from .. import Problem, bundle, plan, rewriting, spec
from ..source import hash_of, source_hash
from . import candidates, space


class Kernel:
    """One kernel, with all its specs (instantiations), and its candidates."""

    def __init__(self, name, specs, found, refused):
        self.name, self.specs = name, specs
        self.candidates, self.refused = found, refused


class TunePlan:
    def __init__(self, original, kernels, compiler, key):
        self.original, self.kernels = original, kernels
        self.compiler, self.key = compiler, key


def key_of(args, tool, specs):
    """What a measurement depends on, but for the GPU."""
    return {"source": source_hash(args.file),
            "tool": rewriting.version_of(tool) if tool else "",
            "flags": plan.rewriter_flags(args) + ["--"] + args.compiler,
            "spec": hash_of(json.dumps([s.data for s in specs]).encode())}


def make(args, tool, specs, folder, key):
    """Rewrites the file in all forms."""
    forms, rest = space.forms(args.rewrite)
    if args.gpu_arch:
        rest.append("--gpu-arch=" + args.gpu_arch)
    rewriter = candidates.Rewriter(tool, args.file, rest, args.compiler)
    by_name = {}
    for one in specs:
        by_name.setdefault(one.base_name(), []).append(one)
    facts = rewriting.facts_of(tool, args.file, rest, args.compiler)
    kernels = []
    for name, group in by_name.items():
        for one in group:
            rewriting.check_parameters(one, rewriting.kernel_facts(one, facts))
        kernels.append(Kernel(name, group, *candidates.gather(
            rewriter, name, group, forms, folder)))
    for kernel in kernels:
        if not kernel.candidates:
            raise Problem("nothing to tune in '%s': no form is legal; %s" % (
                kernel.name, kernel.refused[0].why if kernel.refused else ""))
    return TunePlan(args.file, kernels, args.compiler, key)


def write_bundle(work, folder, asked):
    """As bundle.write; candidates/ are the forms of all kernels."""
    bundle.write_files(work.original, folder)
    place = os.path.join(folder, "candidates")
    os.makedirs(place)
    for kernel in work.kernels:
        for one in kernel.candidates:
            target = os.path.join(place, os.path.basename(one.path))
            shutil.move(one.path, target)  # /tmp may be another device.
            one.path = target
    with open(os.path.join(folder, bundle.NAME), "w", encoding="utf-8") as file:
        json.dump({"original": os.path.basename(work.original), "tune": [
            {"kernel": k.name, "specs": [s.data for s in k.specs],
             "candidates": [c.as_data(folder) for c in k.candidates],
             "refused": [{"form": r.form.values, "why": r.why}
                         for r in k.refused]} for k in work.kernels],
                   "compiler": work.compiler, "key": work.key,
                   "asked": asked}, file, indent=1)
    return bundle.how_to_run(folder)


def is_tune(folder):
    return "tune" in bundle.data_of(folder)


def read_bundle(args):
    data = bundle.data_of(args.file)
    kernels = []
    try:
        for one in data["tune"]:
            specs = [spec.Spec(text, bundle.NAME) for text in one["specs"]]
            found = [candidates.candidate_of(c, args.file)
                     for c in one["candidates"]]
            for candidate in found:
                candidate.use_specs(specs)
            kernels.append(Kernel(one["kernel"], specs, found, [
                candidates.Refusal(space.Form(r["form"]), r["why"])
                for r in one["refused"]]))
        return TunePlan(os.path.join(args.file, data["original"]), kernels,
                        data["compiler"] + args.compiler, data["key"])
    except (KeyError, TypeError) as error:
        raise Problem("'%s' is no bundle of a tune: %s" % (args.file,
                                                           error)) from None
