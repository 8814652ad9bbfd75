// C = A * B by the kernel file's own launch(A, B, C, M, N, K).
//
// -DBLOCK_M=.. -DBLOCK_N=.. -DBLOCK_K=..  K is a multiple of BLOCK_K
// -DTYPE=T  the element type of A and B; -DRESULT=T that of C (float)
// -DTILES=a,b  how many tiles (0, 1, 2, 3 and 5)
// -DRAGGED  M, N and K may be anything
// -DLOOSE   sizes that wide copies do not fit, too: the last tiles read what
//           stands behind A and B, and there are more columns than blocks
// -DPADDED  the kernel reads whole tiles of K: A and B have one more

// A kernel may have a PADDED of its own.
#if defined(PADDED)
#define BEHIND BLOCK_K
#elif defined(LOOSE)
#define BEHIND (lessK ? BLOCK_K : 0)
#else
#define BEHIND 0
#endif

#include "harness.h"
#include KERNEL_FILE

#include <tuple>

#ifndef TYPE
#define TYPE float
#endif
#ifndef RESULT
#define RESULT float
#endif
#ifndef TILES
#define TILES 0, 1, 2, 3, 5
#endif

// How many rows less, columns more and K less than tiles have.
#if defined(RAGGED)
// Rows of A or of B that wide copies do not fit; rows that they do, but tiles do
// not; a single row, behind which nothing may be read.
#define SIZES                                                                  \
  std::tuple(0, 0, 0), {4, 4, 4}, {3, 4, 3}, {4, 3, 4}, {2 * BLOCK_M - 1, 0, 0}
#elif defined(LOOSE)
#define SIZES std::tuple(0, 0, 0), {0, 4, 3}, {0, 3, 0}
#else
#define SIZES std::tuple(0, 0, 0)
#endif

CUDAPIPE_CASES(c) {
  for (int tiles : {TILES})
    for (auto [lessRows, moreColumns, lessK] : {SIZES}) {
      const int M = 2 * BLOCK_M - lessRows, N = BLOCK_N + moreColumns;
      const int K = tiles * BLOCK_K - (tiles ? lessK : 0);
      auto A = c.input<TYPE>(M * K + BEHIND);
      auto B = c.input<TYPE>((K + BEHIND) * N);
      auto C = c.output<RESULT>(M * N);
      launch(A, B, C, M, N, K);
      c.check("K=" + std::to_string(K));
    }
}
