// SGEMM in a template, with a transposed store of float4: flat tiles, each with a
// row length of its own. Only one of them has conflicts.
//
// RUN: %rewrite_and_run ldg sgemm_flat --pad=16
// RUN: %golden ldg

template <int BM, int BN, int BK, int TM, int TN>
__global__ void sgemm(int M, int N, int K, const float *__restrict__ A,
                      const float *__restrict__ B, float *__restrict__ C) {
  // A is transposed: a row for each k.
  __shared__ float As[BK * BM];
  __shared__ float Bs[BK * BN];

  const int threadCol = threadIdx.x % (BN / TN);
  const int threadRow = threadIdx.x / (BN / TN);
  const int rowA = threadIdx.x / (BK / 4), colA = threadIdx.x % (BK / 4);
  const int rowB = threadIdx.x / (BN / 4), colB = threadIdx.x % (BN / 4);

  A += blockIdx.y * BM * K;
  B += blockIdx.x * BN;
  C += blockIdx.y * BM * N + blockIdx.x * BN;

  float acc[TM * TN] = {0.0f};
  float regM[TM], regN[TN];

  for (int k = 0; k < K; k += BK) {
    float4 a = *reinterpret_cast<const float4 *>(&A[rowA * K + colA * 4]);
    As[(colA * 4 + 0) * BM + rowA] = a.x;
    As[(colA * 4 + 1) * BM + rowA] = a.y;
    As[(colA * 4 + 2) * BM + rowA] = a.z;
    As[(colA * 4 + 3) * BM + rowA] = a.w;
    *reinterpret_cast<float4 *>(&Bs[rowB * BN + colB * 4]) =
        *reinterpret_cast<const float4 *>(&B[rowB * N + colB * 4]);
    A += BK;
    B += BK * N;
    __syncthreads();

    for (int dot = 0; dot < BK; ++dot) {
      for (int i = 0; i < TM; ++i)
        regM[i] = As[dot * BM + threadRow * TM + i];
      for (int i = 0; i < TN; ++i)
        regN[i] = Bs[dot * BN + threadCol * TN + i];
      for (int m = 0; m < TM; ++m)
        for (int n = 0; n < TN; ++n)
          acc[m * TN + n] += regM[m] * regN[n];
    }
    __syncthreads();
  }

  for (int m = 0; m < TM; ++m)
    for (int n = 0; n < TN; ++n)
      C[(threadRow * TM + m) * N + threadCol * TN + n] = acc[m * TN + n];
}

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  sgemm<32, 32, 8, 4, 4><<<dim3(N / 32, M / 32), 64>>>(M, N, K, A, B, C);
}
