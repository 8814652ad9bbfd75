# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a kernel file says, as hashes: has it changed since?"""

import hashlib
import os

from . import bundle


def hash_of(text):
    return hashlib.sha256(text).hexdigest()[:16]


def hash_of_file(path):
    with open(path, "rb") as file:
        return hash_of(file.read())


def source_hash(file, text=None):
    """Of the file, or of another text of it, and of what it includes from
    beside it."""
    root = os.path.dirname(os.path.abspath(file))
    headers = bundle.included(os.path.abspath(file), root, set())
    first = hash_of_file(file) if text is None else hash_of(
        text.encode(errors="surrogateescape"))
    return hash_of("\n".join([first, *map(hash_of_file, sorted(
        headers))]).encode())
