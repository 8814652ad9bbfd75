// Rows and columns that are unsigned and set in braces: what stands for them in
// the wide copies is signed, which braces would not let in.
//
// RUN: %rewrite_and_run cpasync gemm -DTILE=16 -DRAGGED --widen=auto
// RUN: %golden cpasync

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16][16], Bs[16][16];
  const unsigned tx{threadIdx.x}, ty{threadIdx.y};
  const unsigned row{blockIdx.y * 16 + ty}, col{blockIdx.x * 16 + tx};
  float sum{0.0f};
  for (int k{0}; k < K; k += 16) {
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    const unsigned from{k + ty};
    Bs[ty][tx] = from < K && col < N ? B[from * N + col] : 0.0f;
    __syncthreads();
    for (int i{0}; i < 16; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
