// Rows in dynamic shared memory stay as they are, for now.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --pad=auto %s 2>&1 \
// RUN:   | FileCheck %s

// CHECK: remark: K-loop in 'dynamic': the rows of 'As' stay as they are: it is no static array of the kernel

__global__ void dynamic(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  extern __shared__ float As[];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    As[ty * 32 + tx] = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[tx * 32 + i];
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

void launch(const float *A, float *C, int K) {
  dynamic<<<1, dim3(32, 32), 4096>>>(A, C, K);
}
