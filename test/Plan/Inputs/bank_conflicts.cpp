// Figures that can be worked out by hand.

#include "cudapipe/Plan/BankConflicts.h"
#include <cstdio>
#include <vector>

using namespace cudapipe;

static int Failures = 0;

template <typename FunctionTy>
static std::vector<int64_t> lanes(int Count, FunctionTy Address) {
  std::vector<int64_t> Out;
  for (int Lane = 0; Lane < Count; ++Lane)
    Out.push_back(Address(Lane));
  return Out;
}

static void check(const char *What, const std::vector<int64_t> &Addresses,
                  unsigned Width, unsigned Expected, unsigned Least) {
  unsigned Is = wavefronts(Addresses, Width);
  unsigned IsLeast = leastWavefronts(Addresses, Width);
  if (Is == Expected && IsLeast == Least)
    return;
  std::printf("%s: %u wavefronts, %u at least; expected %u and %u\n", What, Is,
              IsLeast, Expected, Least);
  ++Failures;
}

int main() {
  check("a row of words", lanes(32, [](int L) { return L * 4; }), 4, 1, 1);
  check("a row of bytes", lanes(32, [](int L) { return L; }), 1, 1, 1);
  check("a row of halves", lanes(32, [](int L) { return L * 2; }), 2, 1, 1);
  check("one word", lanes(32, [](int L) { return 400; }), 4, 1, 1);
  check("a column of 32 words", lanes(32, [](int L) { return L * 128; }), 4, 32,
        1);
  check("a column of 33 words", lanes(32, [](int L) { return L * 132; }), 4, 1,
        1);
  check("every second word", lanes(32, [](int L) { return L * 8; }), 4, 2, 1);
  check("two rows of 16", lanes(32, [](int L) { return L / 16 * 128 + L * 4; }),
        4, 1, 1);
  check("two rows of 16, one apart",
        lanes(32, [](int L) { return L / 16 * 64 + L % 16 * 4; }), 4, 1, 1);
  check("two rows of 16 that meet",
        lanes(32, [](int L) { return L / 16 * 128 + L % 16 * 4; }), 4, 2, 1);

  // A half-warp at a time.
  check("a row of doubles", lanes(32, [](int L) { return L * 8; }), 8, 2, 2);
  check("a column of doubles", lanes(32, [](int L) { return L * 128; }), 8, 32,
        2);
  check("a padded column of doubles", lanes(32, [](int L) { return L * 136; }),
        8, 2, 2);
  // A quarter-warp at a time.
  check("a row of float4", lanes(32, [](int L) { return L * 16; }), 16, 4, 4);
  check("8 rows of 64 bytes", lanes(8, [](int L) { return L * 64; }), 16, 4, 1);
  check("8 rows of 80 bytes", lanes(8, [](int L) { return L * 80; }), 16, 1, 1);
  check("8 rows of 32 bytes", lanes(8, [](int L) { return L * 32; }), 16, 2, 1);
  check("8 rows of 48 bytes", lanes(8, [](int L) { return L * 48; }), 16, 1, 1);
  check("8 rows of 128 bytes", lanes(8, [](int L) { return L * 128; }), 16, 8,
        1);

  check("nobody", lanes(32, [](int L) { return NoAddress; }), 4, 0, 0);
  check("half of a column",
        lanes(32, [](int L) { return L % 2 ? NoAddress : L * 128; }), 4, 16, 1);
  check("in front of the array", lanes(32, [](int L) { return L * 4 - 64; }), 4,
        1, 1);
  return Failures != 0;
}
