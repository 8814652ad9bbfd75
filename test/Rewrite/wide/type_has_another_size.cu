// One word may be two types. Copies of bytes are right for both where tile and source
// change together, and wide ones for one size, which is tested. Where only one of them
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
// RUN: %run_on_cpu %S/Inputs/elements.driver.cu %s %t.cu -DDOUBLE
// RUN: %run_on_cpu %S/Inputs/elements.driver.cu %s %t.cu %t.as.cu -DSHORT

#if defined(DOUBLE)
typedef double real;
#define WORD double
#elif defined(SHORT)
typedef short real;
#define WORD short
#else
typedef float real;
#define WORD float
#endif
typedef WORD number;

// TEXT-LABEL: typedefs(
// TEXT: const bool wide_copies =
// TEXT-NEXT: sizeof(real) == 4 &&
// AS-LABEL: typedefs(
// AS: sizeof(real) == alignof(real) && sizeof(real) >= 4 && sizeof(real) <= 16;
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
// TEXT: const bool wide_copies =
// TEXT-NEXT: sizeof(number) == 4 &&
// AS-LABEL: of_macros(
// AS: constexpr bool async_copies = sizeof(number) == alignof(number) &&
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

// WHY: 'converts_back': another definition of a macro may choose the type 'float', which may not be that of the source there
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
// TEXT-NOT: sizeof(real)
// AS-LABEL: floats(
// AS-NOT: sizeof(real)
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
