// 3 x 3 convolution as a GEMM whose first matrix is gathered on the fly: tiles
// of 64 pixels x 64 channels x 16 of channels_in * 9, 4 x 4 results a thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int BM = 64, BN = 64, BK = 16;
constexpr int TM = 4, TN = 4;
constexpr int THREADS = (BM / TM) * (BN / TN);

__global__ void __launch_bounds__(THREADS)
    convolve(const float *__restrict__ in, const float *__restrict__ weights,
             float *__restrict__ out, int images, int channels_in,
             int channels_out, int height, int width) {
  __shared__ float As[BK][BM];
  __shared__ float Bs[BK][BN];

  const int tid = threadIdx.x;
  const int tx = tid % (BM / TM), ty = tid / (BM / TM);
  const int m0 = blockIdx.x * BM, n0 = blockIdx.y * BN;
  const int area = height * width, pixels = images * area;
  const int K = channels_in * 9;

  // The pixel that this thread gathers for.
  const int m = m0 + tid % BM;
  const int image = m / area, y = m % area / width, x = m % width;

  float acc[TN][TM] = {};

  for (int k0 = 0; k0 < K; k0 += BK) {
    for (int i = tid / BM; i < BK; i += THREADS / BM) {
      const int k = k0 + i;
      const int c = k / 9, h = y + k % 9 / 3 - 1, w = x + k % 3 - 1;
      const bool inside =
          m < pixels && k < K && h >= 0 && h < height && w >= 0 && w < width;
      As[i][tid % BM] =
          inside ? in[((image * channels_in + c) * height + h) * width + w]
                 : 0.0f;
    }
    for (int i = tid; i < BN * BK; i += THREADS) {
      const int n = i / BK, k = i % BK;
      Bs[k][n] = n0 + n < channels_out && k0 + k < K
                     ? weights[(n0 + n) * K + k0 + k]
                     : 0.0f;
    }
    __syncthreads();

#pragma unroll
    for (int k = 0; k < BK; ++k) {
      float a[TM], b[TN];
      for (int i = 0; i < TM; ++i)
        a[i] = As[k][tx * TM + i];
      for (int j = 0; j < TN; ++j)
        b[j] = Bs[k][ty * TN + j];
      for (int j = 0; j < TN; ++j)
        for (int i = 0; i < TM; ++i)
          acc[j][i] += a[i] * b[j];
    }
    __syncthreads();
  }

  for (int j = 0; j < TN; ++j)
    for (int i = 0; i < TM; ++i) {
      const int pixel = m0 + tx * TM + i, n = n0 + ty * TN + j;
      if (pixel < pixels && n < channels_out)
        out[(pixel / area * channels_out + n) * area + pixel % area] =
            acc[j][i];
    }
}

extern "C" void launch(const float *in, const float *weights, float *out,
                       int images, int channels_in, int channels_out,
                       int height, int width) {
  const int pixels = images * height * width;
  const dim3 grid((pixels + BM - 1) / BM, (channels_out + BN - 1) / BN);
  convolve<<<grid, THREADS>>>(in, weights, out, images, channels_in,
                              channels_out, height, width);
}
