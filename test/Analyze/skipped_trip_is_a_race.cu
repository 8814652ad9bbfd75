// What a trip shares outside of the skipped part is ordered by the barriers in
// it, but not in a trip that is skipped. Barriers of every trip would hide
// that.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'race' left alone: {{.*}} [early-exit]
__global__ void race(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int K) {
  __shared__ float tile[64];
  __shared__ float scale;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (t == 0)
      scale = B[k];
    __syncthreads();
    const float mine = scale; // and the next trip sets it
    if (k % 128)
      continue;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t] * mine;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'no_race' pipelined
__global__ void no_race(const float *__restrict__ A,
                        const float *__restrict__ B, float *__restrict__ C,
                        int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    const float mine = B[k];
    if (k % 128)
      continue;
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t] * mine;
    __syncthreads();
  }
  C[t] = sum;
}

// Stored in each trip, with a barrier behind it that each trip meets.
// CHECK: K-loop in 'stored_in_each' pipelined
__global__ void stored_in_each(const float *__restrict__ A,
                               float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    if (k == 64)
      continue;
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'read_in_each' left alone
__global__ void read_in_each(const float *__restrict__ A, float *__restrict__ C,
                             int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t]; // and the next trip stores
    if (k == 64)
      continue;
    sum *= 0.5f;
    __syncthreads();
  }
  C[t] = sum;
}
