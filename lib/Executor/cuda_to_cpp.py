# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Turns what a C++ compiler cannot read in a kernel file into C++.

Two things only, both line by line in place: launches `k<<<...>>>(...)`, and
those asm statements for which include/cudapipe/Ptx.h has a function.
"""

import re

NAMESPACE = "::cudapipe::executor::"
STRING = r'"(?:\\.|[^"\\\n])*"'
COMMENT = r"//[^\n]*|/\*.*?\*/"


class NotUnderstood(Exception):
    pass


def blanked(text, pattern):
    """`text` with the matches blanked, every other character in place."""
    return re.sub(pattern, lambda match: re.sub(r"[^\n]", " ", match.group()),
                  text, flags=re.DOTALL)


def code_only(text):
    """`text` without comments and strings."""
    # One pattern, so that a // in a string is no comment.
    return blanked(text, STRING + "|" + COMMENT)


def without_comments(text):
    return re.sub(STRING + "|" + COMMENT,
                  lambda match: match.group() if match.group()[0] == '"' else
                  re.sub(r"[^\n]", " ", match.group()), text, flags=re.DOTALL)


def closing_parenthesis(code, opening):
    depth = 0
    for position in range(opening, len(code)):
        depth += {"(": 1, ")": -1}.get(code[position], 0)
        if depth == 0:
            return position + 1
    raise NotUnderstood("a closing parenthesis is missing")


# ---- Launches ---------------------------------------------------------------


def kernel_start(code, end):
    """Where the name of the kernel launched by the `<<<` at `end` begins."""
    position = len(code[:end].rstrip())
    if code[position - 1] == ">":
        depth = 0
        while position > 0:
            position -= 1
            depth += {">": 1, "<": -1}.get(code[position], 0)
            if depth == 0:
                break
    return re.search(r"[\w:]*$", code[:position].rstrip()).start()


def without_launches(text):
    while True:
        code = code_only(text)
        at = code.find("<<<")
        if at < 0:
            return text
        end = code.find(">>>", at)
        start = kernel_start(code, at)
        opening = code.index("(", end)
        closing = closing_parenthesis(code, opening)
        kernel = text[start:at].strip()
        text = (text[:start] + "([&] { " + NAMESPACE +
                "LaunchConfiguration cudapipeL(" + text[at + 3:end] + "); " +
                NAMESPACE + 'launch("kernel", cudapipeL.Grid, cudapipeL.Block, '
                "cudapipeL.Shared, [&] { " + kernel + text[opening:closing] +
                "; }); }())" + text[closing:])


# ---- Inline assembly --------------------------------------------------------


def operands(section):
    """The expressions of `"=r"(a), "l"(b)`."""
    code, found, at = code_only(section), [], 0
    while True:
        at = code.find("(", at)
        if at < 0:
            return found
        end = closing_parenthesis(code, at)
        found.append(section[at:end])
        at = end


# A loop that asks until the phase is over; labels and predicates by any name.
WAITS = re.compile(
    r"\{\s*\.reg\s+\.pred\s+(\w+)\s*;\s*([\w$%=]+):\s*mbarrier\.try_wait\.parity"
    r"[\w.:]*\s+\1\s*,\s*\[(%\d+)\]\s*,\s*(%\d+)(?:\s*,\s*%\d+)?\s*;\s*"
    r"(?:@!\1\s+bra(?:\.uni)?\s+\2\s*;?|@\1\s+bra(?:\.uni)?\s+([\w$%=]+)\s*;\s*"
    r"bra(?:\.uni)?\s+\2\s*;\s*\5:)\s*\}")
ASKS = re.compile(
    r"\{\s*\.reg\s+\.pred\s+(\w+)\s*;\s*mbarrier\.(?:try|test)_wait\.parity"
    r"[\w.:]*\s+\1\s*,\s*\[(%\d+)\]\s*,\s*(%\d+)(?:\s*,\s*%\d+)?\s*;\s*"
    r"selp\.[bsu]32\s+(%\d+)\s*,\s*1\s*,\s*0\s*,\s*\1\s*;?\s*\}")


def copy_engine_call(template, value, listed, ptx):
    """The C++ for an instruction of mbarriers or bulk copies, or None."""
    number = r"(%\d+|\d+)"
    forms = [
        (r"mbarrier\.init[\w.:]*\s*\[(%\d+)\]\s*,\s*" + number,
         lambda m: "barrierInit(%s, %s)" % (value(m[1]), value(m[2]))),
        (r"mbarrier\.(arrive\.)?expect_tx[\w.:]*\s*(?:_|%\d+)?\s*,?\s*"
         r"\[(%\d+)\]\s*,\s*" + number,
         lambda m: "barrierExpect(%s, %s, %s)" %
         (value(m[2]), value(m[3]), "true" if m[1] else "false")),
        (r"mbarrier\.arrive(?!\.expect)[\w.:]*\s*(?:_|%\d+)?\s*,?\s*\[(%\d+)\]",
         lambda m: "barrierArrive(%s)" % value(m[1])),
        (r"cp\.async\.bulk\.shared::\w+\.global\.mbarrier[\w.:]*\s*\[(%\d+)\]\s*,"
         r"\s*\[(%\d+)\]\s*,\s*" + number + r"\s*,\s*\[(%\d+)\]",
         lambda m: "bulkCopy(%s, %s, %s, %s)" % tuple(value(m[i])
                                                      for i in (1, 2, 3, 4))),
        (r"cp\.async\.bulk\.tensor\.\dd\.shared::\w+\.global(?:\.tile)?\."
         r"mbarrier::complete_tx::bytes\s*\[(%\d+)\]\s*,\s*\[(%\d+)\s*,"
         r"\s*\{([^}]*)\}\]\s*,\s*\[(%\d+)\]",
         lambda m: "boxCopy(%s, %s, %s, %s)" %
         (value(m[1]), value(m[2]), value(m[4]), ", ".join(listed(m[3])))),
        (r"fence\.proxy\.async[\w.:]*", lambda m: "proxyFence()"),
        (r"fence\.mbarrier_init[\w.:]*", lambda m: "initFence()"),
    ]
    for pattern, call in forms:
        match = re.fullmatch(pattern, template)
        if match:
            return ptx + call(match)
    match = WAITS.fullmatch(template)
    if match:
        return "%sbarrierWait(%s, %s)" % (ptx, value(match[3]), value(match[4]))
    match = ASKS.fullmatch(template)
    if match:
        return "%s = %sbarrierTryWait(%s, %s)" % (
            value(match[4]), ptx, value(match[2]), value(match[3]))
    return None


# The product, or a block that makes a predicate of whether it adds.
PRODUCT = re.compile(
    r"wgmma\.mma_async\.sync\.aligned\.m64n(\d+)k16\.f32\.(b?f16)\.\2\s*"
    r"\{([^}]*)\}\s*,\s*(%\d+)\s*,\s*(%\d+)\s*,\s*(\w+|%\d+)\s*,"
    r"\s*(%\d+|-?\d+)\s*,\s*(%\d+|-?\d+)\s*,\s*(%\d+|\d+)\s*,"
    r"\s*(%\d+|\d+)")
ADDS = re.compile(
    r"\{\s*\.reg\s+\.pred\s+(\w+)\s*;\s*setp\.ne\.[bsu]32\s+\1\s*,"
    r"\s*(%\d+)\s*,\s*0\s*;\s*(wgmma\.mma_async.*?)\s*;?\s*\}", re.DOTALL)


def product_call(template, value, listed, ptx):
    """The C++ for an instruction of wgmma, or None."""
    if re.fullmatch(r"wgmma\.fence\.sync\.aligned", template):
        return ptx + "productFence()"
    if re.fullmatch(r"wgmma\.commit_group\.sync\.aligned", template):
        return ptx + "productCommit()"
    match = re.fullmatch(r"wgmma\.wait_group\.sync\.aligned\s+(%\d+|\d+)",
                         template)
    if match:
        return "%sproductWait(%s)" % (ptx, value(match[1]))
    predicate, adds = None, None
    match = ADDS.fullmatch(template)
    if match:
        predicate, adds, template = match.groups()
    match = PRODUCT.fullmatch(template)
    results = listed(match[3]) if match else []
    if not match or 2 * len(results) != int(match[1]) or (
            not (match[6] == predicate or match[6][0] in "%01")):
        return None
    scale = value(adds if match[6] == predicate else match[6])
    return "%swgmma<%s>({%s}, %s, %s, (%s) != 0, %s, %s, %s, %s)" % (
        ptx, "true" if match[2] == "f16" else "false",
        ", ".join("&" + name for name in results), value(match[4]),
        value(match[5]), scale, *(value(match[i]) for i in (7, 8, 9, 10)))


def call_for(template, values):
    """The C++ for one instruction, or None."""
    def value(name):
        return values[int(name[1:])] if name[0] == "%" else name

    def listed(names):
        return [value(name.strip()) for name in names.split(",")]

    ptx = NAMESPACE + "ptx::"
    number = r"(%\d+|\d+)"
    match = re.fullmatch(
        r"cp\.async\.c[ag]\.shared(?:::cta)?\.global[\w.:]*\s*\[(%\d+)\]\s*,"
        r"\s*\[(%\d+)\]\s*,\s*" + number + r"(?:\s*,\s*" + number + ")?",
        template)
    if match:
        dst, src, size, source = match.groups()
        return "%scopy(%s, %s, %s, %s)" % (ptx, value(dst), value(src),
                                           value(size), value(source or size))
    if template == "mov.u32 %0, %%dynamic_smem_size":
        return "%s = %sdynamicSharedBytes()" % (value("%0"), NAMESPACE)
    match = re.fullmatch(r"bar(?:rier)?(?:\.cta)?\.sync(?:\.aligned)?\s+" + number +
                         r"(?:\s*,\s*" + number + ")?", template)
    if match and match[2]:
        return "__barrier_sync_count(%s, %s)" % (value(match[1]), value(match[2]))
    if match:
        return "__barrier_sync(%s)" % value(match[1])
    call = (copy_engine_call(template, value, listed, ptx) or
            product_call(template, value, listed, ptx))
    if call:
        return call
    if template == "cp.async.commit_group":
        return ptx + "commit()"
    if template == "cp.async.wait_all":
        return ptx + "waitAll()"
    match = re.fullmatch(r"cp\.async\.wait_group\s+" + number, template)
    if match:
        return "%swaitGroup(%s)" % (ptx, value(match[1]))
    match = re.fullmatch(
        r"ldmatrix\.sync\.aligned\.(?:m8n8\.x[124]|x[124]\.m8n8|"
        r"x[124]\.trans\.m8n8|m8n8\.x[124]\.trans)\.shared(?:::cta)?\.b16"
        r"\s*\{([^}]*)\}\s*,\s*\[(%\d+)\]", template)
    if match:
        return "%sloadMatrix<%s>(%s, %s)" % (
            ptx, "true" if ".trans" in template else "false", value(match[2]),
            ", ".join(listed(match[1])))
    match = re.fullmatch(
        r"mma\.sync\.aligned\.m16n8k(8|16)\.row\.col\.(f16|f32)\.(b?f16)\.\3\.\2"
        r"\s*\{([^}]*)\}\s*,\s*\{([^}]*)\}\s*,\s*\{([^}]*)\}\s*,\s*\{([^}]*)\}",
        template)
    if match:
        d, a, b, c = (listed(match[i]) for i in (4, 5, 6, 7))
        return "%smma<%s, %s, %s>({%s}, {%s}, {%s}, {%s})" % (
            ptx, "__half" if match[3] == "f16" else "__nv_bfloat16",
            "__half" if match[2] == "f16" else "float", match[1],
            ", ".join("&" + name for name in d), ", ".join(a), ", ".join(b),
            ", ".join(c))
    return None


PREDICATE = re.compile(r"@(!?)(\w+)\s+")


def statement_for(instruction, values, predicates):
    """The C++ for one instruction of a block, or None."""
    ptx = NAMESPACE + "ptx::"
    operand = r"(%\d+|-?(?:0x)?[0-9a-fA-F]+)"

    def value(name):
        return values[int(name[1:])] if name[0] == "%" else name

    guard = PREDICATE.match(instruction)
    if guard:
        rest = statement_for(instruction[guard.end():], values, predicates)
        return (None if not rest or guard[2] not in predicates else
                "if (%scudapipe_%s) %s" % (guard[1], guard[2], rest))
    match = re.fullmatch(r"\.reg\s+\.pred\s+(\w+(?:\s*,\s*\w+)*)", instruction)
    if match:
        names = [name.strip() for name in match[1].split(",")]
        predicates.update(names)
        return "".join("bool cudapipe_%s = false; " % name for name in names)
    match = re.fullmatch(r"setp\.(ne|eq)\.[bsu]32\s+(\w+)\s*,\s*" + operand +
                         r"\s*,\s*" + operand, instruction)
    if match and match[2] in predicates:
        return "cudapipe_%s = (%s) %s (%s);" % (
            match[2], value(match[3]), {"ne": "!=", "eq": "=="}[match[1]],
            value(match[4]))
    match = re.fullmatch(r"mov\.[bsuf](?:16|32|64)\s+(%\d+)\s*,\s*" + operand,
                         instruction)
    if match:
        return "%smove(%s, %s);" % (ptx, value(match[1]), value(match[2]))
    match = re.fullmatch(
        r"ld\.global(?:\.(?:nc|ca|cg|cs|lu|L[12]::\w+))*(?:\.v([24]))?"
        r"\.([bsuf])(8|16|32|64)\s*(\{[^}]*\}|%\d+)\s*,"
        r"\s*\[\s*(%\d+)\s*(?:\+\s*(\d+)\s*)?\]", instruction)
    if match:
        count, kind, bits, to, address, offset = match.groups()
        names = [name.strip() for name in to.strip("{}").split(",")]
        if len(names) == int(count or 1):
            return "%sload<%s, %s>(%s, %s, %s);" % (
                ptx, bits, "true" if kind == "s" else "false", value(address),
                offset or 0, ", ".join(value(name) for name in names))
    return None


def block_for(template, values):
    """The C++ for a block of predicated loads and moves, or None."""
    body, predicates = template.strip(), set()
    if body.startswith("{") and body.endswith("}"):
        body = body[1:-1]
    statements = [statement_for(part.strip(), values, predicates)
                  for part in body.split(";") if part.strip()]
    if not statements or None in statements:
        return None
    # A register may be an operand twice: outputs are set in their order.
    return "([&] { %s }())" % " ".join(statements)


def without_asm(text):
    """Leaves the statements it does not know: the compiler will name them."""
    at = 0
    while True:
        code = code_only(text)
        match = re.compile(r"\b(?:asm|__asm__)\s*(?:volatile|__volatile__)?"
                           r"\s*\(").search(code, at)
        if not match:
            return text
        end = closing_parenthesis(code, match.end() - 1)
        at = match.end()
        body = without_comments(text[match.end():end - 1])
        # Sections are separated by colons outside of strings and operands.
        flat = re.sub(r"\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)",
                      lambda m: " " * len(m.group()), code_only(body))
        flat = flat.replace("\\\n", "  ")
        colons = [i for i, c in enumerate(flat) if c == ":"]
        edges = [-1] + colons + [len(body)]
        sections = [body[a + 1:b] for a, b in zip(edges, edges[1:])]
        template = "".join(s[1:-1] for s in re.findall(STRING, sections[0]))
        template = re.sub(r"\\[nt]", " ", template).strip(" ;")
        values = [value for section in sections[1:3]
                  for value in operands(section)]
        call = call_for(template, values) or block_for(template, values)
        if call:
            # As many lines as before, so that reports name the right ones; a
            # macro's continue.
            breaks = re.findall(r"\\?\n", text[match.start():end])
            call = call.replace("\\\n", " ").replace("\n", " ")
            text = text[:match.start()] + call + "".join(breaks) + text[end:]


def cpp_from_cuda(text):
    return without_asm(without_launches(text))
