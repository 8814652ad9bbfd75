# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Kernels whose loops threads may make differently often.

A tile loop that is plain in all else stands behind statements that may part the
threads, or may not: its bounds, its step and what stands around it are made of
them. Who is right is seen when the original runs: threads that wait for each
other at two barriers are found by lib/Executor. What the tool pipelines must
not part them.
"""

import random

from context import indent

THREADS, BLOCKS = 64, 2


class Values:
    """Expressions and statements over a thread's integers."""

    def __init__(self, dice, seed):
        self.dice, self.seed = dice, seed
        self.names = []  # Variables that are set.
        self.helpers = []
        self.count = 0
        self.depth = 0
        # In a branch that may part the threads, nobody may wait for all.
        self.parted = False
        self.parting = dice.choice([0.0, 0.1, 0.25, 0.5])

    def new(self, prefix="v"):
        self.count += 1
        return "%s%d" % (prefix, self.count)

    def leaf(self):
        dice = self.dice
        if dice.random() < self.parting:
            return dice.choice(["tid", "tid", "tid / 32", "tid % 32", "lane",
                                "I[tid]", "I[n + tid % 7]", "(tid >> 5)",
                                "(tid & 1)", "(tid == 5)", "(tid > 40)"])
        if self.names and dice.random() < 0.6:
            return dice.choice(self.names)
        return dice.choice(
            ["n", "count", "blockIdx.x", "(int)blockDim.x", "1", "2", "3", "5",
             "8", "I[0]", "I[blockIdx.x]", "I[n]", "I[count & 7]",
             "(int)gridDim.x", "(tid / 64)", "(tid >> 6)", "(tid & 64)",
             "(tid * 0)", "(tid - tid)", "(tid < 64)", "(tid > 63)"])

    def expression(self, depth=2):
        dice = self.dice
        if depth == 0 or dice.random() < 0.2:
            return self.leaf()
        one = lambda: self.expression(depth - 1)
        form = dice.choice([
            "(%s + %s)", "(%s - %s)", "(%s * %s)", "(%s & %s)", "(%s ^ %s)",
            "(%s | %s)", "(%s / ((%s & 3) + 1))", "(%s %% ((%s & 3) + 2))",
            "(%s << (%s & 3))", "(%s >> (%s & 3))", "min((int)(%s), (int)(%s))",
            "max((int)(%s), (int)(%s))", "(int)((unsigned)%s + (unsigned)%s)",
            "(short)(%s + %s)", "(%s ? 1 : %s)", "(%s && %s)", "(%s || %s)",
            "?", "~", "!", "index", "call", "same"])
        if form == "?":
            return "(%s ? %s : %s)" % (self.condition(1), one(), one())
        if form in "~!":
            return form + one()
        if form == "index":
            return "I[%s & 31]" % one()
        if form == "call":
            return "%s(%s, %s)" % (self.helper(), one(), one())
        if form == "same":
            value = one()
            return dice.choice(["(%s + tid - tid)", "((%s + tid) - tid)",
                                "(%s ^ tid ^ tid)", "(%s + tid * 0)",
                                "(tid < 64 ? %s : tid)"]) % value
        return form % (one(), one())

    def condition(self, depth=1):
        return "%s %s %s" % (self.expression(depth),
                             self.dice.choice(["<", ">", "==", "!=", "<="]),
                             self.expression(depth))

    def helper(self):
        """The name of a function of two integers."""
        name = "helper%d_%d" % (self.seed, len(self.helpers))
        lines = {
            "plain": ["return a + b;"],
            "early": ["if (a < b)", "  return b;", "return a;"],
            "loop": ["int s = 0;", "for (int j = 0; j < (a & 3); ++j)",
                     "  s += b ^ j;", "return s;"],
            "pointer": ["int x = a, y = b;", "int *p = a > b ? &x : &y;",
                        "*p = 7;", "return x + y;"],
        }[self.dice.choice(["early", "loop", "pointer", "plain"])]
        if self.dice.random() < self.parting / 3:
            lines = ["a += threadIdx.x;"] + lines
        self.helpers.append(["__device__ int %s(int a, int b) {" % name] +
                            indent(lines) + ["}"])
        return name

    def statement(self):
        """Lines that may set what there is, or more."""
        dice, e = self.dice, self.expression
        self.depth += 1
        kinds = ["new", "new", "set", "if", "if_else", "while", "for", "array",
                 "struct", "pointer", "reference", "lambda", "switch", "kept",
                 "cast"]
        if not self.parted:
            kinds += ["shared", "shared", "vote", "first", "shuffle"]
        kind = dice.choice(kinds if self.names else ["new"])
        out = getattr(self, "_" + kind)()
        self.depth -= 1
        return out

    def any(self):
        return self.dice.choice(self.names)

    def _new(self):
        value, name = self.expression(), self.new()
        self.names.append(name)
        return ["%s %s = %s;" % (self.dice.choice(["int", "int", "long long",
                                                   "unsigned", "short"]),
                                 name, value)]

    def _set(self):
        return ["%s %s %s;" % (self.any(), self.dice.choice(
            ["=", "+=", "^=", "-=", "|="]), self.expression())]

    def inside(self):
        before, names = self.parted, list(self.names)
        self.parted = True
        out = self.statement() if self.depth < 3 else self._set()
        self.parted, self.names = before, names
        return indent(out)

    def _if(self):
        return ["if (%s) {" % self.condition()] + self.inside() + ["}"]

    def _if_else(self):
        return (["if (%s) {" % self.condition()] + self.inside() +
                ["} else {"] + self.inside() + ["}"])

    def _for(self):
        j = self.new("j")
        return (["for (int %s = 0; %s < (%s & 3); ++%s) {" % (
            j, j, self.expression(1), j)] + self.inside() +
                (["  if (%s)" % self.condition(), "    break;"]
                 if self.dice.random() < 0.4 else []) + ["}"])

    def _while(self):
        j = self.new("j")
        return (["int %s = 0;" % j, "while (true) {",
                 "  if (%s >= (%s & 3))" % (j, self.expression(1)),
                 "    break;"] + self.inside() + ["  ++%s;" % j, "}"])

    def _array(self):
        a, e = self.new("a"), self.expression
        name = self.new()
        lines = ["int %s[4] = {(int)(%s), (int)(%s), 1, 2};" % (a, e(1), e(1)),
                 "%s[%s & 3] = %s;" % (a, e(1), e(1)),
                 "int %s = %s[%s & 3];" % (name, a, e(1))]
        self.names.append(name)
        return lines

    def _struct(self):
        p, q, e = self.new("p"), self.new("q"), self.expression
        name = self.new()
        lines = ["struct %s_t { int a, b; } %s = {(int)(%s), (int)(%s)};" % (
            p, p, e(1), e(1)), "%s_t %s = %s;" % (p, q, p),
                 "%s.%s %s %s;" % (self.dice.choice([p, q]),
                                   self.dice.choice("ab"),
                                   self.dice.choice(["=", "+="]), e(1)),
                 "int %s = %s.%s;" % (name, self.dice.choice([p, q]),
                                      self.dice.choice("ab"))]
        self.names.append(name)
        return lines

    def _pointer(self):
        p, x, y = self.new("p"), self.new("x"), self.new("y")
        lines = ["int %s = %s, %s = %s;" % (x, self.expression(1), y,
                                            self.expression(1)),
                 "int *%s = %s ? &%s : &%s;" % (p, self.condition(), x, y),
                 "*%s %s %s;" % (p, self.dice.choice(["=", "+="]),
                                 self.expression(1))]
        self.names += [x, y]
        return lines

    def _reference(self):
        r, x = self.new("r"), self.new("x")
        lines = ["int %s = %s;" % (x, self.expression(1)),
                 "int &%s = %s;" % (r, x), "%s += %s;" % (r, self.expression())]
        self.names.append(x)
        return lines

    def _lambda(self):
        f, x = self.new("f"), self.new("x")
        lines = ["int %s = %s;" % (x, self.expression(1)),
                 "auto %s = [%s](int z) mutable {" % (
                     f, self.dice.choice(["&", "&", "="]))] + indent([
                         "%s += z;" % x, "return %s ^ z;" % x]) + ["};"]
        name = self.new()
        lines.append("int %s = %s(%s);" % (name, f, self.expression(1)))
        self.names += [x, name]
        return lines

    def _switch(self):
        return (["switch (%s & 3) {" % self.expression(1), "case 0: {"] +
                self.inside() + ["}", self.dice.choice(["  break;", ""]),
                                 "case 1: {"] + self.inside() +
                ["}", "  break;", "default:", "  break;", "}"])

    def _kept(self):
        """A value that some threads set in a loop, and keep."""
        j, x = self.new("j"), self.new("x")
        lines = ["int %s = 0;" % x,
                 "for (int %s = 0; %s < 4; ++%s)" % (j, j, j),
                 "  if (%s)" % self.condition(), "    %s = %s;" % (
                     x, self.dice.choice([j, self.expression(1), "3"]))]
        self.names.append(x)
        return lines

    def _cast(self):
        x, p = self.new("x"), self.new("p")
        lines = ["int2 %s = make_int2(%s, %s);" % (x, self.expression(1),
                                                   self.expression(1)),
                 "long long %s = *reinterpret_cast<long long *>(&%s);" % (p, x)]
        self.names.append(p)
        return lines

    def _shared(self):
        """One thread, or some, say it to all."""
        name = self.new()
        place = self.dice.choice(["0", "3", "%s & 31" % self.expression(1)])
        who = self.dice.choice(["tid == 0", "tid == 37", "tid == (n & 31)"])
        at = self.dice.choice(["0", "0", "%s & 31" % self.expression(1)])
        value = self.expression()
        lines = ["if (tid < 32)", "  told[tid] = 1;", "__syncthreads();",
                 "if (%s)" % who, "  told[%s] = %s;" % (place, value),
                 "__syncthreads();", "int %s = told[%s];" % (name, at),
                 "__syncthreads();"]
        self.names.append(name)
        return lines

    def _first(self):
        """A variable in shared memory, which is no array."""
        name = self.new()
        lines = ["if (tid == %s)" % self.dice.choice(["0", "63"]),
                 "  single = %s;" % self.expression(), "__syncthreads();",
                 "int %s = single;" % name, "__syncthreads();"]
        self.names.append(name)
        return lines

    def _shuffle(self):
        """What a warp agrees on, or one lane has."""
        name = self.new()
        lines = ["int %s = %s;" % (name, self.dice.choice([
            "__shfl_sync(~0u, (int)%s, 0)", "__shfl_xor_sync(~0u, (int)%s, 1)",
            "__any_sync(~0u, %s)", "(int)__ballot_sync(~0u, %s)",
            "__shfl_sync(~0u, (int)%s, tid & 31)"]) % self.expression())]
        self.names.append(name)
        return lines

    def _vote(self):
        name = self.new()
        lines = ["int %s = %s(%s);" % (name, self.dice.choice(
            ["__syncthreads_count", "__syncthreads_or", "__syncthreads_and"]),
                                       self.expression())]
        self.names.append(name)
        return lines


class AgreementKernel:
    """As kernel.Kernel."""

    def __init__(self, seed):
        self.seed, self.hidden = seed, ""
        dice = random.Random("%d/agreement" % seed)
        values = Values(dice, seed)
        lines = []
        for _ in range(dice.choice([1, 2, 3, 5, 8])):
            lines += values.statement()
        lines += self.loop(dice, values)
        self.features = {"parting": str(values.parting)}
        head = ["__global__ void kernel_%d(const float *__restrict__ A, const "
                "int *__restrict__ I, float *__restrict__ C, int n, int count) "
                "{" % seed]
        body = ["__shared__ float tile[64];", "__shared__ int told[32];",
                "__shared__ int single;", "const int tid = threadIdx.x;",
                "const int lane = tid & 31;", "float acc = 0;",
                "if (tid < 32)", "  told[tid] = 0;",
                "__syncthreads();"] + lines + [
                    "__syncthreads();",
                    "C[blockIdx.x * %d + tid] = acc;" % THREADS]
        helpers = [line for helper in values.helpers for line in helper]
        launcher = ["void run_%d(const float *A, const int *I, float *C, int n, "
                    "int count) {" % seed,
                    "  kernel_%d<<<%d, %d>>>(A, I, C, n, count);" % (
                        seed, BLOCKS, THREADS), "}"]
        self.text = "\n".join(helpers + head + indent(body) + ["}", ""] +
                              launcher) + "\n"

    def loop(self, dice, values):
        e = values.expression
        small = lambda: "(int)(%s & 7)" % e()
        position = "(k & 15) * 64 + tid"
        start, end, step = "0", small(), "1"
        if dice.random() < 0.4:
            start = small()
        if dice.random() < 0.3:
            step = "(int)(1 + (%s & 1))" % e(1)
        before = []
        if dice.random() < 0.4:  # From each thread's own place.
            start, end = dice.choice([
                ("tid", "tid + %s" % end), ("tid", "%s + tid" % end),
                ("tid + %s" % start, "tid + %s" % end),
                ("tid", "%d + (tid | %s)" % (dice.randint(1, 6), "0")),
                ("tid - 3", "tid + %s" % end), ("tid * 2", "2 * tid + %s" % end),
                ("tid ^ 1", "(tid ^ 1) + %s" % end)])
        before.append("int end = %s;" % end)
        kind = dice.choice(["for", "for", "for", "while", "do", "down",
                            "pointer", "unsigned"])
        changes = []
        if dice.random() < 0.25:
            changes = dice.choice([
                ["if (%s)" % values.condition(), "  end = %s;" % dice.choice(
                    ["0", "k", "end - 1"])],
                ["end -= %s & 1;" % e(1)], ["end = end;"]])
        body = ["tile[tid] = A[%s];" % position, "__syncthreads();",
                "acc += tile[63 - tid];"] + changes + ["__syncthreads();"]
        if kind == "for":
            loop = ["for (int k = %s; k < end; k += %s) {" % (start, step)]
        elif kind == "unsigned":
            loop = ["for (unsigned k = %s; k < (unsigned)end; k += %s) {" % (
                start, step)]
        elif kind == "while":
            before.append("int k = %s;" % start)
            loop = ["while (k < end) {"]
            body.append("k += %s;" % step)
        elif kind == "do":
            before.append("int k = %s;" % start)
            loop = ["do {"]
            body.append("k += %s;" % step)
        elif kind == "down":
            loop = ["for (int k = end; k > %s; k -= %s) {" % (start, step)]
        else:
            before += ["const float *stop = A + end;"]
            loop = ["for (const float *q = A + (%s); q < stop; q += %s) {" % (
                start, step)]
            body = [line.replace(position, "tid + 64 * ((q - A) & 7)").replace(
                "= k;", "= 0;") for line in body]
        loop = before + loop + indent(body) + [
            "} while (k < end);" if kind == "do" else "}"]
        around = dice.choice(["none"] * 5 + ["if", "for", "switch"])
        if around == "if":
            loop = ["if (%s) {" % values.condition()] + indent(loop) + ["}"]
        elif around == "for":
            loop = ["for (int o = 0; o < (%s & 1) + 1; ++o) {" % e(1)] + indent(
                loop) + ["}"]
        elif around == "switch":
            loop = ["switch (%s & 1) {" % e(1), "case 1: {"] + indent(loop) + [
                "} break;", "default: break;", "}"]
        return loop

    def driver(self):
        return """\
static void cases_{seed}(Cases &c, void (*run)(const float *A, const int *I, float *C, int n, int count)) {{
  for (int n : {{0, 1, 2, 5, 9, 20}}) {{
    for (int count : {{1, 4}}) {{
      auto A = c.input<float>(2048, "A");
      std::vector<int> numbers(128);
      for (int &i : numbers)
        i = c.integer(0, 9);
      auto I = c.input<int>(numbers, "I");
      auto C = c.output<float>({outputs}, "C");
      run(A, I, C, n, count);
      c.check("n=" + std::to_string(n) + " count=" + std::to_string(count));
    }}
  }}
}}
""".format(seed=self.seed, outputs=THREADS * BLOCKS)
