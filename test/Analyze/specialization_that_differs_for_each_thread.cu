// Of a template that nothing in sight instantiates: what a call gives is read from the
// body of the one function in sight, unless a specialization may run instead.
//
// RUN: cuda-pipeline-rewrite --explain --guess --variant=ldg %s -o %t.cu 2>&1 | FileCheck %s

template <typename T> __device__ int trips(int n) { return n; }

// CHECK-DAG: K-loop in 'one_body' pipelined
template <typename T>
__global__ void one_body(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0;
  const int most = trips<T>(n);
  for (int k = 0; k < most; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

template <typename T> __device__ int own_trips(int n) { return n; }
template <> __device__ int own_trips<double>(int n) { return n + threadIdx.x; }

// CHECK-DAG: K-loop in 'another_for_some_type' left alone: {{.*}}[barrier-not-uniform]
template <typename T>
__global__ void another_for_some_type(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0;
  const int most = own_trips<T>(n);
  for (int k = 0; k < most; ++k) {
    tile[threadIdx.x] = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
