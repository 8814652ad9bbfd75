// A reference to const becomes the variable that it is bound to if the function reads
// numbers and pointers of it; not, if what it does may depend on the const.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg %s 2>&1 >/dev/null | FileCheck %s

struct Rows {
  const float *A;
  int pitch;
  __device__ const float *at(int r) const { return A + r * pitch; }
  __device__ const float *at(int r) { return A + r * pitch + 1; }
};

// CHECK: K-loop in 'by_values' pipelined: ldg
__device__ void load_values(float (&tile)[64], const Rows &of, int k) {
  tile[threadIdx.x] = of.A[k * of.pitch + threadIdx.x];
}
__global__ void __launch_bounds__(64) by_values(Rows rows, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    load_values(tile, rows, k);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'by_a_function' left alone
__device__ void load_at(float (&tile)[64], const Rows &of, int k) {
  tile[threadIdx.x] = of.at(k)[threadIdx.x];
}
__global__ void __launch_bounds__(64) by_a_function(Rows rows, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    load_at(tile, rows, k);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK: K-loop in 'by_its_type' left alone
__device__ void load_typed(float (&tile)[64], const Rows &of, int k) {
  tile[threadIdx.x] = of.A[k * of.pitch + threadIdx.x] * sizeof(decltype((of)));
}
__global__ void __launch_bounds__(64) by_its_type(Rows rows, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  float sum = 0.f;
  for (int k = 0; k < n; ++k) {
    load_typed(tile, rows, k);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * i;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
