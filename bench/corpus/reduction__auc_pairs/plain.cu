// Area under the ROC curve by its definition: for each positive score the
// negatives below it, and those equal to it for a half. Four positives a
// thread, 512 negatives a tile.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define NEG_TILE 512
#define POS_PER_THREAD 4

template <unsigned THREADS>
__global__ void rank_pairs(const float *pos, const float *neg, int *twice_wins,
                           int n_pos, int n_neg) {
  __shared__ float negs[NEG_TILE];

  const int first = (blockIdx.x * THREADS) * POS_PER_THREAD + threadIdx.x;
  float score[POS_PER_THREAD];
  int wins[POS_PER_THREAD];
#pragma unroll
  for (int p = 0; p < POS_PER_THREAD; ++p) {
    const int at = first + p * THREADS;
    score[p] = at < n_pos ? pos[at] : 0.f;
    wins[p] = 0;
  }

  int done = 0;
  while (done < n_neg) {
    const int count = n_neg - done < NEG_TILE ? n_neg - done : NEG_TILE;
    for (int i = threadIdx.x; i < count; i += THREADS)
      negs[i] = neg[done + i];
    __syncthreads();

#pragma unroll 4
    for (int i = 0; i < count; ++i) {
      const float other = negs[i];
#pragma unroll
      for (int p = 0; p < POS_PER_THREAD; ++p)
        wins[p] += (score[p] > other) + (score[p] >= other);
    }
    __syncthreads();
    done += NEG_TILE;
  }

#pragma unroll
  for (int p = 0; p < POS_PER_THREAD; ++p)
    if (first + p * (int)THREADS < n_pos)
      twice_wins[first + p * THREADS] = wins[p];
}

extern "C" void launch(const float *pos, const float *neg, int *twice_wins,
                       int n_pos, int n_neg) {
  const int per_block = 128 * POS_PER_THREAD;
  rank_pairs<128><<<(n_pos + per_block - 1) / per_block, 128>>>(
      pos, neg, twice_wins, n_pos, n_neg);
}
