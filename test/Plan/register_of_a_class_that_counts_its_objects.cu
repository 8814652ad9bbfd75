// A register of a class runs its constructor, and its destructor behind the loop. Where
// they do more than fill it, no register is declared; copies that need none are made.
//
// RUN: cuda-pipeline-rewrite --guess --assume-launch-updated --variant=ldg --explain %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --guess --assume-launch-updated --variant=cpasync --explain %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ASYNC

__device__ int made;
struct Counted {
  float x;
  __device__ Counted() { atomicAdd(&made, 1); }
};
struct Dropped {
  float x;
  __device__ ~Dropped() { atomicAdd(&made, -1); }
};
struct Filled {
  float x;
  __device__ Filled() : x(0) {}
  __device__ ~Filled() {}
};

// CHECK-DAG: K-loop in 'counted' left alone: {{.*}} a register of 'Counted' would run its constructor {{.*}}[unsupported-statement]
// ASYNC-DAG: K-loop in 'counted' pipelined
__global__ void counted(const Counted *__restrict__ A, float *__restrict__ C, int n) {
  extern __shared__ float4 memory[];
  Counted *tile = reinterpret_cast<Counted *>(memory);
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'dropped' left alone: {{.*}} a register of 'Dropped' would run its constructor or destructor{{.*}}[unsupported-statement]
// ASYNC-DAG: K-loop in 'dropped' pipelined
__global__ void dropped(const Dropped *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ Dropped tile[64];
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'filled' pipelined
// ASYNC-DAG: K-loop in 'filled' pipelined
__global__ void filled(const Filled *__restrict__ A, float *__restrict__ C, int n) {
  extern __shared__ float4 memory[];
  Filled *tile = reinterpret_cast<Filled *>(memory);
  float sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
