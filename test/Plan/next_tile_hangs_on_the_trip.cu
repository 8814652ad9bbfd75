// The step is set from what the trip changes behind it: known for the next tile,
// not for the one after. Twin: from the counter.
//
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync --stages=3 %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync --stages=2 %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=TWO
// RUN: cuda-pipeline-rewrite --explain --variant=auto --stages=3 %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=AUTO

#define PARAMS const float *__restrict__ A, float *__restrict__ out, int n
#define COMPUTE                                                                \
  for (int i = 0; i < step; ++i)                                               \
    sum += tile[i] * (t + 1)

// TWO-COUNT-2: pipelined: cpasync, 2 stages
// CHECK: K-loop in 'from_the_trip' left alone: the loads of the loop cannot run several tiles ahead: where later tiles start depends on 'seen', which the rest of the trip changes; --stages=2 works [too-many-stages]
// AUTO: K-loop in 'from_the_trip' pipelined: ldg, 2 stages
// AUTO: K-loop in 'from_the_trip': 2, not 3 stages: where later tiles start depends on 'seen', which the rest of the trip changes{{$}}
__global__ void from_the_trip(PARAMS) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int step, seen = 0;
  for (int j = 0; j < n; j += step) {
    step = seen > 64 ? 16 : 32;
    tile[t] = j + t < n ? A[j + t] : 0.0f;
    __syncthreads();
    COMPUTE;
    seen += step;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: K-loop in 'from_the_counter' pipelined: cpasync, 3 stages
// AUTO: K-loop in 'from_the_counter' pipelined: cpasync, 3 stages
__global__ void from_the_counter(PARAMS) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int step;
  for (int j = 0; j < n; j += step) {
    step = j > 64 ? 16 : 32;
    tile[t] = j + t < n ? A[j + t] : 0.0f;
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  out[t] = sum;
}
