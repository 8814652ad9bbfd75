// In place through a pointer and a helper.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP
//
// No variant with two buffers may have it:
// RUN: cuda-pipeline-rewrite --variant=cpasync --kernel=rejected --quiet -o %t.cpasync.cu %s
// RUN: cmp %s %t.cpasync.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --kernel=rejected --quiet -o %t.ldg.cu %s
// RUN: cmp %s %t.ldg.cu
//
// But the load alone can be made early:
// RUN: cuda-pipeline-rewrite --variant=ldg-single --kernel=rejected --explain -o %t.ldg-single.cu %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SINGLE
// RUN: %run_on_cpu %S/Inputs/rejected.driver.cu %s %t.ldg-single.cu
// SINGLE: K-loop in 'rejected' pipelined: ldg-single, loads only

__device__ void halve(float *at) { *at *= 0.5f; }

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [shared-write-in-compute]
// CHECK-NEXT: :[[#@LINE + 13]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | halve(mine);
// DUMP: left-alone rejected line [[#@LINE + 6]] shared-write-in-compute
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    float *mine = &tile[t];
    sum += *mine;
    halve(mine);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: 
// DUMP: rewritten accepted line [[#@LINE + 6]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    float *mine = &tile[t];
    sum += *mine;
    halve(&sum);
    __syncthreads();
  }
  C[t] = sum;
}
