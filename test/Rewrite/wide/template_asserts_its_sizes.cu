// Wide copies are shared out by numbers of the instantiations in sight. Others,
// of tomorrow, do not compile with them, but what was right for all that there
// are is not asserted.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --quiet -o %t.cu %s
// RUN: FileCheck %s < %t.cu
// RUN: %clang_cuda %t.cu
// RUN: not %clang_cuda -DMORE %t.cu 2>&1 | FileCheck --check-prefix=MORE %s

template <int Threads>
struct Traits {
  static constexpr int Tile = 4 * Threads;
};

// CHECK-LABEL: {{^.*[ ]}}sizes{{[(]const}}
// CHECK: {{^  static_assert[(]}}Tile == 256 && Threads == 64 && sizeof(T) == 4,
// CHECK-NEXT: {{^ +}}"the wide copies are for these sizes");
template <typename T, int Tile, int Threads>
__global__ void sizes(const T *__restrict__ A, T *__restrict__ C, int K) {
  __shared__ T tile[Tile];
  const int t = threadIdx.x;
  T sum = 0;
  for (int k = 0; k < K; k += Tile) {
    for (int i = t; i < Tile; i += Threads)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < Tile; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// What only the computation names may change.
// CHECK-LABEL: {{^.*[ ]}}computed{{[(]const}}
// CHECK-NOT: {{^  static_assert}}
// CHECK: {{^ +__pipeline_memcpy_async.*}} 16);
// CHECK: {{^  C.t. = sum;}}
template <int Power>
__global__ void computed(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  __shared__ float tile[256];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 256) {
    for (int i = t; i < 256; i += 64)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += tile[i] * (t + Power);
    __syncthreads();
  }
  C[t] = sum;
}

// Two instantiations, one text: it is right for both.
// CHECK-LABEL: {{^.*[ ]}}twice{{[(]const}}
// CHECK: {{^  static_assert[(]}}Columns == 32, "the wide copies are for this size");
template <int Rows, int Columns>
__global__ void __launch_bounds__(128)
    twice(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[Rows][Columns];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += Columns) {
    for (int i = t; i < Rows * Columns; i += 128)
      tile[i / Columns][i % Columns] = A[i / Columns * K + k + i % Columns];
    __syncthreads();
    for (int i = 0; i < Rows; ++i)
      sum += tile[i][t % Columns] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// Members of a parameter, and kernels of a class template.
// CHECK-LABEL: {{^.*[ ]}}traits{{[(]const}}
// CHECK: {{^  static_assert[(]}}Of::Tile == 256, "the wide copies are for this size");
template <typename Of>
__global__ void traits(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float tile[Of::Tile];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += Of::Tile) {
    for (int i = t; i < Of::Tile; i += 64)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < Of::Tile; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

template __global__ void sizes<float, 256, 64>(const float *, float *, int);
template __global__ void sizes<int, 256, 64>(const int *, int *, int);
template __global__ void computed<2>(const float *, float *, int);
template __global__ void twice<32, 32>(const float *, float *, int);
template __global__ void twice<64, 32>(const float *, float *, int);
template __global__ void traits<Traits<64>>(const float *, float *, int);

#ifdef MORE
// MORE-DAG: instantiation of function template specialization 'sizes<float, 512, 64>'
// MORE-DAG: instantiation of function template specialization 'sizes<double, 256, 64>'
// MORE-DAG: instantiation of function template specialization 'twice<64, 64>'
// MORE-DAG: instantiation of function template specialization 'traits<Traits<128>>'
// MORE-NOT: specialization 'computed
template __global__ void sizes<float, 512, 64>(const float *, float *, int);
template __global__ void sizes<double, 256, 64>(const double *, double *, int);
template __global__ void computed<3>(const float *, float *, int);
template __global__ void twice<64, 64>(const float *, float *, int);
template __global__ void traits<Traits<128>>(const float *, float *, int);
#endif
