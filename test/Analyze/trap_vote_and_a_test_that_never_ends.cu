// Where a block votes to leave, one tile more is loaded. A test that the trips do not end
// by says nothing of where that tile lies.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 | FileCheck %s
//
// CHECK: 'from_below' left alone: {{.*}}needs a test of its own that it stays in the array
// CHECK: 'other_branch' left alone: {{.*}}needs a test of its own that it stays in the array
// CHECK: 'down' left alone: {{.*}}needs a test of its own that it stays in the array
// CHECK: 'same_each_trip' left alone: {{.*}}needs a test of its own that it stays in the array
// CHECK: 'ends' pipelined: ldg

__global__ void from_below(const float *__restrict__ A, float *out, int n,
                           int m) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  bool done = false;
  for (int k = 0; k < n; k += 32) {
    if (__syncthreads_count(done) == 32)
      break;
    tile[t] = k + t >= m ? A[k + t] : 0.0f;
    __syncthreads();
    sum += tile[31 - t];
    done = sum > 8.0f;
  }
  out[t] = sum;
}

__global__ void other_branch(const float *__restrict__ A, float *out, int n,
                             int m) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  bool done = false;
  for (int k = 0; k < n; k += 32) {
    if (__syncthreads_count(done) == 32)
      break;
    if (k + t < m)
      tile[t] = 0.0f;
    else
      tile[t] = A[k + t];
    __syncthreads();
    sum += tile[31 - t];
    done = sum > 8.0f;
  }
  out[t] = sum;
}

__global__ void down(const float *__restrict__ A, float *out, int n, int m) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  bool done = false;
  for (int k = n; k > m; k -= 32) {
    if (__syncthreads_count(done) == 32)
      break;
    tile[t] = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    sum += tile[31 - t];
    done = sum > 8.0f;
  }
  out[t] = sum;
}

__global__ void same_each_trip(const float *__restrict__ A, float *out, int n,
                               int m) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  bool done = false;
  for (int k = 0; k < n; k += 32) {
    if (__syncthreads_count(done) == 32)
      break;
    tile[t] = t < m ? A[k + t] : 0.0f;
    __syncthreads();
    sum += tile[31 - t];
    done = sum > 8.0f;
  }
  out[t] = sum;
}

__global__ void ends(const float *__restrict__ A, float *out, int n, int m) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  bool done = false;
  for (int k = 0; k < n; k += 32) {
    if (__syncthreads_count(done) == 32)
      break;
    tile[t] = k + t < m ? A[k + t] : 0.0f;
    __syncthreads();
    sum += tile[31 - t];
    done = sum > 8.0f;
  }
  out[t] = sum;
}
