// Similarity of documents by their MinHash signatures: how many hashes two have
// in common, for all pairs. 32 x 32 pairs a block of 256 threads, signatures in
// tiles of 32 hashes.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define DOCS 32
#define HASHES 32

__global__ void __launch_bounds__(256)
    minhash_similarity(const unsigned *__restrict__ signatures,
                       unsigned char *__restrict__ similarity, int documents,
                       int hashes) {
  __shared__ unsigned sig_a[DOCS][HASHES + 1];
  __shared__ unsigned sig_b[DOCS][HASHES + 1];

  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const int a0 = blockIdx.y * DOCS, b0 = blockIdx.x * DOCS;

  int equal[4] = {0, 0, 0, 0};
  const int tiles = (hashes + HASHES - 1) / HASHES;
  for (int t = 0; t < tiles; ++t) {
    const int h = t * HASHES + lane;
#pragma unroll
    for (int r = 0; r < 4; ++r) {
      const int d = warp + 8 * r;
      // What is not there is unlike everything.
      unsigned a = 1u, b = 2u;
      if (h < hashes && a0 + d < documents)
        a = signatures[(size_t)(a0 + d) * hashes + h] & ~3u;
      if (h < hashes && b0 + d < documents)
        b = signatures[(size_t)(b0 + d) * hashes + h] & ~3u;
      sig_a[d][lane] = a;
      sig_b[d][lane] = b;
    }
    __syncthreads();
#pragma unroll 8
    for (int k = 0; k < HASHES; ++k) {
      const unsigned mine = sig_b[lane][k];
#pragma unroll
      for (int r = 0; r < 4; ++r)
        equal[r] += sig_a[warp + 8 * r][k] == mine;
    }
    __syncthreads();
  }

  for (int r = 0; r < 4; ++r) {
    const int i = a0 + warp + 8 * r, j = b0 + lane;
    if (i < documents && j < documents)
      similarity[(size_t)i * documents + j] =
          (unsigned char)(equal[r] * 255 / hashes);
  }
}

extern "C" void launch(const unsigned *signatures, unsigned char *similarity,
                       int documents, int hashes) {
  const int blocks = (documents + DOCS - 1) / DOCS;
  minhash_similarity<<<dim3(blocks, blocks), 256>>>(signatures, similarity,
                                                    documents, hashes);
}
