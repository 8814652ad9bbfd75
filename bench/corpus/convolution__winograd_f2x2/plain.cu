// 3 x 3 convolution by Winograd's F(2 x 2, 3 x 3): a thread has 2 x 2 pixels of
// four output channels; patches of four input channels and their transformed
// weights in shared memory.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

namespace winograd {

constexpr int kTilesX = 16, kTilesY = 8;
constexpr int kThreads = kTilesX * kTilesY;
constexpr int kPatchW = 2 * kTilesX + 2, kPatchH = 2 * kTilesY + 2;
constexpr int kC = 4; // input channels of a trip
constexpr int kO = 4; // output channels of a block

struct Shape {
  int C, O, H, W;
};

// B^T d B
__device__ __forceinline__ void transform(float (&d)[4][4]) {
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const float a = d[i][0] - d[i][2], b = d[i][1] + d[i][2];
    const float c = d[i][2] - d[i][1], e = d[i][1] - d[i][3];
    d[i][0] = a, d[i][1] = b, d[i][2] = c, d[i][3] = e;
  }
#pragma unroll
  for (int i = 0; i < 4; ++i) {
    const float a = d[0][i] - d[2][i], b = d[1][i] + d[2][i];
    const float c = d[2][i] - d[1][i], e = d[1][i] - d[3][i];
    d[0][i] = a, d[1][i] = b, d[2][i] = c, d[3][i] = e;
  }
}

__global__ void conv(const float *__restrict__ x, const float *__restrict__ u,
                     float *__restrict__ y, const Shape s) {
  __shared__ float patch[kC][kPatchH][kPatchW];
  __shared__ float weight[kC][kO][16];

  const int tid = threadIdx.y * kTilesX + threadIdx.x;
  const int x0 = blockIdx.x * 2 * kTilesX, y0 = blockIdx.y * 2 * kTilesY;
  const int groups = (s.O + kO - 1) / kO;
  const int image = blockIdx.z / groups, o0 = blockIdx.z % groups * kO;
  x += size_t(image) * s.C * s.H * s.W;

  float acc[kO][16] = {};

  for (int c0 = 0; c0 < s.C; c0 += kC) {
    for (int i = tid; i < kC * kPatchH * kPatchW; i += kThreads) {
      const int c = i / (kPatchH * kPatchW);
      const int r = i / kPatchW % kPatchH, q = i % kPatchW;
      const int gy = y0 + r - 1, gx = x0 + q - 1;
      const bool inside = c0 + c < s.C && gy >= 0 && gy < s.H && gx >= 0 &&
                          gx < s.W;
      patch[c][r][q] =
          inside ? x[(size_t(c0 + c) * s.H + gy) * s.W + gx] : 0.0f;
    }
    // Transformed weights: C x O x 16.
    for (int i = tid; i < kC * kO * 16; i += kThreads) {
      const int c = i / (kO * 16), o = i / 16 % kO;
      weight[c][o][i % 16] =
          c0 + c < s.C && o0 + o < s.O
              ? u[(size_t(c0 + c) * s.O + o0 + o) * 16 + i % 16]
              : 0.0f;
    }
    __syncthreads();

#pragma unroll
    for (int c = 0; c < kC; ++c) {
      float d[4][4];
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          d[i][j] = patch[c][2 * threadIdx.y + i][2 * threadIdx.x + j];
      transform(d);
#pragma unroll
      for (int o = 0; o < kO; ++o)
#pragma unroll
        for (int i = 0; i < 16; ++i)
          acc[o][i] += weight[c][o][i] * d[i / 4][i % 4];
    }
    __syncthreads();
  }

#pragma unroll
  for (int o = 0; o < kO; ++o) {
    float t[2][4];
#pragma unroll
    for (int i = 0; i < 4; ++i) {
      t[0][i] = acc[o][i] + acc[o][4 + i] + acc[o][8 + i];
      t[1][i] = acc[o][4 + i] - acc[o][8 + i] - acc[o][12 + i];
    }
#pragma unroll
    for (int r = 0; r < 2; ++r) {
      const int gy = y0 + 2 * threadIdx.y + r, gx = x0 + 2 * threadIdx.x;
      if (o0 + o < s.O && gy < s.H) {
        float *row = y + ((size_t(image) * s.O + o0 + o) * s.H + gy) * s.W;
        if (gx < s.W)
          row[gx] = t[r][0] + t[r][1] + t[r][2];
        if (gx + 1 < s.W)
          row[gx + 1] = t[r][1] - t[r][2] - t[r][3];
      }
    }
  }
}

} // namespace winograd

extern "C" void launch(const float *x, const float *u, float *y, int images,
                       int C, int O, int H, int W) {
  using namespace winograd;
  const int groups = (O + kO - 1) / kO;
  dim3 grid((W + 2 * kTilesX - 1) / (2 * kTilesX),
            (H + 2 * kTilesY - 1) / (2 * kTilesY), images * groups);
  conv<<<grid, dim3(kTilesX, kTilesY)>>>(x, u, y, Shape{C, O, H, W});
}
