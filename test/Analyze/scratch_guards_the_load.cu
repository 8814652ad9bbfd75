// The load phase asks scratch, which compute of the trip before has written.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DUMP
//
// No other variant may have it either:
// RUN: cuda-pipeline-rewrite --variant=cpasync --kernel=rejected --quiet -o %t.cpasync.cu %s
// RUN: cmp %s %t.cpasync.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --kernel=rejected --quiet -o %t.ldg.cu %s
// RUN: cmp %s %t.ldg.cu
// RUN: cuda-pipeline-rewrite --variant=ldg-single --kernel=rejected --quiet -o %t.ldg-single.cu %s
// RUN: cmp %s %t.ldg-single.cu

// CHECK: :[[#@LINE + 11]]:3: remark: K-loop in 'rejected' left alone: {{.*}}reads from 'scratch'{{.*}} [load-depends-on-compute]
// CHECK-NEXT: :[[#@LINE + 11]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | tile[t] = scratch[t ^ 1] < 8.0f ? A[k + t] : 0.0f;
// DUMP: left-alone rejected line [[#@LINE + 8]] load-depends-on-compute
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64], scratch[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  scratch[t] = 0.0f;
  __syncthreads();
  for (int k = 0; k < K; k += 64) {
    tile[t] = scratch[t ^ 1] < 8.0f ? A[k + t] : 0.0f;
    __syncthreads();
    scratch[t] = tile[63 - t];
    __syncthreads();
    sum += scratch[t ^ 3];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined:
// DUMP: rewritten accepted line [[#@LINE + 8]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64], scratch[64], limits[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  limits[t] = A[t];
  __syncthreads();
  for (int k = 0; k < K; k += 64) {
    tile[t] = limits[t ^ 1] < 8.0f ? A[k + t] : 0.0f;
    __syncthreads();
    scratch[t] = tile[63 - t];
    __syncthreads();
    sum += scratch[t ^ 3];
    __syncthreads();
  }
  C[t] = sum;
}
