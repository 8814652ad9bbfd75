// Of a template that nothing in sight instantiates: which atomicAdd() is called no
// matter, each does the same; of the user's own, what any of them does counts.
//
// RUN: cuda-pipeline-rewrite --explain --guess --variant=ldg %s -o %t.cu 2>&1 | FileCheck %s

// CHECK-DAG: K-loop in 'adds' pipelined
template <typename T>
__global__ void adds(const T *__restrict__ A, T *__restrict__ C, int n) {
  __shared__ T tile[64];
  T sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    atomicAdd(&C[k * 64 + threadIdx.x], sum);
    __syncthreads();
  }
}

// The memory that is added to may be what is loaded.
// CHECK-DAG: K-loop in 'adds_to_what_it_loads' left alone: {{.*}}[source-may-change]
template <typename T>
__global__ void adds_to_what_it_loads(T *A, int n) {
  __shared__ T tile[64];
  T sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    atomicAdd(&A[(k + 1) * 64 + threadIdx.x], sum);
    __syncthreads();
  }
}

__device__ float mixed(float a, float b) { return a + b; }
__device__ double mixed(double a, double b) { return a - b; }
__device__ float waits(float a, float b) { return a + b; }
__device__ double waits(double a, double b) {
  __syncthreads();
  return a - b;
}

// CHECK-DAG: K-loop in 'of_the_users' pipelined
template <typename T>
__global__ void of_the_users(const T *__restrict__ A, T *__restrict__ C, int n) {
  __shared__ T tile[64];
  T sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = mixed(sum, tile[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-DAG: K-loop in 'one_of_them_waits' left alone: {{.*}}[tile-address-escapes]
template <typename T>
__global__ void one_of_them_waits(const T *__restrict__ A, T *__restrict__ C, int n) {
  __shared__ T tile[64];
  T sum = 0;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = waits(sum, tile[i]);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
