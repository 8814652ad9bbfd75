// A loop that goes round until others have written: the next tile is theirs as well.
// Nothing that such a loop ends by moves by itself.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'hint' left alone: {{.*}}a loop that waits for what others store: the next tile may not be there before it [volatile-access]
__global__ void hint(const float *A, int *flags, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    while (__ldcg(&flags[k]) == 0)
      ;
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

__device__ int load(const int *p) {
  int v;
  asm volatile("ld.global.cg.b32 %0, [%1];" : "=r"(v) : "l"(p));
  return v;
}

struct Semaphore {
  int *lock;
  int state;
  __device__ void fetch() { state = load(lock); }
  __device__ void wait(int expected) {
    while (state != expected)
      fetch();
  }
};

// CHECK: K-loop in 'assembly' left alone: {{.*}}a loop that waits for what others store: the next tile may not be there before it [volatile-access]
__global__ void assembly(const float *A, int *flags, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    int state = 0;
    while (state == 0)
      state = load(flags + k);
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'semaphore' left alone: {{.*}}a loop that waits for what others store: the next tile may not be there before it [volatile-access]
__global__ void semaphore(const float *A, int *flags, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    Semaphore semaphore{flags + k, 0};
    semaphore.wait(1);
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'behind_compute' left alone: {{.*}}a loop that waits for what others store: the next tile may not be there before it [volatile-access]
__global__ void behind_compute(const float *A, int *flags, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    for (;;) {
      const int state = load(flags + k);
      if (state)
        break;
    }
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'bounded' left alone: {{.*}}a loop that waits for what others store: the next tile may not be there before it [volatile-access]
__global__ void bounded(const float *A, int *flags, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    for (int tries = 0; tries < 1000 && __ldcg(&flags[k]) == 0; ++tries)
      ;
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'elements' pipelined: ldg-single
__global__ void elements(const float *A, int *flags, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64 && __ldcg(&flags[i]) == 0; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'search' pipelined: ldg-single
__global__ void search(const float *A, int *flags, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    int low = 0, high = 64;
    while (low < high) {
      const int middle = (low + high) / 2;
      if (__ldcg(&flags[middle]) < k)
        low = middle + 1;
      else
        high = middle;
    }
    sum += low;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'list' pipelined: ldg-single
__global__ void list(const float *A, int *flags, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    int at = t;
    while (at >= 0) {
      sum += at;
      at = __ldcg(&flags[at]);
    }
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'once' pipelined: ldg-single
__global__ void once(const float *A, int *flags, float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    do {
      sum += __ldcg(&flags[k]);
    } while (0);
    __syncthreads();
  }
  C[t] = sum;
}
