// The body declares names for types and asserts what it takes: they move in front
// of the loop, with their comments.
//

template <int BK>
__global__ void sum(const float *__restrict__ A, const float *__restrict__ B,
                    float *__restrict__ C, int K) {
  __shared__ alignas(16) float tile_stages[2][BK];
  const int t = threadIdx.x;
  float total = 0.0f;
  // Four elements a thread.
  using Vector = float4;
  typedef const Vector *Source;
  static_assert(BK % (sizeof(Vector) / sizeof(float)) == 0, "whole vectors");

  static_assert(sizeof(tile_stages[0]) % 16 == 0, "each stage must be aligned");

  // The next tile, in registers.
  Vector next_tile;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    constexpr int Width = sizeof(Vector) / sizeof(float);
    if (t < BK / Width)
      next_tile = Source(A + k)[t];
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (K > 0)
    fetch_tile(0);

  // One tile a trip.
#pragma unroll 1
  for (int k = 0; k < K; k += BK) {
    auto &tile = tile_stages[stage];

    constexpr int Width = sizeof(Vector) / sizeof(float);

    if (t < BK / Width)
      reinterpret_cast<Vector *>(tile)[t] = next_tile;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + BK < K)
      fetch_tile(k + BK);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < BK / Width; ++i) {
      const Vector v = reinterpret_cast<const Vector *>(tile)[i];
      total += v.x + v.y * 2.0f + v.z * 3.0f + v.w;
    }

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  C[t] = total;
}

template __global__ void sum<64>(const float *, const float *, float *,
                                     int);
