# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A man page: what --help says, and what stands in pages/TOOL.man beside it."""

import re


def escaped(text):
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", text, flags=re.M)


def option(one):
    heads = []
    for name in one.names:
        head = "\\fB%s\\fR" % escaped(name)
        if one.value:
            joint = "=" if one.is_joined(name) else " "
            value = "\\fI%s\\fR" % escaped(one.value)
            head += "[=%s]" % value if one.optional else joint + value
        heads.append(head)
    lines = [".TP", ", ".join(heads), escaped(one.text)]
    if len(one.words) > 8:  # Of the others, the text says it.
        lines.append("Known are: %s." % ", ".join(map(escaped, one.words)))
    return lines


def examples(lines):
    """Each command, with what it is for below."""
    out = []
    for line in lines:
        command, _, why = re.sub(r"  +", "\0", line.strip()).partition("\0")
        if line.startswith("    ") and out:  # What it is for, continued.
            out[-1] += " " + escaped(line.strip())
            continue
        out += [".TP", "\\fB%s\\fR" % escaped(command), escaped(why) or "\\&"]
    return out


def exit_codes(lines):
    out = []
    for line in lines:
        code, _, meaning = line.strip().partition("  ")
        out += [".TP", "\\fB%s\\fR" % code, escaped(meaning)]
    return out


def page(help_text, version, pages):
    """pages: the text of pages/TOOL.man. Its first line is what NAME says; then
    sections, of which that called OPTIONS is the place of the options."""
    purpose, _, sections = pages.partition("\n")
    lines = ['.\\" Written by tools/manual from --help.',
             '.TH %s 1 "" "%s %s" "User Commands"' % (
                 help_text.tool.upper().replace("-", "\\-"),
                 "cuda\\-pipeline\\-rewrite", version),
             ".SH NAME", "%s \\- %s" % (escaped(help_text.tool), purpose),
             ".SH SYNOPSIS", ".nf"]
    lines += [escaped(line) for line in help_text.usage] + [".fi"]
    before, _, after = sections.partition(".SH OPTIONS\n")
    lines.append(before.strip("\n"))
    lines.append(".SH OPTIONS")
    for title, options in help_text.groups:
        if len(help_text.groups) > 1:
            lines.append(".SS %s" % escaped(title))
        for one in options:
            lines += option(one)
    if help_text.examples:
        lines += [".SH EXAMPLES"] + examples(help_text.examples)
    if help_text.exit_codes:
        lines += [".SH EXIT STATUS"] + exit_codes(help_text.exit_codes)
    lines.append(after.strip("\n"))
    return "\n".join(lines) + "\n"
