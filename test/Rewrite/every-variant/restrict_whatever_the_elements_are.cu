// An #if chooses the type of the elements. That pointers are __restrict__ stands
// outside of it, or in each of its branches.
//
// RUN: %rewrite_and_run ldg,ldg-single walk -DWHOLE --kernel=walk \
// RUN:   -DKERNELS=walk,walk_by_typedef,walk_by_alias,walk_by_name,walk_by_branch
// RUN: %rewrite_and_run cpasync,pipeline walk -DWHOLE '--kernel=walk$|walk_by_[tn]' \
// RUN:   -DKERNELS=walk,walk_by_typedef,walk_by_name
// RUN: cuda-pipeline-rewrite --kernel=walk --variant=ldg %s --explain 2>&1 \
// RUN:   | grep remark: | FileCheck %s
// RUN: cuda-pipeline-rewrite --kernel=walk --variant=ldg %s --explain -- -DDOUBLE 2>&1 \
// RUN:   | grep remark: | FileCheck %s
// CHECK-COUNT-6: pipelined: ldg
// CHECK-NOT: left alone

#ifdef DOUBLE
#define ELEMENT double
typedef double real;
typedef double *__restrict__ Alone;
#else
#define ELEMENT float
typedef float real;
typedef float *__restrict__ Alone;
#endif
typedef real *__restrict__ Typed;
typedef Typed Named;
template <typename T> using Pointer = T *__restrict__;
template <typename T, int N> using Sized = T *__restrict__;
typedef real *Plain, *__restrict__ const Second;

__global__ void walk(real *__restrict__ A, real *__restrict__ out, int n) {
  __shared__ real tile[32];
  const int t = threadIdx.x;
  real sum = 0;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
    out[t] = sum;
  }
}

__global__ void walk_by_typedef(Typed A, Named out, int n) {
  __shared__ real tile[32];
  const int t = threadIdx.x;
  real sum = 0;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
    out[t] = sum;
  }
}

__global__ void walk_by_alias(Pointer<real> A, Sized<real, 4> out, int n) {
  __shared__ real tile[32];
  const int t = threadIdx.x;
  real sum = 0;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
    out[t] = sum;
  }
}

__global__ void walk_by_name(Second A, real *out, int n) {
  __shared__ real tile[32];
  const int t = threadIdx.x;
  real sum = 0;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
    out[t] = sum;
  }
}

__global__ void walk_by_branch(Alone A, Alone out, int n) {
  __shared__ real tile[32];
  const int t = threadIdx.x;
  real sum = 0;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
    out[t] = sum;
  }
}

// A macro spells the type behind the #if.
typedef ELEMENT *__restrict__ Spelled;
__global__ void walk_by_macro(Spelled A, ELEMENT *out, int n) {
  __shared__ ELEMENT tile[32];
  const int t = threadIdx.x;
  ELEMENT sum = 0;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
    out[t] = sum;
  }
}
