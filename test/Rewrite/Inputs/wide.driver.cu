// C = A * B, of sizes and addresses that suit copies of 16 bytes, and of
// others: gemm(A, B, C, M, N, K), M x K times K x N.
//
// -DBLOCK_M=.. -DBLOCK_N=.. -DBLOCK_K=.. -DTHREADS=x,y
// -DKERNEL=X  what to launch instead of gemm: gemm<16>; -DKERNELS=X,Y: one
// after
//             the other
// -DTYPE=T    the element type of A and B; -DRESULT=T that of C (float)
// -DTOGETHER=n  the kernels read n elements at a time: sizes and addresses are
//             multiples of that

#include "harness.h"
#include KERNEL_FILE

#include <cstring>

#ifndef TYPE
#define TYPE float
#endif
#ifndef RESULT
#define RESULT float
#endif
#ifndef TOGETHER
#define TOGETHER 1
#endif
#ifndef KERNEL
#define KERNEL gemm
#endif
#ifndef KERNELS
#define KERNELS KERNEL
#endif

CUDAPIPE_CASES(c) {
  constexpr int Vector = 16 / sizeof(TYPE);
  for (int tiles : {0, 1, 2, 3, 5})
    for (const char *form :
         {"whole", "edges", "ragged A", "ragged B", "shifted A", "shifted B"}) {
      const bool Whole = form[0] == 'w', Ragged = form[0] == 'r';
      const bool Shifted = form[0] == 's';
      const bool OfB = form[std::strlen(form) - 1] == 'B';
      constexpr int Odd = TOGETHER > 1 ? TOGETHER : 3;
      const int Cut = Whole ? 0 : Ragged && !OfB ? Odd : Vector;
      const int ShiftA = Shifted && !OfB ? TOGETHER : 0;
      const int ShiftB = Shifted && OfB ? TOGETHER : 0;
      const int M = 2 * BLOCK_M - (Whole ? 0 : 3);
      const int N = 2 * BLOCK_N - (Whole ? 0 : Ragged && OfB ? Odd : Vector);
      const int K = tiles * BLOCK_K - (tiles && BLOCK_K > Cut ? Cut : 0);
      dim3 grid((N + BLOCK_N - 1) / BLOCK_N, (M + BLOCK_M - 1) / BLOCK_M);
      for (auto kernel : {KERNELS}) {
        auto A = c.input<TYPE>(M * K + ShiftA);
        auto B = c.input<TYPE>(K * N + ShiftB);
        auto C = c.output<RESULT>(M * N);
        CUDAPIPE_LAUNCH(kernel, grid, dim3(THREADS), 0, A.ptr() + ShiftA,
                        B.ptr() + ShiftB, C, M, N, K);
        c.check(std::string(form) + " K=" + std::to_string(K));
      }
    }
}
