// A shared variable of a function, of a class with a constructor: nvcc runs none, so
// there is none to mind. What nvcc refuses is an error here, too: an initializer that
// is written. So is a class whose objects do more than hold something, since we may
// declare another one, and what Clang alone refuses outside of functions.
//
// DEFINE: %{in} = INSIDE
// DEFINE: %{tile} =
// DEFINE: %{text} = sed 's/^ *%{in}$/__shared__ %{tile};/' %s > %t.cu
// DEFINE: %{read} = cuda-pipeline-rewrite --guess --variant=ldg --explain -o %t.out.cu %t.cu
// DEFINE: %{accepted} = %{read} 2>&1 | FileCheck %s --implicit-check-not=error:
// DEFINE: %{refused} = %exits 2 %{read} 2>&1 | FileCheck %s --check-prefix=REFUSED
//
// REDEFINE: %{tile} = Filled tile[64]
// RUN: %{text} && %{accepted}
// REDEFINE: %{tile} = Filled other, tile[64]
// RUN: %{text} && %{accepted}
// REDEFINE: %{tile} = Implicit tile[64]
// RUN: %{text} && %{accepted}
// REDEFINE: %{tile} = Wrapped<float> tile[64]
// RUN: %{text} && %{accepted}
//
// REDEFINE: %{tile} = Filled tile[64] = {}
// RUN: %{text} && %{refused}
// REDEFINE: %{tile} = Filled tile[64]{}
// RUN: %{text} && %{refused}
// REDEFINE: %{tile} = Filled tile[64], other(1)
// RUN: %{text} && %{refused}
// REDEFINE: %{tile} = Filled tile[64], other = Filled()
// RUN: %{text} && %{refused}
// REDEFINE: %{tile} = Filled tile[64]; __shared__ int one = 1
// RUN: %{text} && %{refused}
// REDEFINE: %{tile} = Counted tile[64]
// RUN: %{text} && %{refused}
// REDEFINE: %{tile} = ImplicitlyCounted tile[64]
// RUN: %{text} && %{refused}
// REDEFINE: %{tile} = Filled tile[64]; __shared__ Dropped other
// RUN: %{text} && %{refused}
// REDEFINE: %{in} = OUTSIDE
// REDEFINE: %{tile} = Filled tile[64]
// RUN: %{text} && %{refused}
//
// CHECK: remark: K-loop in 'sums' pipelined
// CHECK: remark: K-loop in 'sums_in_a_template' pipelined
// REFUSED: error: parse error: initialization is not supported for __shared__ variables
// REFUSED: K-loop in 'sums' left alone: {{.*}}[parse-error]
// REFUSED: K-loop in 'sums_in_a_template' left alone: {{.*}}[parse-error]

__device__ int made;

struct Filled {
  float x, y;
  __device__ Filled(float a = 1) : x(a) { this->y = 2; }
};
struct Implicit : Filled {
  float z = 3;
};
template <typename T> struct Wrapped {
  float x;
  __host__ __device__ constexpr Wrapped(T x = T()) : x(x) {}
};
struct Counted {
  float x;
  __device__ Counted() : x(0) { atomicAdd(&made, 1); }
};
struct ImplicitlyCounted : Counted {};
struct Dropped {
  float x;
  __device__ Dropped() : x(0) {}
  __device__ ~Dropped() { atomicAdd(&made, 1); }
};

#define INSIDE
#define OUTSIDE
OUTSIDE

__global__ void sums(const float *__restrict__ A, float *__restrict__ C, int n) {
  float sum = 0;
  INSIDE
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x].x = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

template <typename T>
__global__ void sums_in_a_template(const T *__restrict__ A, T *__restrict__ C, int n) {
  T sum = 0;
  INSIDE
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x].x = A[k * 64 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i].x;
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void sums_in_a_template<float>(const float *, float *, int);
