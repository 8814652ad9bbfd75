// Assembly waits for other blocks by a loop around it, or in it. What it looks at
// in shared memory is the block's own.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s

__device__ unsigned load(const unsigned *p) {
  unsigned value;
  asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
  return value;
}

/// As CUTLASS has it.
struct Semaphore {
  int *lock;
  bool looks;
  int state;
  __device__ Semaphore(int *lock) : lock(lock), looks(threadIdx.x == 0), state(-1) {}
  __device__ void fetch() {
    if (looks)
      asm volatile("ld.global.acquire.gpu.b32 %0, [%1];\n" : "=r"(state) : "l"(lock));
  }
  __device__ void wait(int status) {
    while (__syncthreads_and(state != status))
      fetch();
    __syncthreads();
  }
};

// CHECK: K-loop in 'loop_around' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void loop_around(const float *__restrict__ A, float *__restrict__ C, int K, unsigned *count) {
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
  while (load(count) < gridDim.x)
    ;
}

// CHECK: K-loop in 'semaphore' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
// CHECK-NEXT: note: here
// CHECK-NEXT: | {{ *}}while (__syncthreads_and(state != status))
__global__ void semaphore(const float *__restrict__ A, float *__restrict__ C, int K, int *lock) {
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
  Semaphore semaphore(lock);
  semaphore.fetch();
  semaphore.wait(blockIdx.x);
}

// CHECK: K-loop in 'atom_that_adds_nothing' left alone: {{.*}}this loop goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void atom_that_adds_nothing(const float *__restrict__ A, float *__restrict__ C, int K, unsigned *count) {
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
    asm volatile("atom.global.add.u32 %0, [%1], 0;" : "=r"(there) : "l"(count) : "memory");
  } while (there < gridDim.x);
}

// CHECK: K-loop in 'loop_inside' left alone: {{.*}}this asm goes round until others have stored{{.*}} [waits-for-blocks]
__global__ void loop_inside(const float *__restrict__ A, float *__restrict__ C, int K, unsigned *count) {
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
  asm volatile("{\n"
               ".reg .pred late;\n"
               ".reg .u32 there;\n"
               "AGAIN: ld.acquire.gpu.u32 there, [%0];\n"
               "setp.lt.u32 late, there, %1;\n"
               "@late bra AGAIN;\n"
               "}" ::"l"(count), "r"(gridDim.x) : "memory");
}

// CHECK: K-loop in 'barrier_in_shared_memory' pipelined:
__global__ void barrier_in_shared_memory(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  __shared__ unsigned long long barrier;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
  asm volatile("{\n"
               ".reg .pred there;\n"
               "AGAIN: mbarrier.try_wait.parity.shared::cta.b64 there, [%0], 0;\n"
               "@there bra DONE;\n"
               "bra AGAIN;\n"
               "DONE:\n"
               "}" ::"r"((unsigned)__cvta_generic_to_shared(&barrier)) : "memory");
}

// CHECK: K-loop in 'flag_in_shared_memory' pipelined:
__global__ void flag_in_shared_memory(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  __shared__ unsigned flag;
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
    asm volatile("ld.acquire.cta.shared.u32 %0, [%1];" : "=r"(there) : "r"((unsigned)__cvta_generic_to_shared(&flag)) : "memory");
  } while (there == 0);
}

// CHECK: K-loop in 'looks_once' pipelined:
__global__ void looks_once(const float *__restrict__ A, float *__restrict__ C, int K, unsigned *count) {
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
  C[t + 64] = load(count);
}
