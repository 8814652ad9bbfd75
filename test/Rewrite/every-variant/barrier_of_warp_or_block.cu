// A kernel for blocks of one warp and of more: the barrier of the block stands for
// both.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DPADDED "-DKERNELS=narrow,wide,by_argument"
// RUN: %golden cpasync

template <int THREADS>
__device__ float weight(int i) { return i % THREADS; }

template <int THREADS>
__global__ void summed(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    if constexpr (THREADS <= 32) {
      __syncwarp();
    } else {
      __syncthreads();
    }
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t) + weight<THREADS>(i);
    if (THREADS > 32)
      __syncthreads();
    else
      __syncwarp();
  }
  out[t] = sum;
}
#define narrow summed<32>
#define wide summed<64>

__global__ void by_argument(const float *A, float *out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    if (blockDim.x <= 32)
      __syncwarp();
    else
      __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}
