// Compute calls a reduction over the block, which has shared memory and barriers
// of its own.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=layer_norm \
// RUN:   -DTHREADS=64 -DSTEP=64 -DBLOCKS=2
// RUN: FileCheck %s < %t.cpasync.cu

__inline__ __device__ float warp_sum(float v) {
  for (int offset = 16; offset > 0; offset >>= 1)
    v += __shfl_xor_sync(0xffffffff, v, offset);
  return v;
}

__inline__ __device__ float block_sum(float v) {
  static __shared__ float partial[2];
  const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
  v = warp_sum(v);
  if (lane == 0) partial[warp] = v;
  __syncthreads();
  v = partial[0] + partial[1];
  __syncthreads();
  return v;
}

__global__ void layer_norm(const float* __restrict__ x, const float* __restrict__ gamma,
                           float* __restrict__ out, int n) {
  __shared__ float row[64], scale[64];
  const int t = threadIdx.x;
  float result = 0.f;

  for (int k = 0; k < n; k += 64) {
    row[t] = k + t < n ? x[k + t] : 0.f;
    scale[t] = k + t < n ? gamma[k + t] : 0.f;
    __syncthreads();

    const float v = row[63 - t];
    const float mean = block_sum(v) / 64;
    const float variance = block_sum((v - mean) * (v - mean)) / 64;
    result += (v - mean) * rsqrtf(variance + 1e-5f) * scale[63 - t];
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = result;
}

// CHECK: for (int k = 0; k < n; k += 64) {
// CHECK-NEXT: __pipeline_wait_prior(0);
// CHECK-NEXT: __syncthreads();
// CHECK-NOT: __syncthreads();
// CHECK: stage ^= 1;
