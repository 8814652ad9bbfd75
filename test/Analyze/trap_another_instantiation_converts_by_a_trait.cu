// With float, the trait names the tile's own type. Another file may
// instantiate the kernel with a type of which it names another.
//
// RUN: %never_wrong --driver=launch
// RUN: cuda-pipeline-rewrite --variant=ldg --quiet -o - %s | FileCheck %s
// CHECK: auto fetch_tile

template <typename T> struct Stored {
  using Type = T;
};
template <> struct Stored<float> {
  using Type = float;
};
template <> struct Stored<int> {
  using Type = float;
};

template <typename T>
__global__ void trap(const typename Stored<T>::Type *A, float *C, int K) {
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
