// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same copies as PTX.

__global__ void racy(const float *in, float *out, int tiles) {
  __shared__ __align__(16) float ring[2][512];
  const int t = threadIdx.x;
  float sum = 0;
  const unsigned to = (unsigned)__cvta_generic_to_shared(&ring[0][t * 4]);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + t * 4));  // hazard
  asm volatile("cp.async.commit_group;");
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles)
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to + (k + 1) % 2 * 2048), "l"(in + (k + 1) * 512 + t * 4));  // hazard
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 2;");
    __syncthreads();
    for (int i = 0; i < 512; i += 8)
      sum += ring[k % 2][i] * (i ^ t);  // hazard
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

__global__ void right(const float *in, float *out, int tiles) {
  __shared__ __align__(16) float ring[2][512];
  const int t = threadIdx.x;
  float sum = 0;
  const unsigned to = (unsigned)__cvta_generic_to_shared(&ring[0][t * 4]);
  asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(in + t * 4));
  asm volatile("cp.async.commit_group;");
  for (int k = 0; k < tiles; ++k) {
    if (k + 1 < tiles)
      asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to + (k + 1) % 2 * 2048), "l"(in + (k + 1) * 512 + t * 4));
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 1;");
    __syncthreads();
    for (int i = 0; i < 512; i += 8)
      sum += ring[k % 2][i] * (i ^ t);
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum;
}

void run(const float *in, float *out, int tiles) {
  racy<<<8, 128>>>(in, out, tiles);
  right<<<8, 128>>>(in, out, tiles);
}
