// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ldmatrix reads rows that all threads stored.

__global__ void racy(const unsigned *in, unsigned *out) {
  __shared__ __align__(16) unsigned tile[32 * 16];
  const int t = threadIdx.x;
  for (int i = t; i < 512; i += 128)
    tile[i] = in[i];  // hazard
  unsigned a, b, c, d;
  const unsigned from = (unsigned)__cvta_generic_to_shared(&tile[t % 32 * 16]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(from));  // hazard
  out[t] = a + b + c + d;
}

__global__ void right(const unsigned *in, unsigned *out) {
  __shared__ __align__(16) unsigned tile[32 * 16];
  const int t = threadIdx.x;
  for (int i = t; i < 512; i += 128)
    tile[i] = in[i];
  __syncthreads();
  unsigned a, b, c, d;
  const unsigned from = (unsigned)__cvta_generic_to_shared(&tile[t % 32 * 16]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(from));
  out[t] = a + b + c + d;
}

void run(const unsigned *in, unsigned *out) {
  racy<<<1, 128>>>(in, out);
  right<<<1, 128>>>(in, out);
}
