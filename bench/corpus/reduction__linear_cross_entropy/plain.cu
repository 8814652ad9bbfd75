// Cross entropy behind a linear layer without its logits in memory: 64 tokens a
// block; for every 64 words of the vocabulary a product over the hidden size in
// tiles of 16, and then the running maximum and sum of each token.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>

namespace {

constexpr int kTokens = 64, kVocab = 64, kHidden = 16;
constexpr int kThreads = 256; // 16 x 16: four tokens and four words each

__device__ float reduce16(float v, bool maximum) {
  for (int offset = 8; offset > 0; offset /= 2) {
    const float other = __shfl_xor_sync(0xffffffff, v, offset);
    v = maximum ? fmaxf(v, other) : v + other;
  }
  return v;
}

} // namespace

__global__ void __launch_bounds__(kThreads)
    fused_linear_cross_entropy(const float *__restrict__ hidden,
                               const float *__restrict__ weight,
                               const int *__restrict__ target,
                               float *__restrict__ loss,
                               float *__restrict__ logsumexp, int tokens,
                               int vocab, int hidden_size) {
  __shared__ float h_tile[kHidden][kTokens + 1];
  __shared__ float w_tile[kHidden][kVocab + 1];
  __shared__ float target_logit[kTokens];

  const int tid = threadIdx.x, tx = tid % 16, ty = tid / 16;
  const int token0 = blockIdx.x * kTokens;

  int label[4];
  float running_max[4], running_sum[4] = {};
  for (int i = 0; i < 4; ++i) {
    const int token = token0 + ty * 4 + i;
    label[i] = token < tokens ? target[token] : -1;
    running_max[i] = -INFINITY;
  }

  for (int v0 = 0; v0 < vocab; v0 += kVocab) {
    float logit[4][4] = {};
    for (int k0 = 0; k0 < hidden_size; k0 += kHidden) {
      for (int i = tid; i < kTokens * kHidden; i += kThreads) {
        const int k = i % kHidden, t = i / kHidden;
        h_tile[k][t] =
            token0 + t < tokens && k0 + k < hidden_size
                ? hidden[size_t(token0 + t) * hidden_size + k0 + k]
                : 0.0f;
      }
      for (int i = tid; i < kVocab * kHidden; i += kThreads) {
        const int k = i % kHidden, v = i / kHidden;
        w_tile[k][v] = v0 + v < vocab && k0 + k < hidden_size
                           ? weight[size_t(v0 + v) * hidden_size + k0 + k]
                           : 0.0f;
      }
      __syncthreads();
#pragma unroll
      for (int k = 0; k < kHidden; ++k)
#pragma unroll
        for (int i = 0; i < 4; ++i)
#pragma unroll
          for (int j = 0; j < 4; ++j)
            logit[i][j] += h_tile[k][ty * 4 + i] * w_tile[k][tx + 16 * j];
      __syncthreads();
    }

    for (int i = 0; i < 4; ++i) {
      float highest = running_max[i];
      for (int j = 0; j < 4; ++j) {
        const int word = v0 + tx + 16 * j;
        if (word >= vocab)
          logit[i][j] = -INFINITY;
        else if (word == label[i])
          target_logit[ty * 4 + i] = logit[i][j];
        highest = fmaxf(highest, logit[i][j]);
      }
      highest = reduce16(highest, true);
      float sum = 0.0f;
      for (int j = 0; j < 4; ++j)
        sum += expf(logit[i][j] - highest);
      running_sum[i] = running_sum[i] * expf(running_max[i] - highest) +
                       reduce16(sum, false);
      running_max[i] = highest;
    }
  }
  __syncthreads();

  for (int i = 0; i < 4; ++i) {
    const int token = token0 + ty * 4 + i;
    if (tx == 0 && token < tokens) {
      const float lse = running_max[i] + logf(running_sum[i]);
      logsumexp[token] = lse;
      loss[token] = lse - target_logit[ty * 4 + i];
    }
  }
}

extern "C" void launch(const float *hidden, const float *weight,
                       const int *target, float *loss, float *logsumexp,
                       int tokens, int vocab, int hidden_size) {
  fused_linear_cross_entropy<<<(tokens + kTokens - 1) / kTokens, kThreads>>>(
      hidden, weight, target, loss, logsumexp, tokens, vocab, hidden_size);
}
