# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A whole kernel: its text for the tool, and how a driver runs it."""

import re

from context import Context, block, indent
from features import draw
from functions import device_loop
from layout import laid_out, sized
from loop import Loop
from objects import declared
from kinds import DEVICE_OWN, DYNAMIC_MEMORY
from shared_arrays import Array, lay_out, tile

SCRATCHED = {"scratch", "scratch_reuse", "top_scratch", "reduction", "reset",
             "behind"}


class Kernel:
    """`text` is what the tool sees; `hidden` is compiled behind it."""

    def __init__(self, seed, fixed=None):
        self.seed = seed
        cx = self.cx = Context(seed, draw(seed, fixed))
        self.features = cx.f
        self._sync()
        self._macros()
        self._arrays()
        body = self._body()
        if cx.f["value"] == "call":
            cx.globals.insert(0, [
                *(["template <typename E>"] if cx.template else []),
                "__device__ %s %s(const %s *from, int at) {" % (
                    cx.S, cx.name("fetch"), cx.S), "  return from[at];", "}"])
        inside = self._arguments(self._prologue() + body)
        width, others, inside = sized(cx, [self.memory.file] + cx.globals,
                                      inside)
        kernel = self._head() + indent(inside) + ["}"]
        launcher = self._launcher()
        parts = [laid_out(cx, part) for part in [width] + others + [kernel]]
        inside = cx.f["launch"] != "outside"
        if inside:
            parts.append(launcher)
        self.text = "\n\n".join("\n".join(p) for p in parts if p) + "\n"
        self.hidden = "" if inside else "\n".join(launcher) + "\n"

    def _sync(self):
        cx, kind = self.cx, self.cx.f["sync"]
        cx.sync = {"plain": "__syncthreads();", "block_group": "group.sync();",
                   "group_sync": "cooperative_groups::sync(group);",
                   "macro": cx.name("SYNC") + "();",
                   "count": "__syncthreads_count(1);",
                   "or": "__syncthreads_or(0);"}[kind]
        if kind == "macro":
            cx.globals.append(["#define %s() __syncthreads()" %
                               cx.name("SYNC")])

    def _macros(self):
        cx = self.cx
        spelling = cx.f["spelling"]
        if spelling in ("source_macro", "both_macros"):
            cx.globals.append(["#define %s(p, i) p[%s]" % (
                cx.name("AT"), cx.pick("macro body", ["i", "(i)"]))])
        if spelling == "statement_macro":
            cx.globals.append(["#define %s(to, from) to = from" %
                               cx.name("PUT")])

    def _arrays(self):
        cx = self.cx
        count = {"one": 1, "two": 2, "three": 3, "joined": 2}[cx.f["tiles"]]
        own = cx.f["nesting"] == "two_loops_own"
        trap = cx.f["trap"]
        kind = "volatile " + cx.T if trap == "volatile" else cx.T
        names = ["As", "Bs", "Cs"][:count]
        self.tiles = [tile(cx, name, kind) for name in names]
        self.others = [tile(cx, name + "2", kind) for name in names] if own else []
        self.scratch = None
        if cx.f["barriers"] in SCRATCHED:
            self.scratch = Array("scratch", cx.R, 1, cx.threads,
                                 "scratch[{0}]", "scratch", cx.threads)
        if cx.f["barriers"] == "gather_tile":
            self.scratch = Array("indices", "int", 1, cx.threads,
                                 "indices[{0}]", "indices", cx.threads)
        extra = [tile(cx, "Bs", kind)] if trap == "swap" else []
        if cx.f["nesting"] == "two_levels":
            extra.append(Array("Qs", cx.R, 1, cx.threads, "Qs[{0}]", "Qs",
                               cx.threads))
        self.all = (self.tiles + self.others + extra +
                    ([self.scratch] if self.scratch else []))
        self.memory = lay_out(cx, self.all)
        if trap == "swap":
            self.tiles[0].form = "front[{0}]"
        for a in self.all:
            cx.names[a.name] = a
        if cx.f["spelling"] in ("tile_macro", "both_macros"):
            for a in self.tiles + self.others:
                name = "%s_%s" % (cx.name("TILE"), a.name)
                deep = a.deep
                cx.globals.append(["#define %s %s" % (
                    name + ("(i, j)" if deep else "(i)"),
                    a.form.format("i", "j") if deep else a.form.format("i"))])
                a.form = name + ("({0}, {1})" if deep else "({0})")

    # ---- The body -------------------------------------------------------------

    def _prologue(self):
        cx = self.cx
        lines = []
        if cx.f["sync"] in ("block_group", "group_sync") or (
                cx.f["value"] == "group_copy"):
            lines.append(cx.pick("group type", [
                "cooperative_groups::thread_block group =", "auto group ="]) +
                " cooperative_groups::this_thread_block();")
        if cx.f["place"] not in DEVICE_OWN:
            lines += self.memory.kernel
        if cx.f["threads"] == "cube":
            lines += ["const int tid = (threadIdx.z * blockDim.y + threadIdx.y) * "
                      "blockDim.x + threadIdx.x;", "const int tx = tid;"]
        elif cx.plane:
            lines += ["const int tx = threadIdx.x;",
                      "const int ty = threadIdx.y;",
                      "const int tid = ty * %s + tx;" % cx.pick(
                          "width", [str(cx.block[0]), "blockDim.x"])]
        else:
            lines.append("%sint tid = threadIdx.x;" %
                         cx.pick("const", ["const ", ""]))
            lines.append("const int tx = tid;")
        if cx.blocks > 1:
            if cx.f["header"] != "split":
                lines += ["A += blockIdx.x * %d * ld;" % cx.rows,
                          "B += blockIdx.x * %d * ld;" % cx.rows]
            lines.append("O += blockIdx.x * (count + 4) * %d;" % cx.threads)
        lines += declared(cx)
        lines.append("%s acc = 0;" % cx.R)
        return lines + cx.prologue

    def _loop(self, suffix=""):
        cx = self.cx
        arrays = self.others if suffix and self.others else self.tiles
        loop = Loop(cx, arrays, self.scratch, self.memory, suffix)
        lines = device_loop(cx, self.all, self.memory, loop.lines(), suffix)
        return lines, [cx.sync] if loop.needs_sync_after else []

    def _made(self, number):
        """An element of a tile, from a number."""
        form = {"half": "__float2half({0})", "float2": "make_float2({0}, {0})",
                "float4": "make_float4({0}, 0.0f, {0}, 0.0f)",
                "char": "(signed char)({0})", "ushort": "(unsigned short)({0})",
                "uchar": "(unsigned char)({0})", "long": "(long long)({0})",
                "int4": "make_int4({0}, 0, {0}, 0)"}
        return form.get(self.cx.f["element"], "{0}").format(number)

    def _reuse(self):
        """The tile as a place for results."""
        cx, a = self.cx, self.tiles[0]
        size = min(cx.threads, cx.rows * cx.columns)
        store = "%s = %s;" % (a.flat("tid"), self._made("acc"))
        return (block("if (tid < %d)" % size, [store]) + [cx.sync] +
                [cx.mix(cx.element.value(a.flat("(tid + 1) %% %d" % size)))])

    def _before(self):
        """The tile as a place for something else, in front of the loop."""
        cx, a = self.cx, self.tiles[-1]
        size = min(cx.threads, cx.rows * cx.columns)
        store = "%s = %s;" % (a.flat("tid"), self._made("n - tid"))
        return (block("if (tid < %d)" % size, [store]) + [cx.sync] +
                [cx.mix(cx.element.value(a.flat("(tid + 3) %% %d" % size))),
                 cx.sync])

    def _body(self):
        cx, kind = self.cx, self.cx.f["nesting"]
        lines, sync = self._loop()
        outer = "for (int o = 0; o < 2; ++o) {"
        if kind == "outer_do":
            lines = ["int o = 0;", "do {"] + indent(lines) + [
                "} while (++o < 2);"]
        elif kind == "outer_source":
            lines = [outer, "  const %s *origin = o == 0 ? A : B;" % cx.S
                     ] + indent([re.sub(r"\bA\b", "origin", line)
                                 for line in lines]) + ["}"]
        elif kind in ("outer", "outer_reset"):
            #  Only `top` and the lazy forms go round without a barrier.
            inside = (["acc = acc * 2;"] if kind == "outer_reset" else []) + lines
            lines = [outer] + indent(inside) + ["}"]
        elif kind == "outer_reuse":
            lines = [outer] + indent(lines + sync + self._reuse() +
                                     [cx.sync]) + ["}"]
        elif kind == "reuse":
            lines = lines + sync + self._reuse()
        elif kind == "used_before":
            lines = self._before() + lines
        elif kind == "outer_around":
            lines = [outer] + indent(self._before() + lines + sync +
                                     self._reuse() + [cx.sync]) + ["}"]
        elif kind in ("three_loops", "outer_two_loops"):
            for suffix in ("2", "3")[:2 if kind == "three_loops" else 1]:
                lines = lines + sync + self._loop(suffix)[0]
            if kind == "outer_two_loops":
                lines = [outer] + indent(lines + sync) + ["}"]
        elif kind == "two_levels":
            q = cx.names["Qs"]
            lines = ["for (int q = 0; q < 2; ++q) {"] + indent(
                ["%s = (%s)I[(q * 5 + tid) %% %d];" % (
                    q.at(None, "tid"), cx.R, 4 * cx.step), cx.sync] + lines +
                [cx.sync]) + ["}"]
        elif kind == "if":
            lines = ["if (count > 1) {"] + indent(lines) + ["}"]
        elif kind in ("two_loops", "two_loops_own", "if_else"):
            second, _ = self._loop("2")
            if kind == "if_else":
                lines = (["if (count % 2) {"] + indent(lines) + ["} else {"] +
                         indent(second) + ["}"])
            else:
                lines = lines + second
        return lines + ["C[blockIdx.x * %d + tid] = acc;" % cx.threads]

    def _arguments(self, lines):
        """The sources as members of a struct, or an early return."""
        cx = self.cx
        if cx.f["arguments"] == "early_return":
            return ["if (n < %d * (int)blockIdx.x)" % cx.step,
                    "  return;"] + lines
        if cx.f["arguments"] == "struct":
            return [re.sub(r"\b([AB])\b", r"sources.\1", line)
                    for line in lines]
        return lines

    # ---- Around it --------------------------------------------------------------

    def _head(self):
        cx = self.cx
        restrict = {"all": (" __restrict__ ", " __restrict__ "),
                    "source": (" __restrict__ ", ""),
                    "none": ("", "")}[cx.f["restrict"]]
        pointer = lambda kind, name, r: "%s *%s%s" % (kind, r.lstrip(), name)
        parameters = [pointer("const " + cx.S, "A", restrict[0]),
                      pointer("const " + cx.S, "B", restrict[0]),
                      pointer("const int", "I", restrict[0]),
                      pointer(cx.R, "C", restrict[1]),
                      pointer(cx.R, "O", restrict[1]), "int n", "int ld",
                      "int count"]
        struct = []
        if cx.f["arguments"] == "struct":
            name = cx.name("Sources")
            struct = ["struct %s {" % name, "  const %s *A;" % cx.S,
                      "  const %s *B;" % cx.S, "};"]
            parameters[:2] = ["%s sources" % name]
        if "tile_elements" in "\n".join(self.memory.kernel):
            parameters.append("int tile_elements")
        bounds = cx.pick("bounds", ["", "", "__launch_bounds__(%d) " %
                                    cx.threads])
        head = "__global__ void %s%s(%s) {" % (bounds, cx.name("kernel"),
                                               ", ".join(parameters))
        parameters = (["typename E"] if cx.template else []) + (
            ["int W"] if cx.f["sizes"] == "template" else [])
        return struct + (["template <%s>" % ", ".join(parameters)]
                         if parameters else []) + [head]

    def signature(self):
        cx = self.cx
        return ("const %s *A, const %s *B, const int *I, %s *C, %s *O, "
                "int n, int ld, int count" % (cx.source.name, cx.source.name,
                                              cx.R, cx.R))

    def _launcher(self):
        cx = self.cx
        bytes = self.memory.dynamic
        if bytes:
            configuration = {"inside": ", %d" % bytes,
                             "outside": ", %d" % bytes,
                             "variable": ", bytes", "constant": ", bytes",
                             "twice": ", %d" % bytes,
                             "grown": ", %d" % bytes}[
                                 cx.f["launch"]]
        else:
            configuration = ""
        elements = self.tiles[0].count
        sources = "{A, B}" if cx.f["arguments"] == "struct" else "A, B"
        arguments = sources + ", I, C, O, n, ld, count" + (
            ", %d" % elements
            if "tile_elements" in "\n".join(self.memory.kernel) else "")
        declared = {"variable": ["  size_t bytes = %d * sizeof(char);" % bytes],
                    "constant": ["  constexpr int bytes = %d;" % bytes]}.get(
                        cx.f["launch"] if bytes else "", [])
        #  More than one launch, each with a size of its own.
        sizes = [configuration]
        if bytes and cx.f["launch"] == "twice":
            sizes += sizes
        elif bytes and cx.f["launch"] == "grown":
            sizes.append(", %d" % (bytes + 256))
        given = ([cx.element.name] if cx.template else []) + (
            [str(cx.step)] if cx.f["sizes"] == "template" else [])
        return (["void %s(%s) {" % (cx.name("run"), self.signature())] +
                ["  dim3 grid(%d), block(%s);" % (cx.blocks, ", ".join(
                    map(str, cx.extents)))] + declared +
                ["  %s%s<<<grid, block%s>>>(%s);" % (
                    cx.name("kernel"), "<%s>" % ", ".join(given)
                    if given else "", one, arguments)
                 for one in sizes] + ["}"])

    # ---- The driver ---------------------------------------------------------------

    def sizes(self):
        """Values of n: 0 to 4 tiles, 6, and ragged ones."""
        w, unit = self.cx.step, self.cx.unit
        ragged = [1, 2 * w + max(1, w // 3), 3 * w - 1, w + 1]
        if self.cx.f["loop"] == "halo" or self.cx.f["trap"] != "none":
            ragged.append(4 * w + 2)
        sizes = [0, w, 2 * w, 3 * w, 4 * w, 6 * w] + [r // unit * unit or unit
                                                      for r in ragged]
        return sorted(set(sizes))

    def driver(self):
        """A function that runs all cases of one version."""
        cx = self.cx
        s, r, w = cx.source.name, cx.R, cx.step
        columns = ("n" if cx.exact else
                   "(n + %d) / %d * %d" % (w - 1, w, w))
        if cx.f["header"] == "constant" and not cx.exact:
            columns = "%d > %s ? %d : %s" % (3 * w, columns, 3 * w, columns)
        rows = cx.rows * (1 if cx.f["header"] == "split" else cx.blocks)
        alias = cx.f["trap"] == "alias"
        return """\
static void cases_{seed}(Cases &c, void (*run)({signature})) {{
  for (int n : {{{sizes}}}) {{
    const int count = (n + {last}) / {w};
    const int ld = ({columns}) + {halo};
    const int size = {rows} * ld;
    auto A = c.input<{s}>(size, "A");
    auto B = c.input<{s}>(size, "B");
    std::vector<int> indices((count + 4) * {w});
    for (int &i : indices)
      i = c.integer(0, size > {slack} ? (size - 1) / {blocks} : 0);
    auto I = c.input<int>(indices, "I");
    auto C = c.output<{r}>({blocks} * {threads}, "C");
    auto O = c.inout<{r}>({blocks} * (count + 4) * {threads}, "O");
    run(A, B, I, C, {o}, n, ld, count);
    c.check("n=" + std::to_string(n));
  }}
}}
""".format(seed=self.seed, signature=self.signature(), last=w - 1, w=w,
           sizes=", ".join(map(str, self.sizes())), columns=columns,
           halo=cx.halo if cx.f["loop"] == "halo" else 0, rows=rows, s=s, r=r,
           slack=0, blocks=cx.blocks, threads=cx.threads,
           o="A" if alias else "O")
