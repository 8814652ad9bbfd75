# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What `TOOL --help` says, as data: the one table of options that there is."""

import re
import subprocess

# The rewriter:    --stages=<N>            Buffers per tile
REWRITER_ROW = re.compile(r"  (-[^ =\[]+)(\[?)(?:[ =]<(.*?)>\]?)?(?:  +(.*))?")
# argparse:        -o FILE               --tune: write it there
ARGPARSE_ROW = re.compile(r"  (-[^ ,]+(?:, --\S+)?)(?: (\S+))?(?:  +(.*))?")
TEXT = " " * 12  # At least: where the text of a row goes on.

# Words that an option takes, of which --help tells in prose; NAMED_BY_TOOL are
# listed by the tool when it gets a word that is none.
NAMED_BY_TOOL = ("--variant", "--widen", "--cuda-headers", "--dump-after", "--gpu")
WORDS = {
    "--format-style": ["file", "none", "llvm", "google", "chromium", "mozilla",
                       "webkit", "microsoft", "gnu"],
    "--pad": ["auto", "none"],
    "--print-kernels": ["json"],
    "--stages": ["auto", "2", "3", "4", "5", "6", "7", "8"],
}


class Option:
    """One row: its names, the value that it takes, if any, and what it does."""

    def __init__(self, names, value, text, optional=False):
        self.names, self.value, self.text = names, value, text
        self.optional = optional  # As in --json[=FILE].
        self.words = []

    def is_joined(self, name):
        """--name=VALUE, and not -n VALUE."""
        return bool(self.value) and name.startswith("--")

    def takes_file(self):
        return (self.value or "").lower() in ("file", "yaml", "path")

    def takes_folder(self):
        return (self.value or "").lower() in ("dir", "build-dir", "folder")


class Help:
    def __init__(self, tool, command):
        text = run(command + ["--help"])
        self.tool = tool
        self.is_rewriter = text.startswith("OVERVIEW:")
        head = text.removeprefix("OVERVIEW: ")
        if self.is_rewriter:
            self.overview, rest = head.split("\n\nUSAGE: ", 1)
            self.usage = [rest.split("\n", 1)[0]]
            self.groups = rewriter_groups(text)
        else:
            usage, rest = head.removeprefix("usage: ").split("\n\n", 1)
            self.overview = rest.split("\n\n", 1)[0]
            self.usage = [line.strip() for line in usage.splitlines()]
            self.groups = argparse_groups(text)
        self.examples = block(text, "Examples")
        self.exit_codes = block(text, "Exit codes")
        for option in self.options() if self.is_rewriter else []:
            option.words = words(command, option.names[0])

    def options(self):
        return [option for _, options in self.groups for option in options]


def run(command):
    return subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True).stdout


def block(text, title):
    """The indented lines below 'title:'."""
    match = re.search(r"^%s:\n((?:  .*\n?)+)" % re.escape(title), text, re.M)
    return [line[2:] for line in match[1].splitlines()] if match else []


def rewriter_groups(text):
    groups = []
    for line in text.split("\nExamples:")[0].splitlines():
        title = re.fullmatch(r"([A-Z].*):", line)
        if title:
            groups.append((title[1], []))
        row = REWRITER_ROW.fullmatch(line)
        if row and groups:
            groups[-1][1].append(
                Option([row[1]], row[3], row[4] or "", bool(row[2])))
        elif line.startswith(TEXT) and groups and groups[-1][1]:
            last = groups[-1][1][-1]
            last.text = (last.text + " " + line.strip()).strip()
    return [group for group in groups if group[1]]


def argparse_groups(text):
    options = []
    for line in text.split("\noptions:\n", 1)[1].splitlines():
        if line.startswith(TEXT) and options:
            options[-1].text = (options[-1].text + " " + line.strip()).strip()
            continue
        row = ARGPARSE_ROW.fullmatch(line)
        if not row:
            continue
        option = Option(row[1].split(", "), row[2], row[3] or "")
        if row[2] and row[2].startswith("{"):
            option.words = row[2].strip("{}").split(",")
            option.value = "WORD"
        options.append(option)
    return [("Options", options)]


def words(command, name):
    if name not in NAMED_BY_TOOL:
        return WORDS.get(name, [])
    if name == "--gpu":
        return ["list", "native"] + re.findall(r"^(.*?) +sm_", run(command + ["--gpu=list"]), re.M)
    said = run(command + [__file__, name + "=?"])
    listed = re.search(r"one of: (.*)", said)
    return listed[1].split(", ") if listed else []
