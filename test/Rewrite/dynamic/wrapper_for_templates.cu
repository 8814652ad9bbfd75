// cuda-samples' way to give a template its own `extern` array.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single launched
// RUN: %golden cpasync

template <class T> struct SharedMemory {
  __device__ inline operator T *() {
    extern __shared__ int __smem[];
    return (T *)__smem;
  }
  __device__ inline operator const T *() const {
    extern __shared__ int __smem[];
    return (T *)__smem;
  }
};

template <typename T>
__global__ void correlate(const T *__restrict__ in, T *__restrict__ out,
                          int n) {
  T *sdata = SharedMemory<T>();
  const unsigned t = threadIdx.x;
  T sum = 0;
  for (int i = 0; i < n; i += blockDim.x) {
    sdata[t] = in[i + t];
    __syncthreads();
    for (unsigned s = 0; s < blockDim.x; ++s)
      sum += sdata[s] * sdata[t ^ s];
    __syncthreads();
  }

  // The last tile is still there. The sum of the block.
  if (n > 0)
    sum += sdata[t];
  sdata[t] = sum;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (t < s)
      sdata[t] += sdata[t + s];
    __syncthreads();
  }
  out[t] = sum + sdata[0];
}

void launch(const float *A, float *C, int K) {
  const int threads = 64, smem_size = threads * sizeof(float);
  correlate<float><<<1, threads, smem_size>>>(A, C, K);
}
