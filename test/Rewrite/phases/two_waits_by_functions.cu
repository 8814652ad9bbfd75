// Keys and values by functions around single instructions, as attention kernels
// have them: the wait for all serves both.
//
// RUN: %rewrite_and_run cpasync,cpasync3,cpasync4 walk -DPADDED -DMORE

#include <cstdint>

#define HALF 16 // keys, or values, of a tile

template <int N> __device__ __forceinline__ void wait_group() {
  asm volatile("cp.async.wait_group %0;\n" ::"n"(N) : "memory");
}
__device__ __forceinline__ void commit() {
  asm volatile("cp.async.commit_group;\n" ::: "memory");
}
__device__ __forceinline__ void copy4(void *to, const void *from) {
  uint32_t address = static_cast<uint32_t>(__cvta_generic_to_shared(to));
  asm volatile("cp.async.ca.shared.global [%0], [%1], 4;\n" ::"r"(address),
               "l"(from)
               : "memory");
}

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float keys[HALF], values[HALF];
  __shared__ float scores[32][HALF];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 2 * HALF) {
    for (int i = t; i < HALF; i += 32)
      copy4(&keys[i], &A[k + i]);
    commit();
    for (int i = t; i < HALF; i += 32)
      copy4(&values[i], &A[k + HALF + i]);
    commit();

    wait_group<1>();
    __syncthreads();
    for (int i = 0; i < HALF; ++i)
      scores[t][i] = keys[i] * (t + 1);

    wait_group<0>();
    __syncthreads();
    for (int i = 0; i < HALF; ++i)
      sum += scores[31 - t][i] * values[i];
    __syncthreads();
  }
  out[t] = sum;
}
