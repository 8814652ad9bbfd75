// Laplace's equation between two plates: sum of A_n sin(n x) exp(-n y) with the
// recurrence of the sines, so that a mode is a few multiplications. 64 modes a
// tile, doubles.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define MODES 64

struct Series {
  double s, c;   // sine and cosine of n x
  double s1, c1; // of x
  double e, e1;  // exp(-n y), exp(-y)

  __device__ void step() {
    const double next = s * c1 + c * s1;
    c = c * c1 - s * s1;
    s = next;
    e *= e1;
  }
};

__global__ void plates(const double *points, const double *amplitudes,
                       double *potential, double *field, int n, int modes) {
  __shared__ double a[MODES];
  __shared__ double na[MODES];

  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  Series w;
  {
    const int at = min(i, n - 1);
    const double x = points[2 * at], y = 0.02 + fabs(points[2 * at + 1]);
    sincos(x, &w.s1, &w.c1);
    w.e1 = exp(-y);
    w.s = w.s1;
    w.c = w.c1;
    w.e = w.e1;
  }
  double phi = 0.0, ey = 0.0;

  for (int m0 = 0; m0 < modes; m0 += MODES) {
    if (threadIdx.x < MODES) {
      const int m = m0 + threadIdx.x;
      const double amplitude = m < modes ? amplitudes[m] : 0.0;
      a[threadIdx.x] = amplitude;
      na[threadIdx.x] = (m + 1) * amplitude;
    }
    __syncthreads();

#pragma unroll 4
    for (int m = 0; m < MODES; ++m) {
      const double shape = w.s * w.e;
      phi += a[m] * shape;
      ey += na[m] * shape;
      w.step();
    }
    __syncthreads();
  }

  if (i < n) {
    potential[i] = phi;
    field[i] = ey;
  }
}

extern "C" void launch(const double *points, const double *amplitudes,
                       double *potential, double *field, int n, int modes) {
  plates<<<(n + 255) / 256, 256>>>(points, amplitudes, potential, field, n,
                                   modes);
}
