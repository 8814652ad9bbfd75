# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Command lines: a mistake is one line, not a page of usage."""

import argparse
import difflib
import os
import re
import sys

from . import VERSION, Problem

# Flags of compilers that are typed among options; the rewriter knows all, of
# these the program that we build must know, too.
FLAG = re.compile(r"-[DUIOWfgmxl]|-(isystem|include|iquote|idirafter|std|X\w+|"
                  r"arch|gencode|rdc|lineinfo|use_fast_math|maxrregcount)\b|"
                  r"--(expt-|extended-lambda|std\b|use_fast_math)")
VALUE_FOLLOWS = ("-D", "-U", "-I", "-isystem", "-include", "-iquote",
                 "-idirafter", "-std", "-x", "-arch", "-gencode", "-Xcompiler",
                 "-Xptxas", "-maxrregcount")


def take_flags(argv):
    """The words that are ours, and flags of compilers among them."""
    ours, flags, words = [], [], iter(argv)
    for word in words:
        if not FLAG.match(word):
            ours.append(word)
            continue
        flags.append(word)
        if word in VALUE_FOLLOWS:
            flags += [next(words, "")]
    return ours, flags


class Parser(argparse.ArgumentParser):
    def __init__(self, prog, usage):
        super().__init__(
            prog=prog, usage=usage, allow_abbrev=False,
            formatter_class=lambda prog: argparse.HelpFormatter(prog, width=80))
        self.add_argument("--version", action="version",
                          version="%s %s" % (prog, VERSION),
                          help="the version of the tool")

    def _print_message(self, message, file=None):
        (file or sys.stderr).write(message)  # argparse's hides a full disk.

    def error(self, message):
        raise Problem(message.removeprefix("argument "))

    def nearest(self, word):
        """The option that `word` is a slip of, or None."""
        names = [name for action in self._actions
                 for name in action.option_strings if name.startswith("--")]
        found = difflib.get_close_matches(word.split("=")[0], names, 1, 0.8)
        return found[0] if found else None


def exit_code(prog, work):
    """That of work(), or 2 with a line that says why the job was not done."""
    try:
        if sys.stdout is None:
            raise Problem("cannot write to stdout: it is closed")
        # Of a file whose name is not UTF-8.
        sys.stdout.reconfigure(errors="surrogateescape")
        try:
            code = work()
        except SystemExit as done:  # argparse's, of --help and --version.
            code = done.code or 0
        sys.stdout.flush()
        return code
    except Problem as problem:
        message = str(problem)
    except KeyboardInterrupt:
        return 2
    except BrokenPipeError:  # Into `head`: nobody reads on.
        message = None
    except OSError as error:
        if error.filename is not None:
            raise
        message = "cannot write to stdout: %s" % error.strerror
    if message:
        sys.stderr.write("%s: error: %s\n" % (prog, message))
    if sys.stdout is not None:
        # What is left would be tried again, and fail, at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 2
