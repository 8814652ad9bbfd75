// How many elements a thread copies is known at run time: no registers hold them.
// cp.async takes them all the same, where there is enough to compute for each.
//
// RUN: cuda-pipeline-rewrite --no-compile --guess --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

// CHECK: 'much_work' pipelined: cpasync, 2 stages
// CHECK: > registers cannot hold a tile: the trip count of a loop
__global__ void __launch_bounds__(64)
much_work(const float *__restrict__ A, float *__restrict__ C, int n, int step,
          int left) {
  __shared__ float tile[512];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += step) {
    for (int j = t; j < left; j += 64)
      tile[j] = A[k + j];
    __syncthreads();
    for (int j = 0; j < 512; ++j)
      sum += tile[j] * tile[(j * t) & 511];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: 'little_work' left alone: {{.*}}--variant=cpasync takes the loop, but copies this small seldom pay [copy-count-unknown]
__global__ void __launch_bounds__(64)
little_work(const float *__restrict__ A, float *__restrict__ C, int n, int step,
            int left) {
  __shared__ float tile[512];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += step) {
    for (int j = step + t; j < left; j += 64)
      tile[j] = A[k + j];
    __syncthreads();
    for (int j = 0; j < 4; ++j)
      sum += tile[j] * t;
    __syncthreads();
  }
  C[t] = sum;
}
