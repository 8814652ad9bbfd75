// A loop of two trips has two stages, whatever is asked for: a third would stay
// empty, and the load in the loop would never run.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --force --explain %s 2>&1 -o %t.auto.cu \
// RUN:   | FileCheck %s --check-prefix=AUTO
// RUN: %run_on_cpu %S/Inputs/trips.driver.cu %s %t.auto.cu
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=4 --explain %s 2>&1 -o %t.cu \
// RUN:   | FileCheck %s --check-prefixes=FOUR,ASYNC
// RUN: cuda-pipeline-rewrite --check --stages=4 --variant=cpasync %t.cu
// RUN: %run_on_cpu %S/Inputs/trips.driver.cu %s %t.cu
// RUN: cuda-pipeline-rewrite --force --stages=4 --explain %s 2>&1 -o %t.cu \
// RUN:   | FileCheck %s --check-prefix=FOUR

#define PARAMS const float2 *__restrict__ A, float *__restrict__ C, int n
#define COMPUTE                                                                \
  for (int i = 0; i < 64; ++i)                                                 \
    sum += tile[i].x * (t + tile[i].y)

// AUTO: 'two' pipelined: cpasync in wide copies, 2 stages
// FOUR: 'two' pipelined: cpasync in wide copies, 2 stages
// FOUR: 'two': 2, not 4 stages: it makes no more trips
__global__ void __launch_bounds__(64) two(PARAMS) {
  __shared__ float2 tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < 128; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// AUTO: 'at_most_three' pipelined: cpasync in wide copies, 3 stages
// FOUR: 'at_most_three' pipelined: cpasync in wide copies, 3 stages
// FOUR: 'at_most_three': 3, not 4 stages: it makes no more trips
__global__ void __launch_bounds__(64) at_most_three(PARAMS) {
  __shared__ float2 tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < min(n, 192); k += 64) {
    tile[t] = k + t < n ? A[k + t] : make_float2(0.0f, 0.0f);
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// AUTO: 'four' pipelined: cpasync in wide copies, 3 stages
// FOUR: 'four' pipelined: cpasync in wide copies, 4 stages
__global__ void __launch_bounds__(64) four(PARAMS) {
  __shared__ float2 tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < 256; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// Two loops have one tile, and as many stages of it.
// ASYNC: 'one_tile' pipelined: cpasync in wide copies, 4 stages
// ASYNC: 'one_tile' pipelined: cpasync in wide copies, 4 stages
__global__ void __launch_bounds__(64) one_tile(PARAMS) {
  __shared__ float2 tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < 128; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  for (int k = 0; k < 256; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}
