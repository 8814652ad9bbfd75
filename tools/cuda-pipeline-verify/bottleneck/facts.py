# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What cuda-pipeline-rewrite knows of the file, and makes of it.

A facts file (--save-facts) holds all of it for a machine with nvcc and a GPU, on
which the rewriter is not.
"""

import json
import os

from verify import Problem, first_spec, places, rewriting, spec

VERSION = 1


class Facts:
    """kernels: as --print-kernels=json has them; gpu: a row of Gpus.def or None;
    rewritten: the text that auto makes, or None; specs: data by kernel's name."""

    def __init__(self, kernels, gpu, rewritten, specs, notes, tool):
        self.kernels, self.gpu, self.rewritten = kernels, gpu, rewritten
        self.specs, self.notes, self.tool = specs, notes, tool

    def as_data(self):
        return {"version": VERSION, "tool": self.tool, "gpu": self.gpu,
                "kernels": self.kernels, "rewritten": self.rewritten,
                "specs": self.specs, "notes": self.notes}


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        return Facts(data["kernels"], data.get("gpu"), data.get("rewritten"),
                     data.get("specs", {}), data.get("notes", []),
                     data.get("tool", ""))
    except (OSError, ValueError, KeyError, TypeError):
        raise Problem("'%s' holds no facts; 'cuda-pipeline-report FILE.cu "
                      "--save-facts=FILE' writes them" % path) from None


def save(facts, path):
    try:
        with open(path, "w", encoding="utf-8") as file:
            json.dump(facts.as_data(), file, indent=1)
            file.write("\n")
    except OSError as error:
        raise Problem("cannot write '%s': %s" % (
            path, error.strerror.lower())) from None


def printed(tool, file, flags, compiler):
    """The JSON of --print-kernels."""
    done = rewriting.call(tool, [file, "--print-kernels=json"] + flags +
                          rewriting.compiler_flags(compiler))
    # 2: no loop is a K-loop's; the kernels are there all the same.
    try:
        data = json.loads(done.stdout)
        if data.get("kernels") or not done.returncode:
            return data
    except ValueError:
        pass
    raise Problem("cuda-pipeline-rewrite: " + rewriting.said_by(done))


def specs_of(file, path, kernels):
    """Of the user's spec, and of what the launches say where that is enough:
    data by the kernel's name, and notes."""
    found, notes = {}, []
    given = path or spec.path_beside(file)
    if path and not os.path.exists(path):
        raise Problem("--spec: no such file: '%s'" % path)
    if os.path.exists(given):
        for one in spec.read_specs(given):
            found[one.base_name()] = dict(one.data, where=given)
    for kernel in kernels:
        if kernel["name"] in found:
            continue
        first = first_spec.FirstSpec(kernel)
        if first.missing or not first.launch:
            continue
        data = data_of(first)
        if data:
            found[kernel["name"]] = data
    return found, notes


def data_of(first):
    """The data of a first spec, with the sizes that the launch has where these
    are constants of the file."""
    kernel, known = first.kernel, first.launch["names"]
    parameters = {}
    for (name, form, text), p in zip(first.parameters, kernel["parameters"]):
        if p["element"]:
            role = "input" if not p["written"] else \
                "inout" if p["read"] else "output"
            element = first_spec.ELEMENTS.get(p["element"], p["element"])
            parameters[name] = {role: element, "count": text}
        elif form.startswith("{c++"):
            return None
        else:
            parameters[name] = text
    small = {name: first.small(at, name) for at, name in enumerate(first.names)}
    timed = {name: known[name] if known.get(name) else
             2 if name in first.grid else 2048 for name in first.names}
    data = {"kernel": first.launch["kernel"], "grid": first.grid,
            "block": first.block, "dynamic bytes": first.dynamic,
            "parameters": parameters, "where": "the launch in line %d%s" % (
                first.launch["line"], "" if all(
                    known.get(name) for name in first.names) else
                ", sizes assumed")}
    if small:
        data.update(sizes=[small], timed=[timed])
    return data


def collect(args, tool, flags):
    """All facts of the file."""
    data = printed(tool, args.file, flags, args.compiler)
    specs, notes = specs_of(args.file, args.spec, data["kernels"])
    rewritten = None
    if any(loop["rewritten"] for kernel in data["kernels"]
           for loop in kernel["loops"]):
        done = rewriting.call(tool, [args.file, "-o", "-", "--quiet"] + flags +
                              rewriting.compiler_flags(args.compiler))
        rewritten = done.stdout if not done.returncode else None
    return Facts(data["kernels"], data.get("gpu"), rewritten, specs, notes,
                 rewriting.version_of(tool))


def tool_for(args, started_as):
    tool = places.rewriter(args.tool, started_as)
    if args.tool and not tool:
        raise Problem("--tool: cannot run '%s'" % args.tool)
    if not tool:
        raise Problem("no cuda-pipeline-rewrite to read the file; name it with "
                      "--tool=PATH, or say what it knows with --facts=FILE")
    return tool
