// C = A * B: gemm(A, B, C, M, N, K), M x K times K x N.
//
// -DTILE=T    T x T threads, one element of C each; K is a multiple of T
// -DBLOCK_M=.. -DBLOCK_N=.. -DBLOCK_K=.. -DTHREADS=x,y  instead of TILE
// -DKERNEL=X  what to launch instead of gemm: gemm<16>
// -DFIXED_K=K the only K
// -DTILES=a,b how many tiles (0, 1, 2, 3 and 5)
// -DRAGGED    M, N and K may be anything
// -DLOOSE     sizes that wide copies do not fit, too: the last tiles read what
//             stands behind A and B, and there are more columns than blocks
// -DTYPE=T    the element type of A and B; -DRESULT=T that of C (float)

#include "harness.h"
#include KERNEL_FILE

#include <tuple>

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
#ifdef LOOSE
#define BEHIND (lessK ? BLOCK_K : 0)
#define BLOCKS(SIZE, BLOCK) (SIZE) / BLOCK
#else
#define BEHIND 0
#define BLOCKS(SIZE, BLOCK) (SIZE + BLOCK - 1) / BLOCK
#endif

CUDAPIPE_CASES(c) {
#ifdef FIXED_K
  for (int tiles : {FIXED_K / BLOCK_K})
#else
  for (int tiles : {TILES})
#endif
    for (auto [lessRows, moreColumns, lessK] : {SIZES}) {
      const int M = 2 * BLOCK_M - lessRows, N = BLOCK_N + moreColumns;
#ifdef FIXED_K
      const int K = FIXED_K;
#else
      const int K = tiles * BLOCK_K - (tiles ? lessK : 0);
#endif
      auto A = c.input<TYPE>(M * K + BEHIND);
      auto B = c.input<TYPE>((K + BEHIND) * N);
      auto C = c.output<RESULT>(M * N);
      dim3 grid(BLOCKS(N, BLOCK_N), BLOCKS(M, BLOCK_M));
      CUDAPIPE_LAUNCH((LAUNCHED), grid, dim3(THREADS), 0, A, B, C, M, N, K);
      c.check("K=" + std::to_string(K));
    }
}
