// cuda-samples' way to give a template its own `extern` array.
//

#include <cuda_pipeline.h>

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

  // The launch gives dynamic shared memory for two stages.
  unsigned stage_size;
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(stage_size));
  stage_size = stage_size / (2 * 16) * 16 / sizeof(T);
  auto *const sdata_stages = sdata;

  // What cp.async cannot copy is stored at once.
  constexpr bool async_copies =
      sizeof(T) == alignof(T) && sizeof(T) >= 4 && sizeof(T) <= 16;

  // Starts the copy of one tile into a stage.
  auto load_tile = [&](int stage, int i) {
    auto *sdata = sdata_stages + stage * stage_size;
    if constexpr (async_copies)
      __pipeline_memcpy_async(&sdata[t], &in[i + t], sizeof(T));
    else
      sdata[t] = in[i + t];
  };

  // Prologue: the first tile into stage 0.
  int stage = 0;
  if (n > 0)
    load_tile(stage, 0);
  __pipeline_commit();

  for (int i = 0; i < n; i += blockDim.x) {
    __pipeline_wait_prior(0);
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    const int i_next = i + blockDim.x;
    if (i_next < n)
      load_tile(stage ^ 1, i_next);
    __pipeline_commit();

    auto *sdata = sdata_stages + stage * stage_size;

    for (unsigned s = 0; s < blockDim.x; ++s)
      sum += sdata[s] * sdata[t ^ s];

    stage ^= 1; // This one is free from the next barrier on.
  }
  // All are done with the last tile, and see what others wrote.
  __syncthreads();
  // What follows goes on from the stage of the last tile.
  sdata = sdata_stages + (stage ^ 1) * stage_size;

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
  const int threads = 64, smem_size = 2 * threads * sizeof(float);
  correlate<float><<<1, threads, smem_size>>>(A, C, K);
}
