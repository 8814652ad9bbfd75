// A window that moves at the end of the trip, with the load of what enters: the
// other loads are made a trip early where they can be, and it stays.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

// CHECK: remark: K-loop in 'accepted' pipelined: ldg-single, loads only
__global__ void accepted(const float *__restrict__ A, const int *__restrict__ at,
                         float *__restrict__ out, int n) {
  __shared__ float tile[66];
  const int t = threadIdx.x;
  float now = A[t], ahead = A[64 + t];
  for (int k = 0; k < n; k++) {
    if (t < 2)
      tile[t + 64] = A[k * 64 + 64 + t];
    tile[t] = now;
    __syncthreads();
    out[k * 64 + t] = tile[t] + tile[t + 2] + ahead;
    now = ahead;
    ahead = A[(k + 2) * 64 + t];
    __syncthreads();
  }
}

// What enters may have been written by the trip.
// CHECK: remark: K-loop in 'may_be_written' left alone: {{.*}}'A' may be written by 'out[k * 64 + t]'{{.*}} [source-may-change]
__global__ void may_be_written(const float *A, float *out, int n) {
  __shared__ float tile[66];
  const int t = threadIdx.x;
  float now = A[t], ahead = A[64 + t];
  for (int k = 0; k < n; k++) {
    if (t < 2)
      tile[t + 64] = A[k * 64 + 64 + t];
    tile[t] = now;
    __syncthreads();
    out[k * 64 + t] = tile[t] + tile[t + 2] + ahead;
    now = ahead;
    ahead = A[(k + 2) * 64 + t];
    __syncthreads();
  }
}

// Where the next trip loads is loaded, too: the load has a place of its own.
// CHECK: remark: K-loop in 'place_is_loaded' pipelined: ldg-single, loads only
__global__ void place_is_loaded(const float *__restrict__ A,
                                const int *__restrict__ at,
                                float *__restrict__ out, int n) {
  __shared__ float tile[66];
  const int t = threadIdx.x;
  float now = A[t], ahead = A[64 + t];
  int place = at[0];
  for (int k = 0; k < n; k++) {
    if (t < 2)
      tile[t + 64] = A[place + t];
    tile[t] = now;
    __syncthreads();
    out[k * 64 + t] = tile[t] + tile[t + 2] + ahead;
    now = ahead;
    ahead = A[(k + 2) * 64 + t];
    place = at[k + 1];
    __syncthreads();
  }
}
