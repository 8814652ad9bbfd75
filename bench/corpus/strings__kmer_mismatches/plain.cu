// 32-mers in two bits a base against all of a reference: how many of it have at
// most d mismatches, and the nearest. Two queries a thread, 512 reference words a
// tile, as pairs.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdint>

typedef unsigned long long kmer_t;

__device__ __forceinline__ int mismatches(kmer_t a, kmer_t b) {
  const kmer_t x = a ^ b;
  return __popcll((x | x >> 1) & 0x5555555555555555ull);
}

template <int BLOCK, int TILE>
__global__ void __launch_bounds__(BLOCK, 1024 / BLOCK)
    match_kmers(const kmer_t *__restrict__ queries,
                const kmer_t *__restrict__ reference, int *__restrict__ hits,
                int *__restrict__ nearest, int n_queries, int n_reference,
                int max_mismatches) {
  __shared__ kmer_t tile[TILE];

  const int q0 = blockIdx.x * 2 * BLOCK + threadIdx.x, q1 = q0 + BLOCK;
  const kmer_t a = q0 < n_queries ? queries[q0] : 0;
  const kmer_t b = q1 < n_queries ? queries[q1] : 0;
  int hits_a = 0, hits_b = 0;
  int best_a = 33 << 24, best_b = 33 << 24; // mismatches, then the index

  const int whole = n_reference / TILE * TILE;
  for (int base = 0; base < whole; base += TILE) {
#pragma unroll
    for (int i = 0; i < TILE / BLOCK; ++i)
      tile[threadIdx.x + i * BLOCK] = reference[base + threadIdx.x + i * BLOCK];
    __syncthreads();
#pragma unroll 4
    for (int i = 0; i < TILE; ++i) {
      const int ma = mismatches(a, tile[i]), mb = mismatches(b, tile[i]);
      hits_a += ma <= max_mismatches;
      hits_b += mb <= max_mismatches;
      best_a = min(best_a, ma << 24 | (base + i));
      best_b = min(best_b, mb << 24 | (base + i));
    }
    __syncthreads();
  }
  // What is left has no tile.
  for (int i = whole; i < n_reference; ++i) {
    const kmer_t r = reference[i];
    const int ma = mismatches(a, r), mb = mismatches(b, r);
    hits_a += ma <= max_mismatches;
    hits_b += mb <= max_mismatches;
    best_a = min(best_a, ma << 24 | i);
    best_b = min(best_b, mb << 24 | i);
  }

  if (q0 < n_queries) {
    hits[q0] = hits_a;
    nearest[q0] = best_a & 0xffffff;
  }
  if (q1 < n_queries) {
    hits[q1] = hits_b;
    nearest[q1] = best_b & 0xffffff;
  }
}

extern "C" void launch(const unsigned long long *queries,
                       const unsigned long long *reference, int *hits,
                       int *nearest, int n_queries, int n_reference) {
  match_kmers<256, 512><<<(n_queries + 511) / 512, 256>>>(
      queries, reference, hits, nearest, n_queries, n_reference, 18);
}
