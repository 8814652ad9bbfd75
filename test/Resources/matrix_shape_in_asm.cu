// The shape of a matrix instruction is read from its name. (Its letters were once
// kept in an array that was gone; only a sanitized build could tell.)
//
// RUN: cuda-pipeline-rewrite --explain %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'gemm' pipelined
__global__ void gemm(const unsigned *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ unsigned As[64];
  const int t = threadIdx.x;
  float c[4] = {};
  for (int k = 0; k < K; k += 64) {
    As[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 60; ++i)
      asm volatile("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 "
                   "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, "
                   "{%0, %1, %2, %3};"
                   : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
                   : "r"(As[i]), "r"(As[i + 1]), "r"(As[i + 2]),
                     "r"(As[i + 3]), "r"(As[i]), "r"(As[i + 1]));
    __syncthreads();
  }
  C[t] = c[0] + c[1] + c[2] + c[3];
}
