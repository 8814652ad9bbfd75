// Scores every position of a genome with all position weight matrices of a
// library, and keeps the best: a thread has the 16 bases of its window, matrices
// come eight at a time.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cfloat>

#define WIDTH 16
#define MOTIFS 8
#define MATRIX (WIDTH * 4)

static __global__ void scan_motifs(const unsigned char *genome,
                                   const float *matrices,
                                   const float *thresholds, float *best_score,
                                   short *best_motif, int positions,
                                   int motifs) {
  __shared__ float weights[MOTIFS][MATRIX];
  __shared__ float cutoff[MOTIFS];

  const int pos = blockIdx.x * blockDim.x + threadIdx.x;

  // Two bits a base.
  unsigned window = 0;
  if (pos < positions)
    for (int i = 0; i < WIDTH; i++)
      window |= (genome[pos + i] & 3u) << (2 * i);

  float best = -FLT_MAX;
  short motif = -1;

  for (int m0 = 0; m0 < motifs; m0 += MOTIFS) {
    const int count = min(MOTIFS, motifs - m0);
    for (int i = threadIdx.x; i < count * MATRIX; i += blockDim.x)
      weights[i / MATRIX][i % MATRIX] = matrices[(size_t)m0 * MATRIX + i];
    if (threadIdx.x < count)
      cutoff[threadIdx.x] = thresholds[m0 + threadIdx.x];
    __syncthreads();

    for (int m = 0; m < count; m++) {
      float score = -cutoff[m];
#pragma unroll
      for (int i = 0; i < WIDTH; i++)
        score += weights[m][i * 4 + (window >> (2 * i) & 3)];
      if (score > best) {
        best = score;
        motif = (short)(m0 + m);
      }
    }
    __syncthreads();
  }

  if (pos < positions) {
    best_score[pos] = best;
    best_motif[pos] = motif;
  }
}

extern "C" void launch(const unsigned char *genome, const float *matrices,
                       const float *thresholds, float *best_score,
                       short *best_motif, int positions, int motifs) {
  const int block = 320;
  scan_motifs<<<(positions + block - 1) / block, block>>>(
      genome, matrices, thresholds, best_score, best_motif, positions, motifs);
}
