// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Neighbouring bytes are no race; the same byte is one.

__global__ void racy(const unsigned char *in, unsigned char *out) {
  __shared__ unsigned char row[256];
  const int t = threadIdx.x;
  row[t & 254] = in[t];  // hazard
  __syncthreads();
  out[t] = row[t & 254];
}

__global__ void right(const unsigned char *in, unsigned char *out) {
  __shared__ unsigned char row[256];
  const int t = threadIdx.x;
  row[t] = in[t];
  __syncthreads();
  out[t] = row[t & 254];
}

void run(const unsigned char *in, unsigned char *out) {
  racy<<<1, 256>>>(in, out);
  right<<<1, 256>>>(in, out);
}
