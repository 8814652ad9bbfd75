// The type of the pointer is an argument of the template, or of the object that
// holds it: bytes are copied for what it is in this file, and others are converted.
// Registers of the tile's type need nothing.
//
// RUN: %never_wrong --driver=launch
// RUN: cuda-pipeline-rewrite --variant=cpasync --force --quiet -o - %s | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg --force --quiet -o - %s | FileCheck %s --check-prefix=LDG
//
// Arguments of other types:
// RUN: cuda-pipeline-rewrite --variant=cpasync --force --quiet -o %t.cu %s
// RUN: sed 's/<<<1, 64>>>(A, C, K)/<<<1, 64>>>((const short *)A, C, K)/; s/const float .A;/const double *A;/; s/Arguments{A,/Arguments{(const double *)A,/' %s > %t.others.cu
// RUN: sed 's/<<<1, 64>>>(A, C, K)/<<<1, 64>>>((const short *)A, C, K)/; s/const float .A;/const double *A;/; s/Arguments{A,/Arguments{(const double *)A,/' %t.cu > %t.others.cpasync.cu
// RUN: %run_on_cpu %S/Inputs/launch.driver.cu %t.others.cu %t.others.cpasync.cu
// CHECK: #include <type_traits>
// LDG-NOT: {{^ +}}constexpr bool

// CHECK-LABEL: void pointer(
// CHECK: constexpr bool async_copies =
// CHECK-NEXT: std::is_convertible<Input, const float *>::value;
// CHECK: if constexpr (async_copies)
// CHECK-NEXT: __pipeline_memcpy_async(
// CHECK: else
// CHECK-NEXT: tile[t] = A[k + t];
template <typename Input>
__global__ void pointer(Input A, float *C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  C[t] += sum;
}

struct Arguments {
  const float *A;
  float *C;
  int K;
};

// CHECK-LABEL: void object(
// CHECK: std::is_convertible<decltype(p.A), const float *>::value;
// CHECK: if constexpr (async_copies)
// CHECK-NEXT: __pipeline_memcpy_async(
template <typename Parameters>
__global__ void object(Parameters p) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const auto *from = p.A + 1;
  for (int k = 0; k < p.K; k += 8) {
    tile[t] = from[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  p.C[t] -= sum;
}

// LDG-LABEL: void several(
// LDG: T next_tile;
// CHECK-LABEL: void several(
// CHECK-NOT: __pipeline_memcpy_async(
template <typename Input, typename T>
__global__ void several(Input A, T *C, int K) {
  __shared__ T tile[64];
  const int t = threadIdx.x;
  T sum = 0;
  for (int k = 0; k < K; k += 8) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] % 1000 * (i + t);
    __syncthreads();
  }
  C[t] ^= sum;
}

void launch(const float *A, float *C, int K) {
  pointer<<<1, 64>>>(A, C, K);
  object<<<1, 64>>>(Arguments{A, C, K});
  several<<<1, 64>>>(reinterpret_cast<const int *>(A),
                     reinterpret_cast<int *>(C), K);
  several<<<1, 64>>>(reinterpret_cast<const short *>(A),
                     reinterpret_cast<short *>(C), K);
}
