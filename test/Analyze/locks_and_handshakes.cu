// Who takes a lock and gives it back waits for blocks that run already. A wait
// that another block has to end is another matter, whatever it is spelled like.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

__device__ int lock = 0;
__device__ volatile unsigned turn;

__device__ void open() { atomicExch(&lock, 0); }

// CHECK: K-loop in 'one_thread' pipelined
__global__ void one_thread(const float *__restrict__ A, float *__restrict__ C, int K) {
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
  if (t == 0)
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
  __syncthreads();
  C[t] += sum;
  __threadfence();
  __syncthreads();
  if (t == 0)
    atomicExch(&lock, 0);
}

// CHECK: K-loop in 'without_a_comparison' pipelined
__global__ void without_a_comparison(const float *__restrict__ A, float *__restrict__ C, int K, int *mutex) {
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
  if (t == 0) {
    while (atomicCAS(mutex, 0, 1)) {
    }
    C[0] += sum;
    __threadfence();
    atomicExch(mutex, 0);
  }
}

// CHECK: K-loop in 'other_numbers' pipelined
__global__ void other_numbers(const float *__restrict__ A, float *__restrict__ C, int K) {
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
  if (t == 0) {
    do
      ;
    while (7u != atomicCAS((unsigned *)&turn, 7u, 8u));
    C[0] += sum;
    atomicExch((unsigned *)&turn, 7u);
  }
}

// CHECK: K-loop in 'never_given_back' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void never_given_back(const float *__restrict__ A, float *__restrict__ C, int K) {
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
  if (t == 0)
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
  C[t] += sum;
}

// CHECK: K-loop in 'given_back_by_some' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void given_back_by_some(const float *__restrict__ A, float *__restrict__ C, int K) {
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
  if (t == 0)
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
  C[t] += sum;
  if (t == 0 && sum > 0.0f)
    atomicExch(&lock, 0);
}

// CHECK: K-loop in 'given_back_by_another_block' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void given_back_by_another_block(const float *__restrict__ A, float *__restrict__ C, int K) {
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
  if (blockIdx.x == 0)
    while (atomicCAS(&lock, 0, 1) != 0)
      ;
  C[t] += sum;
  if (blockIdx.x == 1)
    atomicExch(&lock, 0);
}

// CHECK: K-loop in 'given_back_before' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void given_back_before(const float *__restrict__ A, float *__restrict__ C, int K) {
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
  atomicExch(&lock, 0);
  while (atomicCAS(&lock, 0, 1) != 0)
    ;
  C[t] += sum;
}

// CHECK: K-loop in 'handshake' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void handshake(const float *__restrict__ A, float *__restrict__ C, int K) {
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
  while (atomicCAS(&lock, 0, 1) != 0)
    ;
  C[t] += sum;
  while (atomicCAS(&lock, 2, 0) != 2)
    ;
  atomicExch(&lock, 0);
}

// CHECK: K-loop in 'left_between' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void left_between(const float *__restrict__ A, float *__restrict__ C, int K) {
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
  while (atomicCAS(&lock, 0, 1) != 0)
    ;
  if (sum < 0.0f)
    return;
  C[t] += sum;
  atomicExch(&lock, 0);
}

// CHECK: K-loop in 'taken_twice' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void taken_twice(const float *__restrict__ A, float *__restrict__ C, int K) {
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
  if (blockIdx.x > 0) {
    while (atomicCAS((unsigned *)&turn, 0u, 1u) != 0)
      ;
    C[t] += sum;
    while (atomicCAS((unsigned *)&turn, 0u, 1u) != 0)
      ;
    atomicExch((unsigned *)&turn, 0u);
  } else {
    atomicExch((unsigned *)&turn, 0u);
  }
}

// CHECK: K-loop in 'opened_in_a_function' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void opened_in_a_function(const float *__restrict__ A, float *__restrict__ C, int K) {
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
  if (blockIdx.x == 7)
    open();
  while (atomicCAS(&lock, 0, 1) != 0)
    ;
  C[t] += sum;
  atomicExch(&lock, 0);
}

// CHECK: K-loop in 'stored_by_another_name' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void stored_by_another_name(const float *__restrict__ A, float *__restrict__ C, int K, int *mutex, unsigned *ready) {
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
  if (blockIdx.x == 7)
    ready[0] = 0;
  while (atomicCAS(mutex, 0, 1) != 0)
    ;
  C[t] += sum;
  atomicExch(mutex, 0);
}

// CHECK: K-loop in 'exchanged_by_another_name' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void exchanged_by_another_name(const float *__restrict__ A, float *__restrict__ C, int K, int *mutex, unsigned *ready) {
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
  if (blockIdx.x == 7)
    atomicExch(ready, 0u);
  while (atomicCAS(mutex, 0, 1) != 0)
    ;
  C[t] += sum;
  atomicExch(mutex, 0);
}

// CHECK: K-loop in 'takes_turns' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void takes_turns(const float *__restrict__ A, float *__restrict__ C, int K) {
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
  while (atomicCAS((unsigned *)&turn, blockIdx.x, ~0u) != blockIdx.x)
    ;
  C[t] += sum;
  atomicExch((unsigned *)&turn, blockIdx.x + 1);
}

// CHECK: K-loop in 'looks_only' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void looks_only(const float *__restrict__ A, float *__restrict__ C, int K) {
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
  while (atomicCAS(&lock, 1, 1) != 1)
    ;
  C[t] += sum;
  atomicExch(&lock, 1);
}

// CHECK: K-loop in 'another_lock' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void another_lock(const float *__restrict__ A, float *__restrict__ C, int K, int *locks) {
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
  int at = 0;
  while (atomicCAS(&locks[at], 0, 1) != 0)
    ;
  C[t] += sum;
  at = 1;
  atomicExch(&locks[at], 0);
}
