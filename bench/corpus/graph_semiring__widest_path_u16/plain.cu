// Widest paths: product of matrices of capacities in the (max, min) semiring,
// 16 bits each, two columns a word. 64 x 64 x 32 a block of 16 x 16 threads,
// tiles in dynamic memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

typedef unsigned short capacity_t;

template <int T, int KT> struct Tiles {
  capacity_t a[T * (KT + 2)];
  capacity_t b[KT * T];
};

template <int T, int KT>
__global__ void bottleneck_product(const capacity_t *__restrict__ a,
                                   const capacity_t *__restrict__ b,
                                   capacity_t *__restrict__ c, int n) {
  extern __shared__ unsigned tile_memory[];
  Tiles<T, KT> *tiles = reinterpret_cast<Tiles<T, KT> *>(tile_memory);
  constexpr int P = T / 16;

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int tid = tx + 16 * ty;
  unsigned best[P][P];
  for (int i = 0; i < P; ++i)
    for (int j = 0; j < P; ++j)
      best[i][j] = 0;

  const capacity_t *a_block = a + (size_t)blockIdx.y * T * n;
  const capacity_t *b_block = b + (size_t)blockIdx.x * T;

  for (int step = 0; step < n / KT; ++step) {
    for (int i = tid; i < T * KT / 2; i += 256) {
      const int row = i / (KT / 2), pair = i % (KT / 2);
      *reinterpret_cast<unsigned *>(&tiles->a[row * (KT + 2) + pair * 2]) =
          *reinterpret_cast<const unsigned *>(
              &a_block[(size_t)row * n + pair * 2]);
    }
    for (int i = tid; i < KT * T / 2; i += 256) {
      const int row = i / (T / 2), pair = i % (T / 2);
      *reinterpret_cast<unsigned *>(&tiles->b[row * T + pair * 2]) =
          *reinterpret_cast<const unsigned *>(
              &b_block[(size_t)row * n + pair * 2]);
    }
    __syncthreads();
    for (int k = 0; k < KT; ++k) {
      unsigned u[P], v[P];
#pragma unroll
      for (int i = 0; i < P; ++i) {
        u[i] = tiles->a[(ty * P + i) * (KT + 2) + k];
        v[i] = tiles->b[k * T + tx + 16 * i];
      }
#pragma unroll
      for (int i = 0; i < P; ++i)
#pragma unroll
        for (int j = 0; j < P; ++j)
          best[i][j] = max(best[i][j], min(u[i], v[j]));
    }
    __syncthreads();
    a_block += KT;
    b_block += (size_t)KT * n;
  }

  for (int i = 0; i < P; ++i)
    for (int j = 0; j < P; ++j)
      c[((size_t)blockIdx.y * T + ty * P + i) * n + blockIdx.x * T + tx +
        16 * j] = static_cast<capacity_t>(best[i][j]);
}

extern "C" void launch(const unsigned short *a, const unsigned short *b,
                       unsigned short *c, int n) {
  bottleneck_product<64, 32>
      <<<dim3(n / 64, n / 64), dim3(16, 16), sizeof(Tiles<64, 32>)>>>(a, b, c,
                                                                      n);
}
