# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A kernel at a terminal: findings, the mix of instructions, the loop."""

import textwrap

INDENT = " " * 12


def number(value):
    if value is None:
        return "?"
    return "%d" % value if value == int(value) else "%.4g" % value


def mix_lines(kernel):
    """Original and rewritten side by side, or one column."""
    versions = [kernel.original, kernel.code] if kernel.original else \
        [kernel.code]
    head = ["original", "rewritten"] if kernel.original else ["a trip"]
    lines = ["  %-9s %-22s" % ("mix", "") + "".join("%10s" % h for h in head)]
    mixes = [version.mix() for version in versions]
    titles = list(dict.fromkeys(title for mix in mixes for title in mix))
    if "other" in titles:
        titles.remove("other")
        titles.append("other")
    for title in titles:
        lines.append("  %-9s %-22s" % ("", title) + "".join(
            "%10s" % number(mix.get(title, 0)) for mix in mixes))
    for title, of in (("registers", lambda code: code.registers()),
                      ("shared memory, bytes", lambda code: code.shared())):
        if any(of(version) is not None for version in versions):
            lines.append("  %-9s %-22s" % ("", title) + "".join(
                "%10s" % number(of(version)) for version in versions))
    return lines


def finding_lines(finding):
    lines = textwrap.wrap(finding.text, 88, initial_indent=INDENT,
                          subsequent_indent=INDENT)
    for one in finding.places:
        place = one.place()
        lines.append(INDENT + "  %04x  %s%s" % (
            one.address, one.text(), "  (%s:%d)" % (
                place[0].split("/")[-1], place[1]) if place else ""))
    if finding.remedy:
        lines += textwrap.wrap(finding.remedy.text, 88,
                               initial_indent=INDENT + "try: ",
                               subsequent_indent=INDENT + "     ")
    return lines


def row_lines(kernel):
    lines = []
    for check, verdict, text, found in kernel.rows():
        shown = text if check == "overlap" or not found else ""
        lines.append(("  %-9s %-6s  %s" % (check, verdict, shown)).rstrip())
        for one in found:
            lines += finding_lines(one)
    return lines


def lines(kernel, excerpt_lines):
    found = ["%s (%s)" % (kernel.title, kernel.arch)] + row_lines(kernel)
    if kernel.code.main is not None:
        found += mix_lines(kernel)
        found.append("  loop      %04x to %04x" % (
            kernel.code.main.first(), kernel.code.main.last()))
        found += ["    " + line for line in excerpt_lines]
    return found
