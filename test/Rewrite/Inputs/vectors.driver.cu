// C = A * B, of sizes that suit loads of 16 bytes: gemm(A, B, C, M, N, K), M x K
// times K x N, with edges inside of tiles.
//
// -DBLOCK_M=.. -DBLOCK_N=.. -DBLOCK_K=.. -DTHREADS=x,y
// -DKERNEL=X  what to launch instead of gemm
// -DWHOLE     tiles are whole
// -DTYPE=T    the element type of A and B; -DRESULT=T that of C (float)

#include "harness.h"
#include KERNEL_FILE

#ifndef TYPE
#define TYPE float
#endif
#ifndef RESULT
#define RESULT float
#endif
#ifndef KERNEL
#define KERNEL gemm
#endif

CUDAPIPE_CASES(c) {
  constexpr int Vector = 16 / sizeof(TYPE);
  for (int tiles : {0, 1, 2, 3, 5})
    for (int Cut : {0, Vector}) {
#ifdef WHOLE
      if (Cut)
        continue;
#endif
      const int M = 2 * BLOCK_M - Cut / 2, N = 2 * BLOCK_N - Cut;
      const int K = tiles * BLOCK_K - (tiles && BLOCK_K > Cut ? Cut : 0);
      auto A = c.input<TYPE>(M * K), B = c.input<TYPE>(K * N);
      auto C = c.output<RESULT>(M * N);
      dim3 grid((N + BLOCK_N - 1) / BLOCK_N, (M + BLOCK_M - 1) / BLOCK_M);
      CUDAPIPE_LAUNCH((KERNEL), grid, dim3(THREADS), 0, A, B, C, M, N, K);
      c.check("N=" + std::to_string(N) + " K=" + std::to_string(K));
    }
}
