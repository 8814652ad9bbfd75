// The trait may name another type in another instantiation: the sizes that it
// has in those of the file are tested.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --force --quiet -o - %s | FileCheck %s

template <typename T> struct Loaded {
  using Type = T;
};

// CHECK-LABEL: void one(
// CHECK: const bool wide_copies =
// CHECK-NEXT: sizeof(V) == 4 &&
// CHECK: __pipeline_memcpy_async(&tile[col], &A[k + col], 16);
template <typename T>
__global__ void one(const typename Loaded<T>::Type *A, float *C, int K) {
  using V = typename Loaded<T>::Type;
  __shared__ V tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  C[t] = sum;
}
template __global__ void one<float>(const float *, float *, int);

// CHECK-LABEL: void two(
// CHECK: constexpr bool async_copies =
// CHECK-NEXT: sizeof(V) == alignof(V) && sizeof(V) >= 4 && sizeof(V) <= 16;
// CHECK: __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(V));
template <typename T>
__global__ void two(const typename Loaded<T>::Type *A, float *C, int K) {
  using V = typename Loaded<T>::Type;
  __shared__ V tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  C[t] = sum;
}
template __global__ void two<float>(const float *, float *, int);
template __global__ void two<double>(const double *, float *, int);
