// Wide copies are shared out by numbers of the instantiations in sight. Others,
// of tomorrow, do not compile with them; what is right for each that there is
// stays so for all of these.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --quiet -o %t.cu %s
// RUN: FileCheck %s < %t.cu
// RUN: %clang_cuda %t.cu
// RUN: not %clang_cuda -DMORE %t.cu 2>&1 | FileCheck --check-prefix=MORE %s

template <int Threads>
struct Traits {
  static constexpr int Tile = 4 * Threads;
};

struct Small {
  static constexpr int Rows = 32;
};
struct Large {
  enum { Rows = 64 };
};
struct Other {
  static constexpr int Rows = 16;
};

// CHECK-LABEL: {{^.*[ ]}}sizes{{[(]const}}
// CHECK: {{^  static_assert[(]}}sizeof(T) == 4 && Tile == 256 && Threads == 64,
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
// CHECK: {{^  static_assert[(]}}Columns == 32 && (Rows == 32 || Rows == 64),
// CHECK-NEXT: {{^ +}}"the wide copies are for these sizes");
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

// Where not all values meet, those that do are asserted together.
// CHECK-LABEL: {{^.*[ ]}}pairs{{[(]const}}
// CHECK: {{^  static_assert[(][(]}}Rows == 32 && Columns == 64) || (Rows == 64 && Columns == 32),
// CHECK-NEXT: {{^ +}}"the wide copies are for these sizes");
template <int Rows, int Columns>
__global__ void __launch_bounds__(128)
    pairs(const float *__restrict__ A, float *__restrict__ C, int K) {
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

// A class of several, as far as its members are named, and one that numbers
// choose.
// CHECK-LABEL: {{^.*[ ]}}chosen{{[(]const}}
// CHECK: {{^  static_assert[(]}}Of::Rows == 32 || Of::Rows == 64,
// CHECK-NEXT: {{^ +}}"the wide copies are for these sizes");
template <typename Of>
__global__ void chosen(const float *__restrict__ A, float *__restrict__ C,
                       int K) {
  __shared__ float tile[Of::Rows][32];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += 32) {
    for (int i = t; i < Of::Rows * 32; i += 64)
      tile[i / 32][i % 32] = A[i / 32 * K + k + i % 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[t % Of::Rows][i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK-LABEL: {{^.*[ ]}}numbered{{[(]const}}
// CHECK: {{^  static_assert[(]}}Threads == 16 || Threads == 32,
// CHECK-NEXT: {{^ +}}"the wide copies are for these sizes");
template <int Threads>
__global__ void numbered(const float *__restrict__ A, float *__restrict__ C,
                         int K) {
  using Its = Traits<Threads>;
  __shared__ float tile[Its::Tile];
  const int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < K; k += Its::Tile) {
    for (int i = t; i < Its::Tile; i += 64)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < Its::Tile; ++i)
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
template __global__ void pairs<32, 64>(const float *, float *, int);
template __global__ void pairs<64, 32>(const float *, float *, int);
template __global__ void chosen<Small>(const float *, float *, int);
template __global__ void chosen<Large>(const float *, float *, int);
template __global__ void numbered<16>(const float *, float *, int);
template __global__ void numbered<32>(const float *, float *, int);

#ifdef MORE
// MORE-DAG: instantiation of function template specialization 'sizes<float, 512, 64>'
// MORE-DAG: instantiation of function template specialization 'sizes<double, 256, 64>'
// MORE-DAG: instantiation of function template specialization 'twice<64, 64>'
// MORE-DAG: instantiation of function template specialization 'twice<128, 32>'
// MORE-DAG: instantiation of function template specialization 'pairs<64, 64>'
// MORE-DAG: instantiation of function template specialization 'chosen<Other>'
// MORE-DAG: instantiation of function template specialization 'numbered<64>'
// MORE-DAG: instantiation of function template specialization 'traits<Traits<128>>'
// MORE-NOT: specialization 'computed
template __global__ void sizes<float, 512, 64>(const float *, float *, int);
template __global__ void sizes<double, 256, 64>(const double *, double *, int);
template __global__ void computed<3>(const float *, float *, int);
template __global__ void twice<64, 64>(const float *, float *, int);
template __global__ void twice<128, 32>(const float *, float *, int);
template __global__ void pairs<64, 64>(const float *, float *, int);
template __global__ void chosen<Other>(const float *, float *, int);
template __global__ void numbered<64>(const float *, float *, int);
template __global__ void traits<Traits<128>>(const float *, float *, int);
#endif
