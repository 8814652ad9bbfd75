// Two stages of 24 KB are all that static shared memory has: no room for longer
// rows. With one buffer there is; and who insists on a number of bytes gets
// dynamic memory for it.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=auto %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --pad=16 %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=INSISTS
// RUN: cuda-pipeline-rewrite --variant=ldg-single --pad=16 %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SINGLE

// CHECK: remark: K-loop in 'full': the rows of 'As' stay as they are: rows 4 bytes longer take more shared memory than there is left
// CHECK: __shared__ float As_stages[2][192][32];
// INSISTS: auto &As_stages = *reinterpret_cast<float (*)[2][192][32 + 4]>(smem);
// SINGLE: __shared__ float As[192][32 + 4];

__global__ void full(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[192][32];
  const int tid = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    for (int i = 0; i < 32; ++i)
      As[tid][i] = A[tid * K + k + i];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[tid][i];
    __syncthreads();
  }
  C[tid] = sum;
}

void launch(const float *A, float *C, int K) { full<<<1, 192>>>(A, C, K); }
