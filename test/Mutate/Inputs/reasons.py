"""What the reasons of test/mutate/ claim, and what they must not."""

import sys

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import equivalent
import guarded_loads
import multiples
import needless_barriers

MACROS = """
#define GUARDED(i) (k + (i) < n ? A[k + (i)] : 0.0f)
#define BARE(i) A[k + (i)]
"""

# The text of a load, and whether each of its accesses is guarded.
LOADS = [
    ("tile[t] = k + t < n ? A[k + t] : 0.0f;", True),
    ("tile[t] = A[k + t];", False),
    ("reg = GUARDED(t);", True),
    ("reg = BARE(t);", False),
    # A lambda of its own has what moves, too.
    ("v = 0.0f; auto add = [&] { v += 1.0f; }; if (k + t < n) v = A[k + t]; add();",
     True),
    ("auto add = [&] { v += A[k + t]; }; add();", False),
    ("auto add = [&](int i) { v += A[i]; }; add(k + t);", False),
    # The address of its own variable does not move with the value.
    ("v = 0.0f; if (k + t < n) v = A[k + t]; float *w = &v; *w = 3.0f;", True),
    ("const float *w = &A[k]; v = *w;", False),
    ("const float *w = A + k; v = *w;", False),
]
for body, guarded in LOADS:
    kernel = "auto load_tile = [&](int stage, int k) { %s };\n" % body
    bare = guarded_loads.bare_accesses(kernel, MACROS + kernel)
    assert (bare == []) == guarded, (body, bare)

KERNEL = """__global__ void f(int n) {
  const bool wide_copies = T == 8 && n % 4 == 0;
  const int start = 2147483644 - (n + 31) / 32 * 32;
  const int begin = share<T>(n, 3);
  const int other = share<U>(n, 3);
  int moved = 8; moved += n;
}"""
FILE = """constexpr int ROWS = 16;
template <int T> int share(int a, int b) { return a * b / 3 * T; }
""" + KERNEL
for condition, always in [
        ("start % 4 == 0", True), ("start % 8 == 0", False),
        ("begin % 8 == 0", True), ("begin % 16 == 0", False),
        ("other % 4 == 0", False), ("moved % 4 == 0", False),
        ("n % 4 == 0", False), ("ROWS % 4 == 0", True)]:
    assert multiples.says(condition, KERNEL, FILE) == always, condition
for text, always in [
        ("8 * a - 16", True), ("8 * a - 1", False), ("a * 8 / 3", False),
        ("8 * 1 >> 2", False), ("8 * a | 1", False), ("n < 3 ? 4 : 8", False)]:
    assert multiples.is_multiple(text, 4, "", "") == always, text

# In front of the first tile: what K is there, if that is a number.
for front, known in [
        ("f(int K) { const int K = 96;", 96),
        ("f(int K) { { const int K = 96; for (;;) { K < n; }", 96),
        ("f(int K) { { const int K = 96; }", None),
        ("f(int K) {", None),
        ("const int K = 96; f(int n, int K) {", None),
        ("const int K = 96; int n = 3, K = n;", None),
        ("const int K = 96; auto [K, n] = sizes();", None),
        ("const int K = 96; { int K; }", None),
        ("const int K = n; // K = 96;", None),
        ("int K = 96;", None), ("const int K = 96 / n;", None),
        ("const int OK = 96;", None), ("const int K = 96; f(K, n);", 96)]:
    assert equivalent.constant_at_end("K", front) == known, front
PROLOGUE = """f(int n, int K) {
  const int K = %s;
  // Prologue: the first tiles.
  int k = 0;
  for (int stage = 0; stage < 2; ++stage) {
    if (k < K)
      load_tile(stage, k);
    k += 32;"""
for trips, always in [("33", True), ("32", False), ("n", False)]:
    text = (PROLOGUE % trips).split("\n")
    assert equivalent.has_all_first_tiles(text, 6, "k < K") == always, trips

# With one buffer: `counts` is set behind the barrier at the top, `tile` in front of
# it. The user's own behind that publishes both.
LOOP = """__global__ void f(const float *__restrict__ A, float *out, int n) {
  auto fetch_tile = [&](int k) { tile_reg = A[k + t]; };
  auto store_tile = [&] { tile[t] = tile_reg; };
  // Prologue: the first tile.
  fetch_tile(0);
  store_tile();

  for (int k = 0; k < n; k += 32) {
    __syncthreads(); // 0
    fetch_tile(k + 32);
    %s
    __syncthreads(); // 1
    atomicAdd(&counts[t ^ 1], 1u);
    sum += tile[31 - t];
    __syncthreads(); // 2
    sum += %s;
    __syncthreads(); // 3
    store_tile();
  }
  out[t] = sum;
}"""
for top, bottom, needless in [
        ("counts[t] = 0;", "counts[31 - t]", {0, 3}),
        ("counts[t] = tile[t];", "counts[31 - t]", {3}),
        ("counts[t] = 0;", "tile[t]", {0}),
        ("*counts = 0;", "counts[31 - t]", {3})]:
    loop = LOOP % (top, bottom)
    found = {i for i in range(4) if needless_barriers.separates_nothing(
        loop, loop.index("__syncthreads(); // %d" % i))}
    assert found == needless, (top, bottom, found)
