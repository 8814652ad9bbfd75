// C = A * B: gemm(A, B, C, M, N, K), M x K times K x N.
//
// -DTILE=T    T x T threads, one element of C each; K is a multiple of T
// -DBLOCK_M=.. -DBLOCK_N=.. -DBLOCK_K=.. -DTHREADS=x,y  instead of TILE
// -DKERNEL=X  what to launch instead of gemm: gemm<16>
// -DFIXED_K=K the only K
// -DTILES=a,b how many tiles (0, 1, 2, 3 and 5)
// -DRAGGED    M, N and K may be anything
// -DTYPE=T    the element type of A and B; -DRESULT=T that of C (float)

#include "harness.h"
#include KERNEL_FILE

#ifdef TILE
#define BLOCK_M TILE
#define BLOCK_N TILE
#define BLOCK_K TILE
#define THREADS TILE, TILE
#endif
#ifndef TYPE
#define TYPE float
#endif
#ifndef RESULT
#define RESULT float
#endif
#ifndef TILES
#define TILES 0, 1, 2, 3, 5
#endif

#ifdef KERNEL
#define LAUNCHED KERNEL
#else
#define LAUNCHED gemm
#endif

CUDAPIPE_CASES(c) {
#ifdef FIXED_K
  for (int tiles : {FIXED_K / BLOCK_K})
#else
  for (int tiles : {TILES})
#endif
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
      auto A = c.input<TYPE>(M * K), B = c.input<TYPE>(K * N);
      auto C = c.output<RESULT>(M * N);
      dim3 grid((N + BLOCK_N - 1) / BLOCK_N, (M + BLOCK_M - 1) / BLOCK_M);
      CUDAPIPE_LAUNCH((LAUNCHED), grid, dim3(THREADS), 0, A, B, C, M, N, K);
      c.check("K=" + std::to_string(K));
    }
}
