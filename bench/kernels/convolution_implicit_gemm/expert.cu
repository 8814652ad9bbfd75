// The convolution by hand: the next tile is gathered into registers while this
// one is multiplied, and takes its place after a second barrier. Rows of the
// weights are padded, as they are stored by columns.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int BM = 64, BN = 64, BK = 16;
constexpr int TM = 4, TN = 4;
constexpr int THREADS = (BM / TM) * (BN / TN);
constexpr int A_LOADS = BM * BK / THREADS, B_LOADS = BN * BK / THREADS;
constexpr int PAD = 2;

__global__ void __launch_bounds__(THREADS)
    convolve(const float *__restrict__ in, const float *__restrict__ weights,
             float *__restrict__ out, int images, int channels_in,
             int channels_out, int height, int width) {
  __shared__ __align__(16) float As[BK][BM];
  __shared__ __align__(16) float Bs[BK][BN + PAD];

  const int tid = threadIdx.x;
  const int tx = tid % (BM / TM), ty = tid / (BM / TM);
  const int m0 = blockIdx.x * BM, n0 = blockIdx.y * BN;
  const int area = height * width, pixels = images * area;
  const int K = channels_in * 9;

  // The pixel that this thread gathers for, and its place in the weights.
  const int a_col = tid % BM, a_row = tid / BM;
  const int m = m0 + a_col;
  const int image = m / area, y = m % area / width, x = m % width;
  const float *a_image = in + image * channels_in * area;
  const int b_row = tid % BK, b_col = tid / BK;
  const float *b_source = weights + (n0 + b_col) * K + b_row;

  float acc[TN][TM] = {};
  float a_next[A_LOADS], b_next[B_LOADS];

  auto fetch = [&](int k0) {
#pragma unroll
    for (int i = 0; i < A_LOADS; ++i) {
      const int k = k0 + a_row + i * (THREADS / BM);
      const int c = k / 9, h = y + k % 9 / 3 - 1, w = x + k % 3 - 1;
      const bool inside =
          m < pixels && k < K && h >= 0 && h < height && w >= 0 && w < width;
      a_next[i] = inside ? a_image[(c * height + h) * width + w] : 0.0f;
    }
#pragma unroll
    for (int i = 0; i < B_LOADS; ++i) {
      const int n = i * (THREADS / BK);
      b_next[i] = n0 + b_col + n < channels_out && k0 + b_row < K
                      ? b_source[n * K + k0]
                      : 0.0f;
    }
  };
  auto store = [&] {
#pragma unroll
    for (int i = 0; i < A_LOADS; ++i)
      As[a_row + i * (THREADS / BM)][a_col] = a_next[i];
#pragma unroll
    for (int i = 0; i < B_LOADS; ++i)
      Bs[b_row][b_col + i * (THREADS / BK)] = b_next[i];
  };

  fetch(0);
  store();
  __syncthreads();

  for (int k0 = 0; k0 < K; k0 += BK) {
    const bool has_next = k0 + BK < K;
    if (has_next)
      fetch(k0 + BK);

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
    if (has_next)
      store();
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
