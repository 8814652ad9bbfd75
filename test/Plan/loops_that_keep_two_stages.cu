// --variant=auto --stages=3: cp.async with three stages where it can be, else
// what `auto` takes without, and why.
//
// RUN: cuda-pipeline-rewrite --explain --stages=3 --widen=none -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE --input-file=%t.cu
// RUN: cuda-pipeline-rewrite --stages=3 --widen=none --check %t.cu
// RUN: cuda-pipeline-rewrite --explain --stages=3 --widen=none --gpu-arch=sm_75 %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SM75

#define PARAMS const float *__restrict__ A, float *__restrict__ C, int K
#define COMPUTE                                                                \
  for (int i = 0; i < 64; ++i)                                                 \
    sum += tile[i] * (t + 1)

// Small copies too: three stages were asked for.
// CHECK: K-loop in 'copied' pipelined: cpasync, 3 stages
// CHECK-NOT: 'copied': 2, not 3
// SM75: K-loop in 'copied': 2, not 3 stages: sm_75 was asked for, cp.async needs sm_80
__global__ void copied(PARAMS) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'scaled' pipelined: ldg, 2 stages
// CHECK: K-loop in 'scaled': 2, not 3 stages: the loaded value is converted, or computed with, on its way to the tile
__global__ void scaled(PARAMS) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t] * 0.5f;
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'reused' pipelined: ldg-single, one buffer
// CHECK: K-loop in 'reused': one buffer, not 3 stages: {{.*}} is one array here
__global__ void reused(PARAMS) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  tile[t] = 1.0f;
  __syncthreads();
  sum += tile[63 - t];
  __syncthreads();
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// One tile of two loops, of which one takes registers: both have two stages.
// CHECK: K-loop in 'shared_tile' pipelined: ldg, 2 stages
// CHECK: K-loop in 'shared_tile': 2, not 3 stages: other loops have its tiles too
// CHECK: K-loop in 'shared_tile' pipelined: ldg, 2 stages
// CODE: shared_tile(
// CODE: tile_stages[2][64]
__global__ void shared_tile(PARAMS) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t] * 0.5f;
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}
