// With <cuda_fp16.h>, `As + t` in a template may be spelled as an overloaded
// operator; the address goes on from there all the same.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: FileCheck %s --check-prefix=RESULT < %t.cu

#include <cuda_fp16.h>

// CHECK: remark: K-loop in 'rejected' left alone: {{.*}} [tile-address-escapes]
template <int BS>
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float As[BS * BS];
  const int t = threadIdx.x;
  const float *row = nullptr;
  float sum = 0.0f;
  for (int k = 0; k < K; k += BS) {
    As[t] = A[k + t];
    __syncthreads();
    if (k == 0)
      row = As + BS * 2;
    sum += row[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: ldg
template <int BS>
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float Bs[BS * BS];
  const int t = threadIdx.x;
  float sum = 0.0f;
  // RESULT: static_assert(sizeof(Bs_stages[0]) % 16 == 0, "each stage must be aligned");
  for (int k = 0; k < K; k += BS) {
    reinterpret_cast<float4 *>(Bs + t * 4)[0] =
        reinterpret_cast<const float4 *>(A + k + t * 4)[0];
    __syncthreads();
    const float *row = Bs + BS * 2;
    sum += row[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}
