// A Fourier series at points that are nowhere near a grid: Horner's scheme in
// exp(i x), coefficients in tiles of 128 from the last to the first.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

static __device__ inline double2 mul_add(double2 a, double2 b, double2 c) {
  return make_double2(fma(a.x, b.x, fma(-a.y, b.y, c.x)),
                      fma(a.x, b.y, fma(a.y, b.x, c.y)));
}

__global__ void evaluate(const double *x, const double2 *c, double2 *value,
                         int points, int modes) {
  __shared__ double2 tile[128];

  const int p = blockIdx.x * 128 + threadIdx.x;
  double2 z = make_double2(1.0, 0.0);
  if (p < points)
    sincospi(x[p], &z.y, &z.x);
  double2 sum = make_double2(0.0, 0.0);

  for (int left = modes; left > 0; left -= 128) {
    const int m = left - 128 + (int)threadIdx.x;
    if (m >= 0)
      tile[threadIdx.x] = c[m];
    else
      tile[threadIdx.x] = make_double2(0.0, 0.0);
    __syncthreads();
    // Zeros in front of the first coefficient would move the result.
    const int low = max(0, 128 - left);
    for (int k = 127; k >= low; --k)
      sum = mul_add(sum, z, tile[k]);
    __syncthreads();
  }
  if (p < points)
    value[p] = sum;
}

extern "C" void launch(const double *x, const double2 *c, double2 *value,
                       int points, int modes) {
  evaluate<<<(points + 127) / 128, 128>>>(x, c, value, points, modes);
}
