// cuComplex.h, and the high words of products of 64 bits.
//
// RUN: %run_on_cpu %s %s --seeds=1 | FileCheck %s
// CHECK: no report: 1 cases x 1 seeds

#include "harness.h"
#include <complex>
#include <cuComplex.h>

static bool isNear(cuDoubleComplex a, std::complex<double> b) {
  return std::abs(std::complex<double>(a.x, a.y) - b) <= 1e-14 * std::abs(b);
}

CUDAPIPE_CASES(c) {
  bool right = true;
  for (double re : {-2.5, 0.0, 1.0, 1e10})
    for (double im : {-0.75, 3.0, 1e-3}) {
      const cuDoubleComplex a = make_cuDoubleComplex(re, im),
                            b = make_cuDoubleComplex(im, 2 * re - im);
      const std::complex<double> x(re, im), y(im, 2 * re - im);
      right &= isNear(cuCmul(a, b), x * y) && isNear(cuCdiv(a, b), x / y) &&
               isNear(cuCadd(a, cuConj(b)), x + std::conj(y)) &&
               isNear(cuCfma(a, b, a), x * y + x) &&
               isNear(make_cuDoubleComplex(cuCabs(a), 0), std::abs(x));
    }
  right &= __umul64hi(~0ull, ~0ull) == ~0ull - 1 && __mul64hi(-1, 1) == -1 &&
           __mul64hi(1ll << 62, 4) == 1;
  if (!right)
    std::abort();
  auto A = c.inout<int>(1);
  c.check("numbers");
}
