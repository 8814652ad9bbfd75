// A tile between whose store and use another phase changes it.
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

// CHECK: :[[#@LINE + 9]]:3: remark: K-loop in 'rejected' left alone: {{.*}}'tile' is stored after the barrier that publishes the tile{{.*}} [shared-write-in-compute]
// CHECK-NEXT: :[[#@LINE + 11]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | tile[t] = tile[t] * 2.0f;
// DUMP: left-alone rejected line [[#@LINE + 6]] shared-write-in-compute
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    tile[t] = tile[t] * 2.0f;
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined:
// DUMP: rewritten accepted line [[#@LINE + 6]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64], scratch[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    scratch[t] = tile[t] * 2.0f;
    __syncthreads();
    sum += scratch[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}
