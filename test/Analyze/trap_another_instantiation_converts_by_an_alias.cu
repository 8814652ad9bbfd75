// As a trait's member, through an alias template.
//
// RUN: %never_wrong --driver=launch
// RUN: cuda-pipeline-rewrite --variant=ldg --quiet -o - %s | FileCheck %s
// CHECK: auto fetch_tile

template <bool First, typename T, typename U> struct Choose {
  using Type = T;
};
template <typename T, typename U> struct Choose<false, T, U> {
  using Type = U;
};
template <typename T>
using Loaded = typename Choose<(T(1) / 2 > 0), T, float>::Type;

template <typename T>
__global__ void trap(const Loaded<T> *A, float *C, int K) {
  __shared__ T tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += static_cast<float>(tile[i]) * (i + t);
    __syncthreads();
  }
  C[t] = sum;
}

template __global__ void trap<float>(const float *, float *, int);

#ifdef CUDAPIPE_EXECUTOR // in another file
void launch(const float *A, float *C, int K) {
  trap<int><<<1, 64>>>(A, C, K);
}
#endif
