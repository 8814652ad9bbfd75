// C = A * B by the kernel file's own launch(A, B, C, M, N, K).
//
// -DBLOCK_M=.. -DBLOCK_N=.. -DBLOCK_K=..  K is a multiple of BLOCK_K
// -DTYPE=T  the element type of A and B; -DRESULT=T that of C (float)
// -DTILES=a,b  how many tiles (0, 1, 2, 3 and 5)
// -DRAGGED  M, N and K may be anything
// -DPADDED  the kernel reads whole tiles of K: A and B have one more

#include "harness.h"
#include KERNEL_FILE

#ifndef TYPE
#define TYPE float
#endif
#ifndef RESULT
#define RESULT float
#endif
#ifndef TILES
#define TILES 0, 1, 2, 3, 5
#endif

#ifdef PADDED
#define BEHIND BLOCK_K
#else
#define BEHIND 0
#endif

CUDAPIPE_CASES(c) {
  for (int tiles : {TILES})
    // Rows of A or of B that wide copies do not fit; rows that they do, but
    // tiles do not.
    for (auto [ragged, wider] : {std::pair(0, 0), {4, 4}, {3, 4}, {4, 3}}) {
#ifdef RAGGED
      const int M = 2 * BLOCK_M - ragged, N = BLOCK_N + wider;
      const int K = tiles * BLOCK_K - (tiles ? ragged : 0);
#else
      if (ragged)
        continue;
      const int M = 2 * BLOCK_M, N = BLOCK_N, K = tiles * BLOCK_K;
#endif
      auto A = c.input<TYPE>(M * K + BEHIND);
      auto B = c.input<TYPE>((K + BEHIND) * N);
      auto C = c.output<RESULT>(M * N);
      launch(A, B, C, M, N, K);
      c.check("K=" + std::to_string(K));
    }
}
