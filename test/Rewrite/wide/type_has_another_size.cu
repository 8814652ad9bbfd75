// One word may be two types. Copies of bytes are right for both where tile and source
// change together, and for one size: the compiler checks it. Where only one of them
// would change, a copy would convert.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --widen=auto --explain \
// RUN:   -o %t.cu 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: grep -v '^//' %t.cu | FileCheck --check-prefix=TEXT %s
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --widen=none --quiet -o %t.as.cu
// RUN: grep -v '^//' %t.as.cu | FileCheck --check-prefix=AS %s
// RUN: %run_on_cpu %S/Inputs/elements.driver.cu %s %t.cu
// RUN: %run_on_cpu %S/Inputs/elements.driver.cu %s %t.as.cu
// RUN: %run_on_cpu %S/Inputs/elements.driver.cu %s %t.as.cu -DDOUBLE
// RUN: %if executor %{ not %run_on_cpu %S/Inputs/elements.driver.cu %s %t.cu -DDOUBLE 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DOUBLE %}
// DOUBLE: the wide copies are for this size

#ifdef DOUBLE
typedef double real;
#define WORD double
#else
typedef float real;
#define WORD float
#endif
typedef WORD number;

// TEXT-LABEL: typedefs(
// TEXT: static_assert(sizeof(real) == 4, "the wide copies are for this size");
// AS-LABEL: typedefs(
// AS: static_assert(sizeof(real) == 4 || sizeof(real) == 8 || sizeof(real) == 16,
__global__ void typedefs(const real *__restrict__ A, real *__restrict__ C, int K) {
  __shared__ real tile[64];
  const int t = threadIdx.x;
  real sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t] / 3;
    __syncthreads();
  }
  C[t] = sum;
}

// TEXT-LABEL: of_macros(
// TEXT: static_assert(sizeof(number) == 4, "the wide copies are for this size");
// AS-LABEL: of_macros(
// AS: static_assert(sizeof(number) == 4 ||
__global__ void of_macros(const number *__restrict__ A, number *__restrict__ C, int K) {
  __shared__ number tile[64];
  const int t = threadIdx.x;
  number sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t] / 3;
    __syncthreads();
  }
  C[t] = sum;
}

// TEXT-LABEL: converts(
// WHY: 'converts' left alone: {{.*}} an #if chooses the type 'real', which may not be that of the source [macro-loop]
__global__ void converts(const float *__restrict__ A, real *__restrict__ C, int K) {
  __shared__ real tile[64];
  const int t = threadIdx.x;
  real sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t] / 3;
    __syncthreads();
  }
  C[t] = sum;
}

// WHY: 'converts_back' left alone: {{.*}} an #if chooses the type 'float', which may not be that of the source [macro-loop]
__global__ void converts_back(const WORD *__restrict__ A, real *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  real sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t] / 3;
    __syncthreads();
  }
  C[t] = sum;
}

// TEXT-LABEL: floats(
// TEXT-NOT: static_assert
// AS-LABEL: floats(
// AS-NOT: static_assert
__global__ void floats(const float *__restrict__ A, real *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  real sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    sum += tile[63 - t] / 3;
    __syncthreads();
  }
  C[t] = sum;
}
