// Attention with an online softmax: the K-loop goes over blocks of keys and
// values; each thread owns one query.
//

#include <math.h>

namespace attn {

constexpr int kHead = 8;    // size of a head
constexpr int kKeys = 16;   // keys in a tile
constexpr int kQueries = 32;  // queries in a block

// softmax(Q K^T) V
__global__ void attention(const float* __restrict__ Q, const float* __restrict__ K,
                          const float* __restrict__ V, float* __restrict__ O,
                          int queries, int keys, float scale) {
  __shared__ float k_tile_stages[2][kKeys * kHead];
  __shared__ float v_tile_stages[2][kKeys * kHead];

  const int q = blockIdx.x * kQueries + threadIdx.x;
  float query[kHead], output[kHead];
#pragma unroll
  for (int d = 0; d < kHead; ++d) {
    query[d] = q < queries ? Q[q * kHead + d] * scale : 0.f;
    output[d] = 0.f;
  }

  float maximum = -INFINITY, denominator = 0.f;
  const int tiles = (keys + kKeys - 1) / kKeys;

  // The next tile, in registers.
  float next_k_tile[kKeys * kHead / kQueries];
  float next_v_tile[kKeys * kHead / kQueries];

  // Loads one tile into registers.
  auto fetch_tile = [&](int t) {
    // Load a block of keys and one of values.
    const int first = t * kKeys;
#pragma unroll
    for (int i = 0; i < kKeys * kHead / kQueries; ++i) {
      const int e = i * kQueries + threadIdx.x;
      const bool valid = first + e / kHead < keys;
      next_k_tile[i] = valid ? __ldg(&K[first * kHead + e]) : 0.f;
      next_v_tile[i] = valid ? __ldg(&V[first * kHead + e]) : 0.f;
    }
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (tiles > 0)
    fetch_tile(0);

  for (int t = 0; t < tiles; ++t) {
    auto &k_tile = k_tile_stages[stage];
    auto &v_tile = v_tile_stages[stage];

    const int first = t * kKeys;

#pragma unroll
    for (int i = 0; i < kKeys * kHead / kQueries; ++i) {
      const int e = i * kQueries + threadIdx.x;
      k_tile[e] = next_k_tile[i];
      v_tile[e] = next_v_tile[i];
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (t + 1 < tiles)
      fetch_tile(t + 1);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int j = 0; j < kKeys && first + j < keys; ++j) {
      float score = 0.f;
#pragma unroll
      for (int d = 0; d < kHead; ++d) score += query[d] * k_tile[j * kHead + d];

      // Rescale what there is when the maximum grows.
      const float larger = fmaxf(maximum, score);
      const float correction = expf(maximum - larger);
      const float p = expf(score - larger);
      denominator = denominator * correction + p;
#pragma unroll
      for (int d = 0; d < kHead; ++d)
        output[d] = output[d] * correction + p * v_tile[j * kHead + d];
      maximum = larger;
    }

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }

  if (q < queries)
    for (int d = 0; d < kHead; ++d)
      O[q * kHead + d] = denominator > 0.f ? output[d] / denominator : 0.f;
}

}  // namespace attn
