// Members of an object get wide copies where all builds and instantiations have
// them in the same place, or the numbers that say so are tested.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync %s -o %t.cu 2> %t.err
// RUN: grep -E '^__global__|N == 64|memcpy_async' %t.cu | FileCheck %s
// RUN: FileCheck --check-prefix=WHY %s < %t.err

#ifndef TILE
#define TILE 64
#endif

struct Fixed { float a[64], b[64]; };
struct Chosen {
#ifdef MORE
  float first;
#endif
  float a[64];
};
struct OfMacros { float a[TILE]; };
struct Short { float a[64]; int count; };
template <int N> struct Numbered { float a[N]; };
template <typename T> struct Typed { T a[64]; };
union Either { float a[64]; int b[64]; };
struct Nested { Either either; };
struct Config { struct Tiles { float a[64]; }; };

// CHECK: {{ }}fixed(const
// CHECK-NEXT: memcpy_async(&tile.a[col], &A[k + col], 16);
__global__ void __launch_bounds__(64) fixed(const float *A, float *C, int K) {
  __shared__ Fixed tile;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile.a[t] = A[k + t];
    __syncthreads();
    sum += tile.a[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: {{ }}chosen(const
// CHECK-NEXT: memcpy_async(&tile.a[t], &A[k + t], sizeof(float));
// WHY: 'tile.a' is copied element by element: another build, or another instantiation, may have other members there
__global__ void __launch_bounds__(64) chosen(const float *A, float *C, int K) {
  __shared__ Chosen tile;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile.a[t] = A[k + t];
    __syncthreads();
    sum += tile.a[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: {{ }}of_macros(const
// CHECK-NEXT: memcpy_async(&tile.a[t], &A[k + t], sizeof(float));
// WHY: 'tile.a' is copied element by element: another build, or another instantiation, may have other members there
__global__ void __launch_bounds__(64) of_macros(const float *A, float *C, int K) {
  __shared__ OfMacros tile;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile.a[t] = A[k + t];
    __syncthreads();
    sum += tile.a[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: {{ }}too_short(const
// CHECK-NEXT: memcpy_async(&tile.a[t], &A[k + t], sizeof(float));
// WHY: 'tile.a' is copied element by element: its object is no multiple of 16 bytes long
__global__ void __launch_bounds__(64) too_short(const float *A, float *C, int K) {
  __shared__ Short tile;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile.a[t] = A[k + t];
    __syncthreads();
    sum += tile.a[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: {{ }}numbered(const
// CHECK-NEXT: N == 64 && sizeof(Numbered<N>) == 256 &&
// CHECK-NEXT: memcpy_async(&tile.a[col], &A[k + col], 16);
template <int N>
__global__ void __launch_bounds__(64) numbered(const float *A, float *C, int K) {
  __shared__ Numbered<N> tile;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile.a[t] = A[k + t];
    __syncthreads();
    sum += tile.a[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: {{ }}typed(const
// CHECK-NOT: 16);
// WHY: 'tile.a' is copied element by element: another build, or another instantiation, may have other members there
template <typename T>
__global__ void __launch_bounds__(64) typed(const T *A, T *C, int K) {
  __shared__ Typed<T> tile;
  const int t = threadIdx.x;
  T sum = 0;
  for (int k = 0; k < K; k += 64) {
    tile.a[t] = A[k + t];
    __syncthreads();
    sum += tile.a[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: {{ }}of_a_parameter(const
// CHECK-NOT: 16);
// WHY: 'tile.a' is copied element by element: another build, or another instantiation, may have other members there
template <typename Of>
__global__ void __launch_bounds__(64) of_a_parameter(const float *A, float *C, int K) {
  __shared__ typename Of::Tiles tile;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile.a[t] = A[k + t];
    __syncthreads();
    sum += tile.a[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: {{ }}of_a_union(const
// CHECK-NOT: 16);
// WHY: 'tile.a' is copied element by element: a tile of this kind
__global__ void __launch_bounds__(64) of_a_union(const float *A, float *C, int K) {
  __shared__ Either tile;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile.a[t] = A[k + t];
    __syncthreads();
    sum += tile.a[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: {{ }}of_a_union_in_an_object(const
// CHECK-NOT: 16);
// WHY: 'tile.either.a' is copied element by element: an object of this kind
__global__ void __launch_bounds__(64) of_a_union_in_an_object(const float *A, float *C, int K) {
  __shared__ Nested tile;
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile.either.a[t] = A[k + t];
    __syncthreads();
    sum += tile.either.a[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

template __global__ void numbered<64>(const float *, float *, int);
template __global__ void typed<float>(const float *, float *, int);
template __global__ void of_a_parameter<Config>(const float *, float *, int);
