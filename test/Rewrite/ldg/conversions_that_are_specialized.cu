// A conversion to the type of the tile that has a body for some types only. Which one
// is called, an instantiation in another file says; none of them does more than
// compute.
//
// RUN: %rewrite_and_run ldg,ldg-single specialized
// RUN: %golden ldg

template <typename T> __device__ T made_of(float v);
template <> __device__ float made_of<float>(float v) { return v * 0.5f; }
template <> __device__ double made_of<double>(float v) { return v + 0.125; }

template <typename T>
__global__ void converts(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ T tile[64];
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) {
    tile[threadIdx.x] = made_of<T>(A[k * 64 + threadIdx.x]);
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (threadIdx.x + 1);
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}
