// An atmosphere's column integral of a filtered field: one level a trip, its
// plane with a halo of two and its 25 weights; two points a thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <int TX, int TY, int R>
__global__ void __launch_bounds__(TX *TY)
    column_filter(const float *__restrict__ field,
                  const float *__restrict__ weights, float *__restrict__ column,
                  int levels, int ny, int nx) {
  constexpr int kWide = 2 * TX + 2 * R, kHigh = TY + 2 * R;
  constexpr int kTaps = (2 * R + 1) * (2 * R + 1);
  __shared__ float plane[kHigh][kWide];
  __shared__ float tap[kTaps];

  const int x0 = blockIdx.x * 2 * TX, y0 = blockIdx.y * TY;
  const int tid = threadIdx.y * TX + threadIdx.x;
  float left = 0.0f, right = 0.0f;

  for (int level = 0; level < levels; ++level, field += (size_t)ny * nx) {
    for (int j = threadIdx.y; j < kHigh; j += TY) {
      const int y = y0 + j - R;
      for (int i = threadIdx.x; i < kWide; i += TX) {
        const int x = x0 + i - R;
        const bool ok = 0 <= y && y < ny && 0 <= x && x < nx;
        plane[j][i] = ok ? __ldg(&field[(size_t)y * nx + x]) : 0.0f;
      }
    }
    if (tid < kTaps)
      tap[tid] = weights[level * kTaps + tid];
    __syncthreads();

#pragma unroll
    for (int j = 0; j <= 2 * R; ++j)
#pragma unroll
      for (int i = 0; i <= 2 * R; ++i) {
        const float w = tap[j * (2 * R + 1) + i];
        left += w * plane[threadIdx.y + j][threadIdx.x + i];
        right += w * plane[threadIdx.y + j][threadIdx.x + TX + i];
      }
    __syncthreads();
  }

  const int x = x0 + threadIdx.x, y = y0 + threadIdx.y;
  if (y < ny && x < nx)
    column[(size_t)y * nx + x] = left;
  if (y < ny && x + TX < nx)
    column[(size_t)y * nx + x + TX] = right;
}

extern "C" void launch(const float *field, const float *weights, float *column,
                       int levels, int ny, int nx) {
  dim3 grid((nx + 31) / 32, (ny + 15) / 16);
  column_filter<16, 16, 2><<<grid, dim3(16, 16)>>>(field, weights, column,
                                                   levels, ny, nx);
}
