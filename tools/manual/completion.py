# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Completion for bash, zsh and fish, of the options that --help lists."""

import shlex

# What to complete a file name to; no suffix: any.
KERNELS = {"cuda-pipeline-rewrite": ".cu", "cuda-pipeline-verify": ".cu",
           "cuda-pipeline-sass": "", "cuda-pipeline-check": ".cu",
           "cuda-pipeline-report": ".cu"}
HEAD = "# Completion of %s; written by tools/manual from --help.\n"

BASH = """\
%(head)s
_%(function)s() {
  local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]}
  # bash splits --name=value at the '='.
  if [[ $word == "=" ]]; then
    word=
  elif [[ $option == "=" ]]; then
    option=${COMP_WORDS[COMP_CWORD-2]}
  elif [[ $option == --* ]]; then
    option=
  fi
  local IFS=$'\\n' given
  for given in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $given == -- ]] && option=--
  done
  compopt -o filenames 2>/dev/null
  case $option in
%(cases)s
  esac
  if [[ $word == -* ]]; then
    compopt +o filenames -o nospace 2>/dev/null
    COMPREPLY=($(compgen -W %(options)s -- "$word"))
    [[ ${#COMPREPLY[@]} == 1 && $COMPREPLY != *= ]] && compopt +o nospace 2>/dev/null
    return
  fi
  COMPREPLY=($(compgen -f -X '!*%(suffix)s*' -- "$word") $(compgen -d -- "$word"))
}
complete -F _%(function)s %(tool)s
"""


def quoted_lines(words):
    return "$'%s'" % "\\n".join(words)


def bash(help_text):
    cases = ["    --) COMPREPLY=($(compgen -f -- \"$word\")); return ;;"]
    for one in help_text.options():
        names = "|".join(one.names)
        if one.words:
            reply = "$(compgen -W %s -- \"$word\")" % quoted_lines(one.words)
        elif one.takes_file() or one.takes_folder():
            reply = "$(compgen -%s -- \"$word\")" % (
                "d" if one.takes_folder() else "f")
        elif one.value:
            reply = ""
        else:
            continue
        cases.append("    %s) COMPREPLY=(%s); return ;;" % (names, reply))
    options = [name + "=" * (one.is_joined(name) and not one.optional)
               for one in help_text.options() for name in one.names]
    return BASH % {"head": HEAD % help_text.tool, "tool": help_text.tool,
                   "function": help_text.tool.replace("-", "_"),
                   "cases": "\n".join(cases),
                   "suffix": KERNELS[help_text.tool],
                   "options": quoted_lines(options)}


def zsh(help_text):
    lines = ["#compdef %s" % help_text.tool, HEAD % help_text.tool,
             "_arguments -s -S \\"]
    for one in help_text.options():
        about = one.text
        for sign in "\\[]:":
            about = about.replace(sign, "\\" + sign)
        action = ""
        if one.value:
            what = " ".join(shlex.quote(w) if " " in w else w for w in one.words)
            action = ":%s:%s" % (
                one.value.replace(":", "\\:"),
                "(%s)" % what.replace("'", '"') if one.words else
                "_files" if one.takes_file() else
                "_files -/" if one.takes_folder() else " ")
            action = ":" * one.optional + action
        for name in one.names:
            spec = name + ("=" if one.is_joined(name) else "")
            spec += "-" if one.is_joined(name) and one.optional else ""
            lines.append("  %s \\" % shlex.quote("%s[%s]%s" % (spec, about, action)))
    suffix = KERNELS[help_text.tool]
    lines.append("  '*:file:_files%s'" % (suffix and ' -g "*%s*(-.)"' % suffix))
    return "\n".join(lines) + "\n"


def fish(help_text):
    tool = help_text.tool
    lines = [HEAD % tool]
    if KERNELS[tool]:
        lines.append("complete -c %s -f -a '(__fish_complete_suffix %s)'" % (
            tool, KERNELS[tool]))
    for one in help_text.options():
        line = "complete -c %s" % tool
        for name in one.names:
            line += " -%s %s" % ("l" if name.startswith("--") else "s",
                                 name.lstrip("-"))
        if one.words:
            line += " -x -a %s" % fish_quoted(
                " ".join(word.replace(" ", "\\ ") for word in one.words))
        elif one.takes_folder():
            line += " -x -a '(__fish_complete_directories)'"
        elif one.takes_file():
            line += "" if one.optional else " -r -F"
        elif one.value and not one.optional:
            line += " -x"
        lines.append(line + " -d " + fish_quoted(one.text))
    return "\n".join(lines) + "\n"


def fish_quoted(text):
    return "'%s'" % text.replace("\\", "\\\\").replace("'", "\\'")
