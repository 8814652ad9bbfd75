// An if for the rows, a conditional for the columns: zero outside of both. The
// addresses name threadIdx, which is a call in some headers and no matter.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DTILE=16 -DRAGGED
// RUN: grep -v CHECK %t.cpasync.cu | FileCheck %s

__global__ void gemm(const float *A, const float *B, float *C, int M, int N,
                     int K) {
  __shared__ float As[16][16];
  __shared__ float Bs[16][16];
  const int row = blockIdx.y * 16 + threadIdx.y;
  const int column = blockIdx.x * 16 + threadIdx.x;
  const bool inside = row < M;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    // CHECK: ((k + threadIdx.x < K) && inside) ? 0 : sizeof(float));
    // CHECK: ((k + threadIdx.y < K) && !(column >= N)) ? 0 : sizeof(float));
    if (k + threadIdx.x < K)
      As[threadIdx.y][threadIdx.x] =
          inside ? A[row * K + k + threadIdx.x] : 0;
    else
      As[threadIdx.y][threadIdx.x] = 0;
    if (k + threadIdx.y < K) {
      Bs[threadIdx.y][threadIdx.x] =
          column >= N ? 0.0f : B[(k + threadIdx.y) * N + column];
    } else {
      Bs[threadIdx.y][threadIdx.x] = 0.0f;
    }
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      sum += As[threadIdx.y][l] * Bs[l][threadIdx.x];
    __syncthreads();
  }
  if (inside && column < N)
    C[row * N + column] = sum;
}
