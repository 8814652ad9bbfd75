// The load phase reads through a pointer that cannot be followed.
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

struct Walk {
  const float *at;
};

__device__ void start(Walk &walk, const float *from) { walk.at = from; }

// CHECK: :[[#@LINE + 11]]:3: remark: K-loop in 'rejected' left alone: {{.*}} [unknown-effects]
// CHECK-NEXT: :[[#@LINE + 11]]:{{[0-9]+}}: note: here
// CHECK-NEXT: | tile[t] = walk.at[k + t];
// DUMP: left-alone rejected line [[#@LINE + 8]] unknown-effects
__global__ void rejected(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  Walk walk;
  start(walk, A);
  for (int k = 0; k < K; k += 64) {
    tile[t] = walk.at[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: remark: K-loop in 'accepted' pipelined: 
// DUMP: rewritten accepted line [[#@LINE + 8]]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  Walk walk;
  walk.at = A;
  for (int k = 0; k < K; k += 64) {
    tile[t] = walk.at[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}
