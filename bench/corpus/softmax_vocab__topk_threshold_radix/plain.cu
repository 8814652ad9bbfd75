// The k-th largest logit of a row, by its bytes from the highest: four passes
// over the row, each with a histogram of 256 bins in shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

__device__ unsigned ordered(float f) {
  const unsigned u = __float_as_uint(f);
  return u & 0x80000000u ? ~u : u | 0x80000000u;
}

template <int THREADS, int ITEMS>
__global__ void kth_largest(const float *__restrict__ logits,
                            float *__restrict__ threshold, int vocab, int k) {
  constexpr int TILE = THREADS * ITEMS;
  __shared__ unsigned keys[TILE];
  __shared__ unsigned bins[256];
  __shared__ unsigned chosen, rest;

  const float *row = logits + (size_t)blockIdx.x * vocab;
  unsigned prefix = 0, mask = 0;
  if (threadIdx.x == 0)
    rest = k;

  for (int shift = 24; shift >= 0; shift -= 8) {
    for (int i = threadIdx.x; i < 256; i += THREADS)
      bins[i] = 0;
    __syncthreads();

    for (int base = 0; base < vocab; base += TILE) {
#pragma unroll
      for (int i = 0; i < ITEMS; ++i) {
        const int at = base + i * THREADS + threadIdx.x;
        keys[i * THREADS + threadIdx.x] = at < vocab ? ordered(row[at]) : 0;
      }
      __syncthreads();
      // Neighbours by one thread, so that a warp adds to more than a few bins.
#pragma unroll
      for (int i = 0; i < ITEMS; ++i) {
        const unsigned key = keys[threadIdx.x * ITEMS + (i + threadIdx.x) % ITEMS];
        if ((key & mask) == prefix && key != 0)
          atomicAdd(&bins[key >> shift & 255], 1u);
      }
      __syncthreads();
    }

    if (threadIdx.x == 0) {
      unsigned left = rest;
      int b = 255;
      while (b > 0 && bins[b] < left)
        left -= bins[b--];
      chosen = b;
      rest = left;
    }
    __syncthreads();
    prefix |= chosen << shift;
    mask |= 255u << shift;
  }

  if (threadIdx.x == 0)
    threshold[blockIdx.x] = __uint_as_float(
        prefix & 0x80000000u ? prefix & 0x7fffffffu : ~prefix);
}

extern "C" void launch(const float *logits, float *threshold, int rows,
                       int vocab, int k) {
  kth_largest<256, 8><<<rows, 256>>>(logits, threshold, vocab, k);
}
