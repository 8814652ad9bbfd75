// An array that one wide load fills, again and again. Where the next load is needs
// what the array holds, it cannot wait for the store.
//
// RUN: cuda-pipeline-rewrite %s --variant=ldg --explain -o %t.cu 2>&1 | FileCheck %s

// CHECK: remark: K-loop in 'finds_the_next' left alone: {{.*}} [unsupported-statement]
__global__ void finds_the_next(const unsigned *__restrict__ A, float *__restrict__ out, int K) {
  __shared__ float tile[4][64];
  const int t = threadIdx.x;
  alignas(4) unsigned char bytes[4];
  int at = t;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 4) {
    for (int i = 0; i < 4; ++i) {
      *reinterpret_cast<unsigned *>(&bytes) = A[at];
      tile[i][t] = bytes[0];
      at = bytes[1];
    }
    __syncthreads();
    sum += tile[k % 4][63 - t];
    __syncthreads();
  }
  out[t] = sum + bytes[2];
}

// CHECK: remark: K-loop in 'another_name' left alone: {{.*}}'bytes' is set here for the load phase and used by the rest of the loop
__global__ void another_name(const unsigned *__restrict__ A, float *__restrict__ out, int K) {
  __shared__ float tile[4][64];
  const int t = threadIdx.x;
  alignas(4) unsigned char bytes[4];
  unsigned *word = reinterpret_cast<unsigned *>(&bytes);
  float sum = 0.0f;
  for (int k = 0; k < K; k += 4) {
    for (int i = 0; i < 4; ++i) {
      *reinterpret_cast<unsigned *>(&bytes) = A[k * 64 + i * 64 + t];
      tile[i][t] = bytes[0];
    }
    __syncthreads();
    sum += tile[k % 4][63 - t] + *word;
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: remark: K-loop in 'waits_for_the_store' pipelined
__global__ void waits_for_the_store(const unsigned *__restrict__ A, float *__restrict__ out, int K) {
  __shared__ float tile[4][64];
  const int t = threadIdx.x;
  alignas(4) unsigned char bytes[4];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 4) {
    for (int i = 0; i < 4; ++i) {
      *reinterpret_cast<unsigned *>(&bytes) = A[k * 64 + i * 64 + t];
      tile[i][t] = bytes[0];
    }
    __syncthreads();
    sum += tile[k % 4][63 - t];
    __syncthreads();
  }
  out[t] = sum + bytes[2];
}
