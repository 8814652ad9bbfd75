# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""gemm.lock.json: in a stable order, one fact a line, so that diffs are small."""

import json
import os

from .. import Problem

VERSION = 1
KEYS = ("version", "file", "made", "tool", "flags", "compiler", "nvcc", "arch",
        "machine", "original", "rewritten", "kernels")


def path_for(args, wish):
    if wish:
        return wish
    if os.path.isdir(args.file):  # A bundle.
        from .. import bundle
        return os.path.join(args.file, os.path.splitext(
            bundle.data_of(args.file)["original"])[0] + ".lock.json")
    return os.path.splitext(args.file)[0] + ".lock.json"


def write(path, data):
    ordered = {key: data[key] for key in KEYS}
    try:
        with open(path + ".new", "w", encoding="utf-8") as file:
            json.dump(ordered, file, indent=1)
            file.write("\n")
        os.replace(path + ".new", path)
    except OSError as error:
        raise Problem("cannot write '%s': %s" % (
            path, error.strerror.lower())) from None


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            data = json.load(file)
        missing = [key for key in KEYS if key not in data]
        if missing or data["version"] != VERSION:
            raise ValueError("it has no '%s'" % missing[0] if missing else
                             "its version is %s" % data["version"])
        return data
    except OSError as error:
        raise Problem("cannot read '%s': %s; --lock writes one" % (
            path, error.strerror.lower())) from None
    except (ValueError, TypeError) as error:
        raise Problem("'%s' is no lock: %s" % (path, error)) from None
