// All blocks must be resident where one waits for another: a rewrite, which may
// leave room for fewer, would let it wait for ever. It does not matter where in
// the kernel the wait stands.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

__device__ unsigned arrived;

__device__ void grid_barrier(unsigned *count, unsigned blocks) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1u);
    while (*(volatile unsigned *)count < blocks)
      __nanosleep(20);
  }
  __syncthreads();
}

__device__ bool is_there(const volatile unsigned *flag) {
  if (*flag == 0)
    return false;
  return true;
}

// CHECK: K-loop in 'adds_zero' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
// CHECK-NEXT: note: here
// CHECK-NEXT: | {{ *}}while (atomicAdd(&arrived, 0u) < gridDim.x)
__global__ void adds_zero(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  if (t == 0) {
    atomicAdd(&arrived, 1u);
    while (atomicAdd(&arrived, 0u) < gridDim.x)
      ;
  }
}

// CHECK: K-loop in 'in_a_function' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
// CHECK-NEXT: note: here
// CHECK-NEXT: | {{ *}}while (*(volatile unsigned *)count < blocks)
__global__ void in_a_function(const float *__restrict__ A, float *__restrict__ C, int K, unsigned *count) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  grid_barrier(count, gridDim.x);
}

// CHECK: K-loop in 'in_front_of_the_loop' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void in_front_of_the_loop(const float *__restrict__ A, float *__restrict__ C, int K, unsigned *count) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  grid_barrier(count, gridDim.x);
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'past_the_cache' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void past_the_cache(const float *__restrict__ A, float *__restrict__ C, int K, unsigned *count) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  while (__ldcg(count) < gridDim.x)
    ;
}

// CHECK: K-loop in 'compares_and_swaps' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void compares_and_swaps(const float *__restrict__ A, float *__restrict__ C, int K, unsigned *count) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  while (atomicCAS(count, 5u, 5u) != 5u)
    ;
}

// CHECK: K-loop in 'function_looks' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void function_looks(const float *__restrict__ A, float *__restrict__ C, int K, unsigned *count) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  while (!is_there(count))
    ;
}

// CHECK: K-loop in 'gives_up_at_last' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void gives_up_at_last(const float *__restrict__ A, float *__restrict__ C, int K, unsigned *count) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  int tries = 0;
  while (true) {
    if (*(volatile unsigned *)count != 0)
      break;
    if (++tries > 1000000)
      break;
  }
}

// CHECK: K-loop in 'sets_a_flag' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void sets_a_flag(const float *__restrict__ A, float *__restrict__ C, int K, unsigned *count) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  bool done = false;
  while (!done) {
    if (is_there(count))
      done = true;
  }
}

// CHECK: K-loop in 'asks_all' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void asks_all(const float *__restrict__ A, float *__restrict__ C, int K, unsigned *count) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  bool all;
  do {
    all = true;
    for (int i = t; i < gridDim.x; i += 32)
      if (!is_there(count + i))
        all = false;
  } while (!all);
}

// CHECK: K-loop in 'adds_up_all' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void adds_up_all(const float *__restrict__ A, float *__restrict__ C, int K, unsigned *count) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  unsigned there;
  do {
    there = 0;
    for (int i = 0; i < gridDim.x; ++i)
      there += *(volatile unsigned *)(count + i);
  } while (there < gridDim.x);
}

// CHECK: K-loop in 'one_after_the_other' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void one_after_the_other(const float *__restrict__ A, float *__restrict__ C, int K, unsigned *count) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  for (int block = 0; block < gridDim.x;)
    if (is_there(count + block))
      ++block;
}

// CHECK: K-loop in 'one_thread_looks' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void one_thread_looks(const float *__restrict__ A, float *__restrict__ C, int K, unsigned *count) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  __shared__ unsigned seen;
  do {
    if (t == 0)
      seen = *(volatile unsigned *)count;
    __syncthreads();
  } while (seen < gridDim.x);
}

// CHECK: K-loop in 'block_in_front' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void block_in_front(const float *__restrict__ A, float *__restrict__ C, int K, volatile int *flags) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  if (t == 0)
    for (int block = blockIdx.x - 1; block >= 0; --block) {
      int flag;
      while ((flag = flags[block]) == 0)
        ;
      if (flag == 2)
        break;
    }
}
