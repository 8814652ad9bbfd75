// Wide copies hold for the sizes of the instantiations in sight. What the sizes
// come from is tested if it has a name; else the copies are not wide.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --quiet -o %t.cu %s
// RUN: grep -v "^//" %t.cu | FileCheck %s
// RUN: %clang_cuda %t.cu
// RUN: %run_on_cpu %S/Inputs/template_arguments.driver.cu %s %t.cu

template <int N>
struct Wide {
  static constexpr int Columns = N;
};

// CHECK-LABEL: {{^.*[ ]}}size_of_a_type{{[(]const}}
// CHECK: {{^}}  const bool wide_copies = sizeof(T) == 4 && blockDim.x == 64 &&
// CHECK: {{^ +__pipeline_memcpy_async.*}}
template <typename T>
__global__ void size_of_a_type(const float *__restrict__ A,
                               float *__restrict__ C, int K) {
  constexpr int Columns = 64 / sizeof(T);
  __shared__ float tile[16][Columns];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += Columns) {
    for (int i = t; i < 16 * Columns; i += 64)
      tile[i / Columns][i % Columns] = A[i / Columns * K + k + i % Columns];
    __syncthreads();
    for (int i = 0; i < Columns; ++i)
      sum += tile[t % 16][i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-LABEL: {{^.*[ ]}}pack{{[(]const}}
// CHECK-NOT: wide
// CHECK: sizeof(float));
// CHECK-NOT: wide
// CHECK: {{^  C.t. = sum;}}
template <int... N>
__global__ void pack(const float *__restrict__ A, float *__restrict__ C, int K) {
  constexpr int Columns = (N + ...);
  __shared__ float tile[16][Columns];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += Columns) {
    for (int i = t; i < 16 * Columns; i += 64)
      tile[i / Columns][i % Columns] = A[i / Columns * K + k + i % Columns];
    __syncthreads();
    for (int i = 0; i < Columns; ++i)
      sum += tile[t % 16][i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-LABEL: {{^.*[ ]}}count_of_a_pack{{[(]const}}
// CHECK-NOT: wide
// CHECK: sizeof(float));
// CHECK-NOT: wide
// CHECK: {{^  C.t. = sum;}}
template <int... N>
__global__ void count_of_a_pack(const float *__restrict__ A, float *__restrict__ C, int K) {
  constexpr int Columns = 4 * sizeof...(N);
  __shared__ float tile[16][Columns];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += Columns) {
    for (int i = t; i < 16 * Columns; i += 64)
      tile[i / Columns][i % Columns] = A[i / Columns * K + k + i % Columns];
    __syncthreads();
    for (int i = 0; i < Columns; ++i)
      sum += tile[t % 16][i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-LABEL: {{^.*[ ]}}template_of_a_template{{[(]const}}
// CHECK-NOT: wide
// CHECK: sizeof(float));
// CHECK-NOT: wide
// CHECK: {{^  C.t. = sum;}}
template <template <int> class Of, int N>
__global__ void template_of_a_template(const float *__restrict__ A, float *__restrict__ C, int K) {
  constexpr int Columns = Of<N>::Columns;
  __shared__ float tile[16][Columns];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += Columns) {
    for (int i = t; i < 16 * Columns; i += 64)
      tile[i / Columns][i % Columns] = A[i / Columns * K + k + i % Columns];
    __syncthreads();
    for (int i = 0; i < Columns; ++i)
      sum += tile[t % 16][i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-LABEL: {{^.*[ ]}}property_of_a_type{{[(]const}}
// CHECK-NOT: wide
// CHECK: sizeof(float));
// CHECK-NOT: wide
// CHECK: {{^  C.t. = sum;}}
template <typename T>
__global__ void property_of_a_type(const float *__restrict__ A, float *__restrict__ C, int K) {
  constexpr int Columns = __is_same(T, int) ? 16 : 6;
  __shared__ float tile[16][Columns];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += Columns) {
    for (int i = t; i < 16 * Columns; i += 64)
      tile[i / Columns][i % Columns] = A[i / Columns * K + k + i % Columns];
    __syncthreads();
    for (int i = 0; i < Columns; ++i)
      sum += tile[t % 16][i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-LABEL: {{^.*[ ]}}value_of_a_type{{[(]const}}
// CHECK-NOT: wide
// CHECK: sizeof(float));
// CHECK-NOT: wide
// CHECK: {{^  C.t. = sum;}}
template <typename T>
__global__ void value_of_a_type(const float *__restrict__ A, float *__restrict__ C, int K) {
  constexpr int Columns = static_cast<T>(528) == 16 ? 6 : 16;
  __shared__ float tile[16][Columns];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += Columns) {
    for (int i = t; i < 16 * Columns; i += 64)
      tile[i / Columns][i % Columns] = A[i / Columns * K + k + i % Columns];
    __syncthreads();
    for (int i = 0; i < Columns; ++i)
      sum += tile[t % 16][i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

using Arguments = void(const float *, float *, int);
template __global__ Arguments size_of_a_type<int>;
template __global__ Arguments pack<8, 8>;
template __global__ Arguments count_of_a_pack<1, 2, 3, 4>;
template __global__ Arguments template_of_a_template<Wide, 16>;
template __global__ Arguments property_of_a_type<int>;
template __global__ Arguments value_of_a_type<int>;
