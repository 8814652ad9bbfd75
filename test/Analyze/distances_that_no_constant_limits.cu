// `min(n, k + 64) - k` is at most 64, if k is the same in both places and no sum
// wraps around, or k is at most n; else nobody knows how many registers a tile takes.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s

// CHECK: rewritten of_the_trip
__global__ void __launch_bounds__(64) of_the_trip(const float *__restrict__ A,
                                         float *__restrict__ C, int n, int m) {
  __shared__ float tile[512];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    const int left = min(n, k + 64) - k;
    for (int j = t; j < left; j += 64)
      tile[j] = A[k + j];
    __syncthreads();
    for (int j = 0; j < left; ++j)
      sum += tile[j] * t;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: left-alone of_another_start {{.*}} copy-count-unknown
__global__ void __launch_bounds__(64) of_another_start(const float *__restrict__ A,
                                         float *__restrict__ C, int n, int m) {
  __shared__ float tile[512];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    const int left = min(n, m + 64) - k;
    for (int j = t; j < left; j += 64)
      tile[j] = A[k + j];
    __syncthreads();
    for (int j = 0; j < left; ++j)
      sum += tile[j] * t;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: left-alone of_the_later_one {{.*}} copy-count-unknown
__global__ void __launch_bounds__(64) of_the_later_one(const float *__restrict__ A,
                                         float *__restrict__ C, int n, int m) {
  __shared__ float tile[512];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    const int left = max(n, k + 64) - k;
    for (int j = t; j < left; j += 64)
      tile[j] = A[k + j];
    __syncthreads();
    for (int j = 0; j < left; ++j)
      sum += tile[j] * t;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: rewritten of_unsigned_numbers
__global__ void __launch_bounds__(64) of_unsigned_numbers(const float *__restrict__ A,
                                         float *__restrict__ C, unsigned n, unsigned m) {
  __shared__ float tile[512];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (unsigned k = 0; k < n; k += 64) {
    const unsigned left = min(n, k + 64) - k;
    for (int j = t; j < left; j += 64)
      tile[j] = A[k + j];
    __syncthreads();
    for (int j = 0; j < left; ++j)
      sum += tile[j] * t;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: left-alone wraps_around {{.*}} copy-count-unknown
__global__ void __launch_bounds__(64) wraps_around(const float *__restrict__ A,
                                         float *__restrict__ C, unsigned n, unsigned m) {
  __shared__ float tile[512];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (unsigned k = 0; k < m; k += 64) {
    const unsigned left = min(n, k + 64) - k;
    for (int j = t; j < left; j += 64)
      tile[j] = A[k + j];
    __syncthreads();
    for (int j = 0; j < left; ++j)
      sum += tile[j] * t;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: left-alone start_moves_on {{.*}} copy-count-unknown
__global__ void __launch_bounds__(64) start_moves_on(const float *__restrict__ A,
                                         float *__restrict__ C, int n, int m) {
  __shared__ float tile[512];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    int from = k;
    const int end = min(n, from + 64);
    from -= m;
    const int left = end - from;
    for (int j = t; j < left; j += 64)
      tile[j] = A[k + j];
    __syncthreads();
    for (int j = 0; j < left; ++j)
      sum += tile[j] * t;
    __syncthreads();
  }
  C[t] = sum;
}
