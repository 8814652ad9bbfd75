// The loop counts tiles; `>=` counts them down, in a second loop.
//
// RUN: %rewrite_and_run ldg-single walk

constexpr int kTile = 32;

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[kTile];
  const int lane = threadIdx.x;
  const int tiles = (n + kTile - 1) / kTile;

  float forward = 0.f;
  for (int t = 0; t < tiles; t++) {
    const int i = t * kTile + lane;
    tile[lane] = i < n ? A[i] : 0.f;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < kTile; j++)
      forward = forward * 0.5f + tile[(lane + j) % kTile];
    __syncthreads();
  }

  float backward = 0.f;
  for (int t = tiles - 1; t >= 0; --t) {
    const int i = t * kTile + lane;
    tile[lane] = i < n ? A[n - 1 - i] : 0.f;
    __syncthreads();
#pragma unroll
    for (int j = 0; j < kTile; j++)
      backward = backward * 0.5f + tile[(lane + j) % kTile];
    __syncthreads();
  }

  out[lane] = forward - backward;
}
