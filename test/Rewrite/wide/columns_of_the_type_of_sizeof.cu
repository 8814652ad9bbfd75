// Subscripts that are of the type of sizeof: size_t, as its users write it.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=2 %s -o %t.cu 2>&1
// RUN: grep -v "^//" %t.cu | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=cpasync --check %t.cu

// CHECK: const unsigned long {{.*}} = thread
// CHECK-NOT: __size_t
__global__ void gemm(const float *__restrict__ A, float *__restrict__ C, int M,
                     int K) {
  __shared__ float As[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y, row = blockIdx.x * 16 + ty;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    As[ty % (4 * sizeof(float))][tx] =
        row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += As[ty][i] * (tx + i);
    __syncthreads();
  }
  if (row < M)
    C[row * 16 + tx] = sum;
}
