// Wide copies are shared out by numbers of the instantiations in sight. Others,
// of tomorrow, take the user's own copies, asynchronous where their elements are of
// 4, 8 or 16 bytes.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --quiet -o %t.cu %s
// RUN: grep -v "^//" %t.cu | FileCheck %s
// RUN: %clang_cuda %t.cu
// RUN: %run_on_cpu %S/Inputs/template_sizes.driver.cu %s %t.cu

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
// CHECK: const bool wide_copies = sizeof(T) == 4 && Tile == 256 && Threads == 64 &&
// CHECK: constexpr bool async_copies =
// CHECK-NEXT: sizeof(T) == alignof(T) && sizeof(T) >= 4 && sizeof(T) <= 16;
// CHECK: if constexpr (async_copies)
// CHECK-NEXT: __pipeline_memcpy_async(&tile[i], &A[k + i], sizeof(T));
// CHECK-NEXT: else
// CHECK-NEXT: tile[i] = A[k + i];
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
// CHECK: const bool wide_copies =
// CHECK-NEXT: blockDim.x == 64 &&
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
// CHECK: const bool wide_copies = Columns == 32 && (Rows == 32 || Rows == 64) &&
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
// CHECK: const bool wide_copies = Of::Tile == 256 && blockDim.x == 64 &&
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

// Where not all values meet, those that do are tested together.
// CHECK-LABEL: {{^.*[ ]}}pairs{{[(]const}}
// CHECK: ((Rows == 32 && Columns == 64) || (Rows == 64 && Columns == 32)) &&
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
// CHECK: const bool wide_copies = (Of::Rows == 32 || Of::Rows == 64) &&
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
// CHECK: const bool wide_copies = (Threads == 16 || Threads == 32) &&
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
