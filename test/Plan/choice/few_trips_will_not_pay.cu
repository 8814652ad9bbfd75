// A loop of three trips is left alone, one of four is not; neither is one whose
// trips only a launch knows. Who insists gets it, and it is no obstacle.
//
// RUN: cuda-pipeline-rewrite --explain %s -o %t.cu 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --explain --force %s -o %t.cu 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FORCED
// RUN: cuda-pipeline-rewrite --explain --variant=ldg %s -o %t.cu 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FORCED
// RUN: cuda-pipeline-rewrite --explain --stages=2 %s -o %t.cu 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FORCED
// RUN: cuda-pipeline-rewrite --warnings-as-errors %s -o %t.cu

// CHECK: [[# @LINE + 8]]:3: remark: K-loop in 'three' left alone: pipelining will not pay: it makes 3 trips, and what comes before the first is made up for from 4 on; --force rewrites it [will-not-pay]
// CHECK: note: see {{.*[#=]}}will-not-pay
// CHECK: K-loop in 'four' pipelined
// CHECK: K-loop in 'launched' pipelined
// FORCED-COUNT-3: pipelined
__global__ void three(const float *__restrict__ A, float *__restrict__ out) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < 192; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * i;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void four(const float *__restrict__ A, float *__restrict__ out) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < 256; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * i;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

__global__ void launched(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * i;
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

void launch(const float *A, float *out) {
  three<<<1, 64>>>(A, out);
  four<<<1, 64>>>(A, out);
  launched<<<1, 64>>>(A, out, 128);
}
