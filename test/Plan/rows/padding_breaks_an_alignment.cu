// 4 bytes more a row, and every second float4 would be misaligned; 16 are fine.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=4 %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=16 %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SIXTEEN

// CHECK: remark: K-loop in 'vectors': the rows of 'As' stay as they are: '(*reinterpret_cast<const float4 *>(&As[tx][i * 4]))' in line [[#@LINE+17]]: with rows 4 bytes longer it would no longer be aligned to 16 bytes
// CHECK: __shared__ alignas(16) float As_stages[2][32][32];
// CHECK: __shared__ float As_stages[2][32][32 + 1];

// SIXTEEN: // Rows are 16 bytes longer: no bank conflicts.
// SIXTEEN: __shared__ alignas(16) float As_stages[2][32][32 + 4];
// SIXTEEN: __shared__ float As_stages[2][32][32 + 4];

__global__ void vectors(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ float As[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      sum += (*reinterpret_cast<const float4 *>(&As[tx][i * 4])).x;
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

__global__ void scalars(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ float As[32][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      sum += As[tx][i * 4];
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  vectors<<<1, dim3(32, 32)>>>(A, C, K);
  scalars<<<1, dim3(32, 32)>>>(A, C, K);
}
