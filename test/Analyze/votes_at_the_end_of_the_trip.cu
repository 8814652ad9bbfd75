// A vote that ends the trip forgets what registers hold: not copies in flight, nor
// loads that nothing but the vote keeps in the array, nor what is asked for behind.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync %s 2>&1 | FileCheck %s --check-prefix=ASYNC
// RUN: cuda-pipeline-rewrite --kernel=rejected --quiet -o %t.same.cu %s
// RUN: cmp %s %t.same.cu

// CHECK: 'accepted' pipelined: ldg
// ASYNC: 'accepted' left alone: {{.*}} the next tile would be in flight; {{.*}} [early-exit]
__global__ void accepted(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    sum += tile[63 - t] * t;
    if (__syncthreads_and(sum > 9.0f))
      break;
  }
  C[t] = sum;
}

// CHECK: 'rejected_without_a_test' left alone: {{.*}} this load needs a test of its own {{.*}} [early-exit]
__global__ void rejected_without_a_test(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t] * t;
    if (__syncthreads_and(sum > 9.0f))
      break;
  }
  C[t] = sum;
}

// CHECK: 'rejected_without_a_bound' left alone: {{.*}} the loop has no bound that is known only at run time [early-exit]
__global__ void rejected_without_a_bound(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < 64000; k += 64) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    sum += tile[63 - t] * t;
    if (__syncthreads_and(sum > 9.0f))
      break;
  }
  C[t] = sum;
}

// CHECK: 'rejected_in_the_middle' left alone: {{.*}} in front of all other statements of the trip, or behind them [early-exit]
__global__ void rejected_in_the_middle(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    sum += tile[63 - t] * t;
    if (__syncthreads_and(sum > 9.0f))
      break;
    sum *= 0.5f;
  }
  C[t] = sum;
}

// CHECK: 'rejected_cursor_behind' left alone: {{.*}} behind the loop, 'from' would be that of a tile which the loop never reaches [early-exit]
__global__ void rejected_cursor_behind(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  const float *from = A + t;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = k + t < n ? *from : 0.0f;
    from += 64;
    __syncthreads();
    sum += tile[63 - t] * t;
    if (__syncthreads_and(sum > 9.0f))
      break;
  }
  C[t] = sum + (from - A);
}

// CHECK: 'rejected_tile_behind' left alone: {{.*}} [{{early-exit|tile-used-outside-loop}}]
__global__ void rejected_tile_behind(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    sum += tile[63 - t] * t;
    if (__syncthreads_and(sum > 9.0f))
      break;
  }
  C[t] = sum + tile[t ^ 1];
}

// Who leaves is asked of each thread, at a barrier that all come to.
// CHECK: 'rejected_own_answer' left alone: {{.*}} [{{barrier-not-uniform|early-exit}}]
__global__ void rejected_own_answer(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    sum += tile[63 - t] * t;
    if (__syncthreads_count(sum > 9.0f) > t)
      break;
  }
  C[t] = sum;
}
