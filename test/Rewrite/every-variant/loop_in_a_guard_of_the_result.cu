// The whole kernel stands in a guard of the result: threads outside of it meet no barrier, so the
// others pipeline their loop. Where they are missing, each thread copies its own elements.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single gemm -DTILE=16
// RUN: FileCheck --input-file=%t.cpasync.cu %s
// CHECK-NOT: wide
// CHECK: __pipeline_memcpy_async(&As[threadIdx.y][threadIdx.x], &A[row * K + k + threadIdx.x],
// CHECK-NOT: wide

__global__ void gemm(const float *A, const float *B, float *C, int M, int N,
                     int K) {
  __shared__ float As[16][16];
  __shared__ float Bs[16][16];
  const int row = blockIdx.y * 16 + threadIdx.y;
  const int column = blockIdx.x * 16 + threadIdx.x;
  if (row < M && column < N) {
    float sum = 0.0f;
    for (int k = 0; k < K; k += 16) {
      As[threadIdx.y][threadIdx.x] = A[row * K + k + threadIdx.x];
      Bs[threadIdx.y][threadIdx.x] = B[(k + threadIdx.y) * N + column];
      __syncthreads();
      for (int l = 0; l < 16; ++l)
        sum += As[threadIdx.y][l] * Bs[l][threadIdx.x];
      __syncthreads();
    }
    C[row * N + column] = sum;
  }
}
