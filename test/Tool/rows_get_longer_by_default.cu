// Without --pad, rows get longer where that pays, and how much is said only
// with --explain; what stays and why is said where it was asked for.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single %s 2> %t.err \
// RUN:   | FileCheck %s --check-prefix=DIFF
// RUN: count 2 < %t.err
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain %s 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=TOLD
// RUN: cuda-pipeline-rewrite --variant=ldg-single --pad=auto %s 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=TOLD
// RUN: cuda-pipeline-rewrite --variant=ldg-single --pad=none --explain %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NONE

// DIFF: {{^}}-  __shared__ float As[32][32];
// DIFF: {{^}}+  __shared__ float As[32][32 + 4];
// TOLD-DAG: K-loop in 'columns': the rows of 'As' are 16 bytes longer
// TOLD-DAG: K-loop in 'sized': the rows of 'As' stay as they are: 'sizeof(As)' in line [[#SIZE:]]: the size of a row is used
// NONE-NOT: {{rows of 'As'|32 [+] 4}}

__global__ void columns(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ float As[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[tx][i];
    __syncthreads();
  }
  C[ty * 32 + tx] = sum;
}

__global__ void sized(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
  __shared__ float As[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    As[ty][tx] = A[ty * K + k + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += As[tx][i];
    __syncthreads();
  }
  C[ty * 32 + tx] = sum * sizeof(As);
}

void launch(const float *A, float *C, int K) {
  columns<<<1, dim3(32, 32)>>>(A, C, K);
  sized<<<1, dim3(32, 32)>>>(A, C, K);
}
