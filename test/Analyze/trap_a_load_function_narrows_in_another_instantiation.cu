// With int for both, the function takes the index as it is. Another file may
// instantiate the kernel with an index that wraps.
//
// RUN: %never_wrong --driver=launch
// RUN: cuda-pipeline-rewrite --variant=cpasync --quiet -o - %s | FileCheck %s
// CHECK: const I i = k + t;

template <typename I>
__device__ float load(const float *A, I i) {
  return A[i];
}

template <typename I, typename J>
__global__ void trap(const float *A, float *C, J K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (J k = 0; k < K; k += 8) {
    tile[t] = load<I>(A, k + t);
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j] * (j + t);
    __syncthreads();
  }
  C[t] = sum;
}

template __global__ void trap<int, int>(const float *, float *, int);

#ifdef CUDAPIPE_EXECUTOR // in another file
void launch(const float *A, float *C, int K) {
  trap<unsigned char, int><<<1, 64>>>(A, C, K);
}
#endif
