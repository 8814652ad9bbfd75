// Reciprocal part of an Ewald sum as a direct transform: two wave vectors a
// thread, atoms with their charges in tiles of 128.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <int THREADS> struct Wave {
  float x, y, z;
  float re = 0.0f, im = 0.0f;

  __device__ void read(const float *k, int i, int n) {
    const int at = i < n ? i : 0;
    x = k[at] * 40.0f;
    y = k[n + at] * 40.0f;
    z = k[2 * n + at] * 40.0f;
  }
  __device__ void add(const float4 &atom) {
    float s, c;
    __sincosf(x * atom.x + y * atom.y + z * atom.z, &s, &c);
    re += atom.w * c;
    im += atom.w * s;
  }
};

template <int THREADS>
__global__ void __launch_bounds__(THREADS)
    structure_factor(const float4 *__restrict__ atoms,
                     const float *__restrict__ k, float *__restrict__ re,
                     float *__restrict__ im, int n_atoms, int n_k) {
  __shared__ float4 tile[THREADS];

  const int first = blockIdx.x * 2 * THREADS + threadIdx.x;
  const int second = first + THREADS;
  Wave<THREADS> a, b;
  a.read(k, first, n_k);
  b.read(k, second, n_k);

  for (int base = 0; base < n_atoms; base += THREADS) {
    const int i = base + threadIdx.x;
    tile[threadIdx.x] =
        i < n_atoms ? __ldg(&atoms[i]) : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < THREADS; ++j) {
      a.add(tile[j]);
      b.add(tile[j]);
    }
    __syncthreads();
  }

  if (first < n_k) {
    re[first] = a.re;
    im[first] = a.im;
  }
  if (second < n_k) {
    re[second] = b.re;
    im[second] = b.im;
  }
}

extern "C" void launch(const float *atoms, const float *k, float *re, float *im,
                       int n_atoms, int n_k) {
  structure_factor<128><<<(n_k + 255) / 256, 128>>>(
      reinterpret_cast<const float4 *>(atoms), k, re, im, n_atoms, n_k);
}
