# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gemm.tune.json: what was measured, one entry a GPU.

An entry holds as long as the source, the spec, the flags and the tool are the
same. A file that was tuned in place is known by its new hash.
"""

import json
import os

from .. import Problem

VERSION = 1


def path_for(args):
    if args.tune_file:
        return args.tune_file
    if os.path.isdir(args.file):  # A bundle.
        from .. import bundle
        return os.path.join(args.file, os.path.splitext(
            bundle.data_of(args.file)["original"])[0] + ".tune.json")
    return os.path.splitext(args.file)[0] + ".tune.json"


def read(path):
    """All entries; none if there is no file."""
    if not os.path.exists(path):
        return []
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        if data["version"] != VERSION:
            raise ValueError("its version is %s" % data["version"])
        return data["entries"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Problem("cannot use '%s': %s; remove it, or name another file "
                      "with --tune-file=FILE" % (path, error)) from None


def holds(entry, key):
    """Whether nothing that matters has changed since."""
    same = dict(entry["key"], source="") == dict(key, source="")
    return same and key["source"] in (entry["key"]["source"],
                                      entry.get("result"))


def find(entries, key, gpu, like=""):
    """The entry of this GPU; where there is none, the only entry that holds of
    those whose GPU is named like that."""
    found = [e for e in entries if holds(e, key) and gpu in ("", e["gpu"]) and
             like.lower() in e["gpu"].lower()]
    return found[0] if len(found) == 1 else None


def why_not(entries, key):
    """What has changed since an entry was made."""
    names = {"source": "the source", "tool": "the tool's version",
             "flags": "the flags", "spec": "the spec"}
    changed = {text for entry in entries for name, text in names.items()
               if entry["key"].get(name) != key[name]}
    return " and ".join(sorted(changed))


def write(path, entries, entry):
    """With the entry in place of others of its GPU; those that hold no longer
    go."""
    kept = [e for e in entries if e["gpu"] != entry["gpu"] and
            holds(e, entry["key"])]
    kept = sorted(kept + [entry], key=lambda e: e["gpu"])
    try:
        with open(path + ".new", "w", encoding="utf-8") as file:
            json.dump({"version": VERSION, "entries": kept}, file, indent=1)
            file.write("\n")
        os.replace(path + ".new", path)
    except OSError as error:
        raise Problem("cannot write '%s': %s" % (
            path, error.strerror.lower())) from None
