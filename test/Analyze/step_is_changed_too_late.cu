// Where the next tile starts hangs on a step that this trip changes. That can
// be known early only if nothing of the trip still needs the step before, or
// what it is made from.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --explain 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite %s --variant=ldg-single --explain 2>&1 | FileCheck %s

// CHECK: :[[#@LINE+7]]:3: remark: K-loop in 'used_before_it_shrinks' left alone: {{.*}}'len' is needed a trip early; set it at the start of the trip, where nothing has used it or changed what it is set from [state-not-separable]
// CHECK-NEXT: :[[#@LINE+12]]:5: note: here
__global__ void used_before_it_shrinks(const float *__restrict__ A, float *out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  int len = 32;
  float sum = 0.0f;
  for (int j = 0; j < n; j += len) {
    tile[t] = j + t < n ? A[j + t] : 0.0f;
    __syncthreads();
    sum += tile[31 - t] * len;
    __syncthreads();
    // The product wants the length before.
    if (j + len > n)
      len = n - j;
  }
  out[t] = sum;
}

// CHECK: remark: K-loop in 'set_from_the_tile' left alone: {{.*}}the next value of 'j' is needed a trip early, and is not a simple update by loop invariants; set 'len' at the start of the trip, from loop counters and what stays the same [state-not-separable]
__global__ void set_from_the_tile(const float *__restrict__ A, float *out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  int len = 32;
  float sum = 0.0f;
  for (int j = 0; j < n; j += len) {
    tile[t] = j + t < n ? A[j + t] : 0.0f;
    __syncthreads();
    if (tile[0] > 0.5f)
      len = 16;
    sum += tile[31 - t] * len;
    __syncthreads();
  }
  out[t] = sum;
}

// What the step is set from is written by compute.
//
// CHECK: remark: K-loop in 'length_is_written' left alone: {{.*}}'lengths' may be written by 'lengths[0]' [source-may-change]
__global__ void length_is_written(const float *__restrict__ A, int *lengths, float *out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  int len;
  float sum = 0.0f;
  for (int j = 0; j < n; j += len) {
    tile[t] = j + t < n ? A[j + t] : 0.0f;
    len = lengths[0];
    __syncthreads();
    sum += tile[31 - t] * len;
    lengths[0] = 32 - t % 2;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: remark: K-loop in 'length_is_read' pipelined
__global__ void length_is_read(const float *__restrict__ A, const int *__restrict__ lengths, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  int len;
  float sum = 0.0f;
  for (int j = 0; j < n; j += len) {
    tile[t] = j + t < n ? A[j + t] : 0.0f;
    len = lengths[0];
    __syncthreads();
    sum += tile[31 - t] * len;
    out[t] = sum;
    __syncthreads();
  }
}
