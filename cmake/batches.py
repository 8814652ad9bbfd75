#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""batches.py FILE...: which files can be compiled as one, a line each batch.

Two files stay apart if both declare a name that only a file should see (of an
anonymous namespace, or static), or if they use other namespaces. A file with a
type or a constant of its own that is also one of a header stays alone. What is compared is
text: too many names keep more apart than need be, one that is missed is an error
of the compiler.
"""

import os
import re
import sys

SIZE = 20
TYPE = re.compile(r"^(?:class|struct|enum class|enum|union) +(\w+)[^;\n]*[{:]"
                  r"|^(?:inline |static )*const(?:expr)? [^;(]*?(\w+) =", re.M)
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


def types_of_headers(root):
    types = set()
    for folder, folders, files in os.walk(root):
        folders[:] = set(folders) - {"EmbeddedHeaders", "Executor"}
        for name in files:
            if name.endswith(".h"):
                types |= types_in(code(os.path.join(folder, name)))
    return types


class File:
    def __init__(self, path):
        text = code(path)
        self.path = path
        self.types = types_in(text)
        self.names = {name for form in NAMES for name in form.findall(text)}
        self.using = set(re.findall(r"^using namespace ([\w:]+);", text, re.M))


def batches(files, public):
    found = []
    for file in files:
        alone = file.types & public
        for batch in found:
            if (not alone and len(batch) < SIZE and
                    batch[0].using == file.using and
                    not batch[0].types & public and
                    not any(other.names & file.names for other in batch)):
                batch.append(file)
                break
        else:
            found.append([file])
    return found


def main():
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    public = set()
    for folder in ("include", "lib", "tools"):
        public |= types_of_headers(os.path.join(root, folder))
    for batch in batches([File(path) for path in sys.argv[1:]], public):
        print(";".join(file.path for file in batch))


main()
