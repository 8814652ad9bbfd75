// A size that a function, a class or a variable template makes of a macro is another in
// another build: the wide way asks for the macro. Of one that no build changes, nothing
// is asked.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --pad=none %s -o %t.cu
// RUN: FileCheck %s < %t.cu

#ifndef TILE_M
#define TILE_M 16
#endif

__host__ __device__ constexpr int rows() { return TILE_M; }
__host__ __device__ constexpr int columns() { return 16; }
struct Sizes {
  int rows = TILE_M;
};
struct Base {
  static constexpr int rows = TILE_M;
};
struct Derived : Base {};
template <int N> constexpr int rows_of = TILE_M;

// CHECK-LABEL: {{^ *}}by_function(const
// CHECK: const bool wide_copies = TILE_M == 16 &&
__global__ void __launch_bounds__(64)
    by_function(const float *__restrict__ A, float *__restrict__ C, int K) {
  constexpr int BM = rows();
  __shared__ float As[BM][16];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    for (int i = threadIdx.x; i < BM * 16; i += 64)
      As[i / 16][i % 16] = A[i / 16 * K + k + i % 16];
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[threadIdx.x % BM][x] * x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: {{^ *}}by_members(const
// CHECK: const bool wide_copies = TILE_M == 16 &&
__global__ void __launch_bounds__(64)
    by_members(const float *__restrict__ A, float *__restrict__ C, int K) {
  constexpr Sizes sizes;
  constexpr int BM = sizes.rows;
  __shared__ float As[BM][16];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    for (int i = threadIdx.x; i < BM * 16; i += 64)
      As[i / 16][i % 16] = A[i / 16 * K + k + i % 16];
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[threadIdx.x % BM][x] * x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: {{^ *}}by_a_base(const
// CHECK: const bool wide_copies = TILE_M == 16 &&
__global__ void __launch_bounds__(64)
    by_a_base(const float *__restrict__ A, float *__restrict__ C, int K) {
  constexpr int BM = Derived::rows;
  __shared__ float As[BM][16];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    for (int i = threadIdx.x; i < BM * 16; i += 64)
      As[i / 16][i % 16] = A[i / 16 * K + k + i % 16];
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[threadIdx.x % BM][x] * x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: {{^ *}}by_a_variable_template(const
// CHECK: const bool wide_copies = TILE_M == 16 &&
__global__ void __launch_bounds__(64)
    by_a_variable_template(const float *__restrict__ A, float *__restrict__ C, int K) {
  constexpr int BM = rows_of<3>;
  __shared__ float As[BM][16];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    for (int i = threadIdx.x; i < BM * 16; i += 64)
      As[i / 16][i % 16] = A[i / 16 * K + k + i % 16];
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[threadIdx.x % BM][x] * x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-LABEL: {{^ *}}by_a_function_of_no_build(const
// CHECK: const bool wide_copies = reinterpret_cast
__global__ void __launch_bounds__(64)
    by_a_function_of_no_build(const float *__restrict__ A, float *__restrict__ C, int K) {
  constexpr int BM = columns();
  __shared__ float As[BM][16];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 16) {
    for (int i = threadIdx.x; i < BM * 16; i += 64)
      As[i / 16][i % 16] = A[i / 16 * K + k + i % 16];
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[threadIdx.x % BM][x] * x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
