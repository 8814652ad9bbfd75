#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""batches.py FILE...: which files can be compiled as one, a line each batch.

Two files stay apart if both declare a name that only a file should see (of an
anonymous namespace, or static), if one includes a header that has a name which the
other declares for itself, or if they use other namespaces. What is compared is text:
too many names keep more apart than need be, one that is missed is an error of the
compiler.
"""

import os
import re
import sys

SIZE = 40
TYPE = re.compile(r"^(?:class|struct|enum class|enum|union) +(\w+)[^;\n]*[{:]"
                  r"|^(?:inline |static )*const(?:expr)? [^;(]*?(\w+) =", re.M)
STATIC = re.compile(r"^static [\w:<>*&, ]+[ *&](\w+)\(", re.M)
FUNCTION = re.compile(r"^(?=\S)[\w:<>*&, ]+?[ *&](\w+)\(", re.M)
INCLUDE = re.compile(r'^#include "(.*)"', re.M)
NAMES = [
    re.compile(r"^(?:class|struct|enum class|enum|union) +(\w+)", re.M),
    re.compile(r"^using +(\w+) =", re.M),
    re.compile(r"^(?=\S)[\w:<>*&, ]+?[ *&](\w+)(?:\(|\[\]| = |\{)", re.M),
    re.compile(r"^AST_MATCHER\w*\([\w:]+, *(\w+)", re.M),
    re.compile(r"^(\w+)\(", re.M)]


def code(path):
    with open(path, encoding="utf-8") as file:
        return re.sub(r"//.*", "", file.read())


def types_in(text):
    return {name for found in TYPE.findall(text) for name in found if name}


class Headers:
    """What each header of the project lets its includers see: types, functions."""

    def __init__(self, root):
        self.texts, self.known = {}, {}
        for top in ("include", "lib", "tools"):
            for folder, folders, files in os.walk(os.path.join(root, top)):
                folders[:] = set(folders) - {"EmbeddedHeaders", "Executor"}
                for name in files:
                    if name.endswith(".h"):
                        path = os.path.join(folder, name)
                        self.texts[path] = code(path)

    def included_by(self, text):
        return [path for name in INCLUDE.findall(text) for path in self.texts
                if path.endswith("/" + name.replace("../", ""))]

    def seen_in(self, text):
        return set().union(*map(self.names, self.included_by(text)))

    def names(self, path):
        if path not in self.known:
            text = self.texts[path]
            self.known[path] = set()  # Of headers that include each other.
            self.known[path] = (types_in(text) | set(FUNCTION.findall(text)) |
                                self.seen_in(text))
        return self.known[path]


class File:
    def __init__(self, path, headers):
        text = code(path)
        self.path = path
        self.hidden = types_in(text) | set(STATIC.findall(text))
        self.seen = headers.seen_in(text)
        self.names = {name for form in NAMES for name in form.findall(text)}
        self.using = set(re.findall(r"^using namespace ([\w:]+);", text, re.M))

    def goes_with(self, other):
        return (self.using == other.using and not self.names & other.names and
                not self.hidden & other.seen and not other.hidden & self.seen)


def batches(files):
    found = []
    for file in files:
        for batch in found:
            if len(batch) < SIZE and all(map(file.goes_with, batch)):
                batch.append(file)
                break
        else:
            found.append([file])
    return found


def main():
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    headers = Headers(root)
    for batch in batches([File(path, headers) for path in sys.argv[1:]]):
        print(";".join(file.path for file in batch))


main()
