// cp.async is for functions that copy. One that stores what it is given leaves the load
// to the loop: that may wait in registers, and auto takes these.
//
// RUN: cuda-pipeline-rewrite %s --explain 2>&1 | FileCheck %s
// CHECK: K-loop in 'unpack' pipelined: ldg, 2 stages
// CHECK: cpasync, 2 stages - copy-not-async
// CHECK: K-loop in 'copied' pipelined: cpasync
// CHECK: > a called function makes the copies

__device__ __forceinline__ void widen(unsigned word, float scale, float *to) {
  for (int i = 0; i < 4; ++i)
    to[i] = float((word >> (8 * i)) & 255) * scale;
}

template <typename T>
__device__ __forceinline__ void widen_both(uint2 words, float scale, T *to) {
  widen(words.x, scale, to);
  widen(words.y, scale, to + 4);
}

__global__ void unpack(const unsigned *__restrict__ A, float *__restrict__ out,
                       int K) {
  __shared__ float tile[32 * 32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    for (int i = 0; i < 4; ++i) {
      const uint2 words = *reinterpret_cast<const uint2 *>(
          &A[t * (K / 4) + k / 4 + 2 * i]);
      const float scale = words.x & 1 ? 0.5f : 0.25f;
      float *row = &tile[t * 32];
      widen_both<float>(words, scale, row + 8 * i);
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i * 32 + t] * (i + 1);
    __syncthreads();
  }
  out[t] = sum;
}

__device__ __forceinline__ void copy(const float4 *from, float *to) {
  *reinterpret_cast<float4 *>(to) = *from;
}

__global__ void copied(const float4 *__restrict__ A, float *__restrict__ out,
                       int K) {
  __shared__ float tile[32 * 32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 32) {
    for (int i = 0; i < 8; ++i)
      copy(&A[t * (K / 4) + k / 4 + i], &tile[t * 32 + 4 * i]);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i * 32 + t] * (i + 1);
    __syncthreads();
  }
  out[t] = sum;
}
