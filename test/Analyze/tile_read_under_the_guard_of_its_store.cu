// A tile that is stored in some trips only may have two buffers if it is read in
// these only: by the same condition, which stays, and which all threads share.
//
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

// CHECK: K-loop in 'read_always' left alone: {{.*}} [footprint-moves]
__global__ void read_always(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k % 128)
      tile[t] = A[k + t];
    __syncthreads();
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'read_otherwise' left alone: {{.*}} [footprint-moves]
__global__ void read_otherwise(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k % 128)
      tile[t] = A[k + t];
    __syncthreads();
    if (k % 128)
      sum += 1.0f;
    else
      sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'of_the_thread' left alone: {{.*}} [footprint-moves]
__global__ void of_the_thread(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k + t < K)
      tile[t] = A[k + t];
    __syncthreads();
    if (k + t < K)
      sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'changes' left alone
__global__ void changes(const float *A, float *C, int K, int limit) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k < limit)
      tile[t] = A[k + t];
    __syncthreads();
    limit += 32;
    if (k < limit)
      sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'by_a_pointer' left alone: {{.*}} [footprint-moves]
__global__ void by_a_pointer(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k % 128)
      tile[t] = A[k + t];
    __syncthreads();
    const float *from = &tile[63 - t];
    if (k % 128)
      sum += 1.0f;
    sum += *from;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'accepted' pipelined: cpasync
__global__ void accepted(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k % 128)
      tile[t] = A[k + t];
    __syncthreads();
    sum += 1.0f;
    if (k % 128) {
      const float *from = &tile[63 - t];
      sum += *from;
    }
    __syncthreads();
  }
  C[t] = sum;
}
