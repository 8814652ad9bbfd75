// C = A^T * B^T with pointers that move: the tile of B is transposed as it is
// stored. A is K x M, B is N x K.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <const int BM, const int BN, const int BK, const int TM, const int TN>
__global__ void sgemm_tt(int M, int N, int K, const float *A, const float *B,
                         float *C) {
  const unsigned cRow = blockIdx.y;
  const unsigned cCol = blockIdx.x;
  const int threadCol = threadIdx.x % (BN / TN);
  const int threadRow = threadIdx.x / (BN / TN);

  __shared__ float As[BK * BM];
  __shared__ float Bs[BK * (BN + 4)];

  A += cRow * BM;
  B += (size_t)cCol * BN * K;
  C += (size_t)cRow * BM * N + cCol * BN;

  const unsigned innerRowA = threadIdx.x / (BM / 4);
  const unsigned innerColA = threadIdx.x % (BM / 4);
  const unsigned innerRowB = threadIdx.x / (BK / 4);
  const unsigned innerColB = threadIdx.x % (BK / 4);

  float threadResults[TM * TN] = {0.0};
  float regM[TM] = {0.0};
  float regN[TN] = {0.0};

  for (unsigned bkIdx = 0; bkIdx < K; bkIdx += BK) {
    reinterpret_cast<float4 *>(&As[innerRowA * BM + innerColA * 4])[0] =
        reinterpret_cast<const float4 *>(&A[innerRowA * M + innerColA * 4])[0];

    const float4 tmp =
        reinterpret_cast<const float4 *>(&B[innerRowB * K + innerColB * 4])[0];
    Bs[(innerColB * 4 + 0) * (BN + 4) + innerRowB] = tmp.x;
    Bs[(innerColB * 4 + 1) * (BN + 4) + innerRowB] = tmp.y;
    Bs[(innerColB * 4 + 2) * (BN + 4) + innerRowB] = tmp.z;
    Bs[(innerColB * 4 + 3) * (BN + 4) + innerRowB] = tmp.w;
    __syncthreads();

    A += BK * M;
    B += BK;

    for (unsigned dotIdx = 0; dotIdx < BK; ++dotIdx) {
      for (unsigned i = 0; i < TM; ++i)
        regM[i] = As[dotIdx * BM + threadRow * TM + i];
      for (unsigned i = 0; i < TN; ++i)
        regN[i] = Bs[dotIdx * (BN + 4) + threadCol * TN + i];
      for (unsigned resIdxM = 0; resIdxM < TM; ++resIdxM)
        for (unsigned resIdxN = 0; resIdxN < TN; ++resIdxN)
          threadResults[resIdxM * TN + resIdxN] +=
              regM[resIdxM] * regN[resIdxN];
    }
    __syncthreads();
  }

  for (unsigned resIdxM = 0; resIdxM < TM; ++resIdxM)
    for (unsigned resIdxN = 0; resIdxN < TN; resIdxN += 4) {
      float4 tmp;
      tmp.x = threadResults[resIdxM * TN + resIdxN];
      tmp.y = threadResults[resIdxM * TN + resIdxN + 1];
      tmp.z = threadResults[resIdxM * TN + resIdxN + 2];
      tmp.w = threadResults[resIdxM * TN + resIdxN + 3];
      reinterpret_cast<float4 *>(
          &C[(threadRow * TM + resIdxM) * N + threadCol * TN + resIdxN])[0] =
          tmp;
    }
}

extern "C" void launch(const float *A, const float *B, float *C, int M, int N,
                       int K) {
  const unsigned BK = 8, TM = 8, TN = 8, BM = 128, BN = 128;
  dim3 gridDim(N / BN, M / BM);
  dim3 blockDim((BM * BN) / (TM * TN));
  sgemm_tt<BM, BN, BK, TM, TN><<<gridDim, blockDim>>>(M, N, K, A, B, C);
}
