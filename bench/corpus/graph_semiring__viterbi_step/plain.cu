// One step of Viterbi's algorithm for many sequences, logarithms: the best
// predecessor of each state is a product in the (max, +) semiring that keeps
// its argument. 32 x 32 x 32, blocks of (32, 8).
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>

namespace hmm {

constexpr int kTile = 32, kRows = 8, kPer = kTile / kRows;

struct Best {
  float score;
  int from;
};

__global__ void viterbi_step(const float *delta, const float *transition,
                             const float *emission, const int *observed,
                             float *delta_next, int *backpointer, int sequences,
                             int states) {
  __shared__ float s_delta[kTile][kTile];
  __shared__ float s_trans[kTile][kTile];

  const int to = blockIdx.x * kTile + threadIdx.x;
  const int seq0 = blockIdx.y * kTile;

  Best best[kPer];
  for (auto &b : best)
    b = {-INFINITY, 0};

  for (int from0 = 0; from0 < states; from0 += kTile) {
#pragma unroll
    for (int r = 0; r < kPer; ++r) {
      const int y = threadIdx.y + r * kRows;
      s_delta[y][threadIdx.x] =
          seq0 + y < sequences && from0 + threadIdx.x < states
              ? delta[(seq0 + y) * states + from0 + threadIdx.x]
              : -INFINITY;
      s_trans[y][threadIdx.x] =
          from0 + y < states && to < states
              ? transition[(from0 + y) * states + to]
              : -INFINITY;
    }
    __syncthreads();

    for (int f = 0; f < kTile; ++f) {
      const float t = s_trans[f][threadIdx.x];
#pragma unroll
      for (int r = 0; r < kPer; ++r) {
        const float score = s_delta[threadIdx.y + r * kRows][f] + t;
        if (score > best[r].score)
          best[r] = {score, from0 + f};
      }
    }
    __syncthreads();
  }

  if (to >= states)
    return;
#pragma unroll
  for (int r = 0; r < kPer; ++r) {
    const int seq = seq0 + threadIdx.y + r * kRows;
    if (seq < sequences) {
      delta_next[seq * states + to] =
          best[r].score + emission[observed[seq] * states + to];
      backpointer[seq * states + to] = best[r].from;
    }
  }
}

} // namespace hmm

extern "C" void launch(const float *delta, const float *transition,
                       const float *emission, const int *observed,
                       float *delta_next, int *backpointer, int sequences,
                       int states) {
  dim3 grid((states + 31) / 32, (sequences + 31) / 32);
  hmm::viterbi_step<<<grid, dim3(32, 8)>>>(delta, transition, emission,
                                           observed, delta_next, backpointer,
                                           sequences, states);
}
