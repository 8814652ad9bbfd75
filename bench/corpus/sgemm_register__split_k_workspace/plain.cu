// Weight gradients: small results, a long K, which is split over blockIdx.z. 64
// x 32 x 32 a block of 128 threads, 4 x 4 results each; a second kernel adds
// the parts.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

struct Problem3 {
  int M, N, K;
};

template <int BM, int BN, int BK>
__global__ void gemm_nt_split(const float *A, const float *B, float *workspace,
                              Problem3 p, int k_per_split) {
  __shared__ float a_s[BK][BM + 1];
  __shared__ float b_s[BK][BN + 1];

  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  const int tn = threadIdx.x & 7, tm = threadIdx.x >> 3;
  const int m0 = blockIdx.y * BM, n0 = blockIdx.x * BN;
  const int k_begin = blockIdx.z * k_per_split;
  const int k_end = min(k_begin + k_per_split, p.K);

  float acc[4][4] = {{0.f}};

  int k = k_begin;
  while (k < k_end) {
    // A warp loads rows of 32 elements along K.
#pragma unroll 4
    for (int r = warp; r < BM; r += 4) {
      float v = 0.f;
      if (m0 + r < p.M && k + lane < k_end)
        v = A[(size_t)(m0 + r) * p.K + k + lane];
      a_s[lane][r] = v;
    }
#pragma unroll 4
    for (int r = warp; r < BN; r += 4) {
      float v = 0.f;
      if (n0 + r < p.N && k + lane < k_end)
        v = B[(size_t)(n0 + r) * p.K + k + lane];
      b_s[lane][r] = v;
    }
    __syncthreads();

#pragma unroll 8
    for (int q = 0; q < BK; ++q) {
      float a[4], b[4];
#pragma unroll
      for (int i = 0; i < 4; ++i) {
        a[i] = a_s[q][tm + 16 * i];
        b[i] = b_s[q][tn + 8 * i];
      }
#pragma unroll
      for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
          acc[i][j] = __fmaf_rn(a[i], b[j], acc[i][j]);
    }
    __syncthreads();
    k += BK;
  }

  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j) {
      const int m = m0 + tm + 16 * i, n = n0 + tn + 8 * j;
      if (m < p.M && n < p.N)
        workspace[((size_t)blockIdx.z * p.M + m) * p.N + n] = acc[i][j];
    }
}

__global__ void add_splits(const float *workspace, float *C, int count,
                           int splits) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  float sum = 0.f;
  for (int s = 0; s < splits; ++s)
    sum += workspace[(size_t)s * count + i];
  C[i] = sum;
}

extern "C" void launch(const float *A, const float *B, float *workspace,
                       float *C, int M, int N, int K, int splits) {
  const Problem3 p = {M, N, K};
  const int k_per_split = (K + splits - 1) / splits;
  const dim3 grid((N + 31) / 32, (M + 63) / 64, splits);
  gemm_nt_split<64, 32, 32><<<grid, 128>>>(A, B, workspace, p, k_per_split);
  add_splits<<<(M * N + 255) / 256, 256>>>(workspace, C, M * N, splits);
}
