// What looks like a race and is none, or cannot be told from correct code, is
// no warning.
//
// RUN: cuda-pipeline-rewrite %s 2>&1 | not grep warning
// RUN: cuda-pipeline-rewrite --explain %s 2>&1 | FileCheck %s

// Two buffers that take turns.
// CHECK: 'two_buffers' pipelined: ldg-single, loads only
__global__ void two_buffers(const float *A, float *C, int K) {
  __shared__ float tile[2][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[(k / 64) & 1][t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[(k / 64) & 1][i];
  }
  C[t] = sum;
}

// Pointers that take turns.
// CHECK: 'two_pointers' left alone
__global__ void two_pointers(const float *A, float *C, int K) {
  __shared__ float even[64], odd[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  float *now = even, *other = odd;
  for (int k = 0; k < K; k += 64) {
    now[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += now[i];
    float *last = now;
    now = other;
    other = last;
  }
  C[t] = sum;
}

// Phases that take turns, with a barrier after each.
// CHECK: 'two_phases' left alone
__global__ void two_phases(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if (k & 64)
      for (int i = 0; i < 64; ++i)
        sum += tile[i];
    else
      tile[t] = A[k + t];
    __syncthreads();
  }
  C[t] = sum;
}

// Each thread reads what it stored.
// CHECK: 'own_element' left alone
__global__ void own_element(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    sum += tile[t] * tile[threadIdx.x];
  }
  C[t] = sum;
}

// CHECK: 'own_column' left alone
__global__ void own_column(const float *A, float *C, int K) {
  __shared__ float tile[16][64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    for (int i = 0; i < 16; ++i)
      tile[i][t] = A[k + i * 64 + t];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[i][t];
  }
  C[t] = sum;
}

// The threads of a warp wait for each other.
// CHECK: 'warps' left alone
__global__ void warps(const float *A, float *C, int K) {
  __shared__ float tile[4][32];
  const int w = threadIdx.x / 32, l = threadIdx.x % 32;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 128) {
    tile[w][l] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[w][i];
    __syncwarp();
  }
  C[threadIdx.x] = sum;
}

// volatile, as before Volta.
// CHECK: 'warp_synchronous' left alone: {{.*}} [volatile-access]
__global__ void warp_synchronous(const float *A, float *C, int K) {
  __shared__ volatile float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
  }
  C[t] = sum;
}

// The second barrier is in a function.
__device__ void wait_for_all() { __syncthreads(); }
// CHECK: 'barrier_in_function'
__global__ void barrier_in_function(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    wait_for_all();
  }
  C[t] = sum;
}

// The barrier is in the loop condition.
// CHECK: 'barrier_in_condition' left alone
__global__ void barrier_in_condition(const float *A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; __syncthreads_or(k < K); k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
  }
  C[t] = sum;
}

// One thread stores, the same one reads.
// CHECK: 'one_thread' left alone
__global__ void one_thread(const float *A, float *C, int K) {
  __shared__ float total;
  const int t = threadIdx.x;
  for (int k = 0; k < K; k += 64) {
    if (t == 0)
      total = A[k];
    __syncthreads();
    if (t == 0)
      C[k] = total;
  }
}

// What is read is another part of the array.
// CHECK: 'other_part' left alone
__global__ void other_part(const float *A, float *C, int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  tile[64 + t] = A[t];
  __syncthreads();
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[64 + i];
    sum += tile[t + 64] + tile[t];
  }
  C[t] = sum;
}

// Two elements a thread.
// CHECK: 'two_elements' left alone
__global__ void two_elements(const float *A, float *C, int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 128) {
    tile[2 * t] = A[k + 2 * t];
    tile[2 * t + 1] = A[k + 2 * t + 1];
    __syncthreads();
    sum += tile[2 * t] * tile[2 * t + 1];
  }
  C[t] = sum;
}

struct Pair {
  float a[64], b[64];
};
// CHECK: 'other_member' left alone
__global__ void other_member(const float *A, float *C, int K) {
  __shared__ Pair tile;
  const int t = threadIdx.x;
  float sum = 0.0f;
  tile.b[t] = A[t];
  __syncthreads();
  for (int k = 0; k < K; k += 64) {
    tile.a[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile.b[i];
    sum += tile.a[t];
  }
  C[t] = sum;
}

// CHECK: 'parts_of_dynamic_memory' left alone
__global__ void parts_of_dynamic_memory(const float *A, float *C, int K,
                                        int n) {
  extern __shared__ float memory[];
  float *tile = memory, *table = memory + n;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int i = t; i < n; i += 64)
    table[i] = A[i];
  __syncthreads();
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < n; ++i)
      sum += table[i];
    sum += tile[t];
  }
  C[t] = sum;
}
