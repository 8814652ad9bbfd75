# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does a load guard itself? Then a tile past the last is zeros, or nothing.

What tells one tile from the next (`moving`) is followed through the load's text,
into the functions and lambdas that it calls: each access that hangs on it must be
behind a condition that does, too.
"""

import re

import places

LOAD = r"\w*(?:load|fetch)_tile\w*"
KEYWORDS = {"if", "for", "while", "switch", "return", "sizeof", "alignof",
            "static_assert", "reinterpret_cast", "static_cast", "const_cast"}
# What lies beyond the border of a texture may be read.
TEXTURE = r"tex[123]D\w*"
HARMLESS = r"(?i:min|max|abs|u?int|unsigned|long|size_t|float|double|bool)"
DEPTH = 4


def words(text):
    return set(re.findall(r"\b[A-Za-z_]\w*", text))


def names_of(parameters):
    """Of 'const T *dst, int (&a)[8]': dst, a."""
    found = []
    for parameter in split(parameters):
        head = parameter.split("=")[0]
        in_parentheses = re.search(r"\([&*]\s*(\w+)\)", head)
        every = re.findall(r"\w+", re.sub(r"\[[^\]]*\]", "", head))
        found.append(in_parentheses[1] if in_parentheses else
                     every[-1] if every else "")
    return found


def split(text):
    spans = places.arguments("(%s)" % text, 0)
    return [("(%s)" % text)[a:b].strip() for a, b in spans]


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/|^[ \t]*#[^\n]*",
                  lambda m: re.sub(r"[^\n]", " ", m.group()), text,
                  flags=re.S | re.M)


def functions(text):
    """Name -> [(its parameters, its body)] of what `text` defines."""
    found = {}
    for m in re.finditer(r"(?:\b(operator\s*(?:\(\)|\[\]))|\b(\w+))\s*(?=\()|"
                         r"\bauto (\w+) = \[[^\]]*\]", text):
        name = m[1] or m[2] or m[3]
        if name in KEYWORDS:
            continue
        at, parameters = m.end(), ""
        if text[at:at + 1] == "(":
            end = places.closing(text, at)
            parameters, at = text[at + 1:end], end + 1
        rest = re.match(r"\s*(?:const\b\s*)?(?:->\s*\w+\s*)?\{", text[at:])
        if not rest:
            continue
        opening = at + rest.end() - 1
        end = places.closing(text, opening)
        if end > 0:
            found.setdefault(re.sub(r"\s", "", name), []).append(
                (parameters, text[opening + 1:end]))
    return found


def expanded(text, file):
    """`text` with the macros of `file` that have parameters, also in others."""
    known = list(re.finditer(r"^[ \t]*#[ \t]*define (\w+)\(([\w, ]*)\)"
                             r"((?:[^\n]*\\\n)*[^\n]*)", file, flags=re.M))
    for m in 2 * known[::-1]:
        names, body = names_of(m[2]), m[3].replace("\\\n", "\n")
        for use in reversed(list(re.finditer(r"\b%s(?=\()" % m[1], text))):
            end = places.closing(text, use.end())
            given = dict(zip(names, split(text[use.end() + 1:end])))
            text = text[:use.start()] + re.sub(
                r"\b\w+\b", lambda word: given.get(word[0], word[0]),
                body) + text[end + 1:]
    return text


class Load:
    """The text of one load, or of what it calls."""

    def __init__(self, known, moving, depth=0):
        self.known, self.moving, self.depth = known, set(moving), depth
        self.bare = []  # Statements with an access that nothing guards.

    def hangs(self, text):
        return bool(self.moving & words(text))

    def body(self, text, guarded=False):
        at = 0
        while True:
            while at < len(text) and text[at] in " \t\r\n;":
                at += 1
            if at >= len(text):
                return self
            at, leaves = self.statement(text, at, guarded)
            # Behind `if (outside) return`.
            guarded = guarded or leaves

    def statement(self, text, at, guarded):
        """(its end, whether what follows is guarded by it)"""
        while at < len(text) and text[at] in " \t\r\n":
            at += 1
        if text[at:at + 1] == "{":
            end = places.closing(text, at)
            self.body(text[at + 1:end], guarded)
            return end + 1, False
        head = re.match(r"(if|for|while|switch)\s*(?:constexpr\s*)?(?=\()",
                        text[at:])
        if head:
            return self.branch(text, at, head, guarded)
        end = at
        while end < len(text) and text[end] != ";":
            end = (places.closing(text, end) if text[end] in "([{" else end) + 1
        self.expression(text[at:end], guarded)
        return end + 1, False

    def branch(self, text, at, head, guarded):
        opening = at + head.end()
        close = places.closing(text, opening)
        test = text[opening + 1:close]
        if head[1] == "for":
            first, _, rest = test.partition(";")
            self.expression(first, guarded)
            test = rest.partition(";")[0]
        inner = guarded or (self.hangs(test) and not test.startswith("wide"))
        begin = close + 1
        end, _ = self.statement(text, begin, inner)
        leaves = inner and bool(re.search(r"\breturn\b[^;]*;\s*\}?\s*$",
                                          text[begin:end]))
        otherwise = re.match(r"\s*else\b", text[end:])
        if otherwise:
            end, _ = self.statement(text, end + otherwise.end(), inner)
        return end, leaves

    def expression(self, text, guarded):
        # Called in its scope: what moves here moves there.
        named = re.match(r"(?:const )?auto \w+ = \[[^\]]*\]\s*", text.strip())
        if named:
            inside = text.strip()
            parameters, at = "", named.end()
            if inside[at:at + 1] == "(":
                end = places.closing(inside, at)
                parameters, at = inside[at + 1:end], end + 1
            at = inside.find("{", at)
            self.inside([(parameters, inside[at + 1:places.closing(inside, at)])],
                        "", self.moving)
            return
        made = re.match(r"(?:[\w:<>&*\s]*?[\s&*])?(\w+)(?:\{(.*)\}| [-+]?= (.*))$",
                        text.strip(), re.S)
        # Where a variable of its own is does not move.
        value = re.sub(r"(?<![\w)\]&])&\w+(?!\s*[\w.\[(-])", "",
                       made[2] or made[3] or "") if made else ""
        if self.hangs(value):
            self.moving.add(made[1])
        if re.match(r"[-+]{2}(\w+)$|(\w+)[-+]{2}$", text.strip()):
            return
        if guarded or self.guards_itself(text) or not self.hangs(text):
            return
        if not self.calls(text) and self.accesses(text):
            self.bare.append(" ".join(text.split()))

    def accesses(self, text):
        """Memory, by what moves: a subscript, a pointer, a call that may do it."""
        if "[" in text or re.search(r"(?:^|\breturn|[=(,+-])\s*\*\s*[\w(]", text):
            return True
        return any(m[1] not in KEYWORDS and not re.fullmatch(HARMLESS, m[1]) and
                   self.hangs(text[m.end():places.closing(text, m.end() - 1)])
                   for m in re.finditer(r"\b(\w+)\s*\(", text))

    def guards_itself(self, text):
        m = re.search(r"__pipeline_memcpy_async(\()", text)
        if m:
            spans = places.arguments(text, m.start(1))
            return len(spans) > 3 and self.hangs(text[slice(*spans[3])])
        # The test in front of the ?, or what is not reached behind the &&.
        return any(self.hangs(re.split(r"[=(]", part)[-1]) or self.hangs(part)
                   for part in text.split("?")[:-1])

    def calls(self, text):
        """Whether all accesses of `text` are in what it calls; these too are
        looked at."""
        rest, any_call = text, False
        for m in re.finditer(r"(?:\b(\w+)(?:<[^<>()]*>)?|\})\s*(\()", text):
            name = m[1] or ""
            end = places.closing(text, m.start(2))
            given = text[m.start(2) + 1:end]
            if re.fullmatch(TEXTURE, name):
                rest, any_call = rest.replace(text[m.start():end + 1], ""), True
            elif not name:
                # A lambda that is called where it is made.
                opening = re.search(r"\[[&=]\]\s*(?=\()", text)
                close = opening and places.closing(text, opening.end())
                brace = close and text.find("{", close)
                if not brace:
                    continue
                self.inside([(text[opening.end() + 1:close],
                              text[brace + 1:places.closing(text, brace)])],
                            given)
                rest, any_call = "", True
            elif name not in KEYWORDS and self.depth < DEPTH:
                bodies = self.known.get(name) or (
                    self.known.get("operator()") if
                    not name.startswith("__") else None)
                if bodies:
                    self.inside(bodies, given)
                    rest = rest.replace(text[m.start():end + 1], "")
                    any_call = True
        return any_call and not (self.hangs(rest) and "[" in rest)

    def inside(self, bodies, given, scope=()):
        for parameters, body in bodies:
            names = names_of(parameters)
            moving = set(scope) | ({*names} if scope else {
                name for name, value in zip(names, split(given))
                if self.hangs(value)})
            inner = Load(self.known, moving, self.depth + 1).body(body)
            self.bare += inner.bare


def load_lambdas(text):
    """(parameters, body) of what loads a tile."""
    found = []
    for m in re.finditer(r"auto %s = \[&\](?:\(([^)]*)\))? *(?=\{)" % LOAD, text):
        end = places.closing(text, m.end())
        found.append((m[1] or "", text[m.end() + 1:end]))
    return found


def bare_accesses(kernel, file):
    """What the loads of `kernel` access without a guard, as text; None if it has
    no load or none that moves."""
    known, bare = functions(expanded(without_comments(file), file)), []
    lambdas = load_lambdas(expanded(without_comments(kernel), file))
    for parameters, body in lambdas:
        moving = {name for name in names_of(parameters)
                  if name and "stage" not in name}
        # What it moves itself: pointers, counters.
        moving |= set(re.findall(r"(?:^|[;{}])\s*(\w+) [-+]= [^;)]*;", body))
        moving |= set(re.findall(r"(?:^|[;{}]\s*)(?:[-+]{2})(\w+);", body))
        if not moving:
            return None
        bare += Load(known, moving).body(body).bare
    return bare if lambdas else None
