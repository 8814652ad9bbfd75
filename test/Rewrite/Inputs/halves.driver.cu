// tiled::halves<ROWS, COLS>(A, x, y, K): y = A * x.
// -DPAIRS: and pairs(A, C, K).

#include "harness.h"
#include KERNEL_FILE

CUDAPIPE_CASES(c) {
  for (int K : {0, 16, 32, 48, 80}) {
    auto A = c.input<__half>(32 * K), x = c.input<__half>(K);
    auto y = c.output<float>(32);
    CUDAPIPE_LAUNCH((tiled::halves<32, 16>), dim3(1), dim3(32), 0, A, x, y, K);
    c.check("K=" + std::to_string(K));
  }
#ifdef PAIRS
  for (int K : {0, 64, 128, 192, 320}) {
    auto A = c.input<__half>(K);
    auto C = c.output<float>(32);
    CUDAPIPE_LAUNCH(pairs, dim3(1), dim3(32), 0, A, C, K);
    c.check("pairs, K=" + std::to_string(K));
  }
#endif
}
