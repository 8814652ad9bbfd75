// Texts that would mean something else in the place of their call, and why.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single -o %t.cu %s
// RUN: grep -v CHECK %t.cu | FileCheck %s

// The break leaves the do, not the K-loop.
#define LOAD_SOME(tile, A, k, n)                                               \
  do {                                                                         \
    tile[threadIdx.x] = 0.0f;                                                  \
    if ((k) >= (n))                                                            \
      break;                                                                   \
    tile[threadIdx.x] = A[(k) + threadIdx.x];                                  \
  } while (0)
// CHECK-LABEL: void leaves_the_macro
// CHECK-NOT: fetch_tile
// CHECK: LOAD_SOME(tile, A, k, n);
__global__ void leaves_the_macro(const float *A, float *C, int K, int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    LOAD_SOME(tile, A, k, n);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// A macro that has the name of the function it calls.
__device__ void put(float *tile, float value, int at) {
  tile[at] = value;
}
#define put(tile, value) put(tile, value, 63 - threadIdx.x)
// CHECK-LABEL: void calls_its_own_name
// CHECK-NOT: fetch_tile
// CHECK: put(tile, A[k + threadIdx.x]);
__global__ void calls_its_own_name(const float *A, float *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    put(tile, A[k + threadIdx.x]);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
#undef put

// Another build of the file calls the lambda once more.
// CHECK-LABEL: void another_build
// CHECK-NOT: fetch_tile
// CHECK: load(k);
__global__ void another_build(const float *A, float *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  auto load = [&](int k) { tile[threadIdx.x] = A[k + threadIdx.x]; };
  for (int k = 0; k < K; k += 64) {
    load(k);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
#ifdef ONCE_MORE
  load(0);
#endif
  C[threadIdx.x] = sum;
}

// For double there is another text.
template <typename T>
__device__ void fetch(T *tile, const T *A, int k) {
  const T value = A[k + threadIdx.x];
  tile[threadIdx.x] = value;
}
template <>
__device__ void fetch<double>(double *tile, const double *A, int k) {
  const double value = A[k + 63 - threadIdx.x];
  tile[threadIdx.x] = value;
}
// CHECK-LABEL: void of_two_types
// CHECK-NOT: fetch_tile
// CHECK: fetch(tile, A, k);
template <typename T>
__global__ void of_two_types(const T *A, T *C, int K) {
  __shared__ T tile[64];
  T sum = 0;
  for (int k = 0; k < K; k += 64) {
    fetch(tile, A, k);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void of_two_types<float>(const float *, float *, int);

// What the function calls has one meaning where the function stands, and a
// better match where the kernel stands.
__device__ float scaled(double value) { return float(value) * 2.0f; }
__device__ void load_scaled(float *tile, const float *A, int k) {
  const float value = A[k + threadIdx.x];
  tile[threadIdx.x] = scaled(value);
}
__device__ float scaled(float value) { return value * 3.0f; }
// CHECK-LABEL: void sees_more
// CHECK-NOT: fetch_tile
// CHECK: load_scaled(tile, A, k);
__global__ void sees_more(const float *A, float *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    load_scaled(tile, A, k);
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = scaled(sum);
}

// The T of the function is not the T of the kernel.
template <typename T>
__device__ void load_cut(float *tile, const float *A, T k) {
  tile[threadIdx.x] = A[k + threadIdx.x];
}
// CHECK-LABEL: void another_type
// CHECK-NOT: fetch_tile
// CHECK: load_cut(tile, A, short(k));
template <typename T> __global__ void another_type(const float *A, T *C, int K) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    load_cut(tile, A, short(k));
    __syncthreads();
    sum += tile[63 - threadIdx.x];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
template __global__ void another_type<float>(const float *, float *, int);

// Both texts declare 'at', and the second one's other names stay what they are.
// CHECK-LABEL: void two_texts
// CHECK: auto fetch_tile
// CHECK: const int at = k + threadIdx.x;
// CHECK: const int base = at;
__global__ void two_texts(const float *A, const float *B, float *C, int K,
                          int at) {
  __shared__ float first[64], second[64];
  float sum = 0.0f;
  auto load_first = [&](int k) {
    const int at = k + threadIdx.x;
    first[threadIdx.x] = A[at];
  };
  auto load_second = [&](int k) {
    const int base = at;
    second[threadIdx.x] = B[base + k + threadIdx.x];
  };
  for (int k = 0; k < K; k += 64) {
    load_first(k);
    load_second(k);
    __syncthreads();
    sum += first[63 - threadIdx.x] * second[threadIdx.x ^ 1];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
