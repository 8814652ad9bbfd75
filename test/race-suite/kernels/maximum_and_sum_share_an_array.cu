// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The maximum is read before the sums take its place.

__global__ void racy(const float *in, float *out) {
  __shared__ float part[128];
  const int t = threadIdx.x;
  const float x = in[blockIdx.x * 128 + t];
  part[t] = x;
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (t < half)
      part[t] = fmaxf(part[t], part[t + half]);
    __syncthreads();
  }
  const float most = part[0];  // hazard
  part[t] = expf(x - most);  // hazard
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (t < half)
      part[t] += part[t + half];
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = expf(x - most) / part[0];
}

__global__ void right(const float *in, float *out) {
  __shared__ float part[128];
  const int t = threadIdx.x;
  const float x = in[blockIdx.x * 128 + t];
  part[t] = x;
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (t < half)
      part[t] = fmaxf(part[t], part[t + half]);
    __syncthreads();
  }
  const float most = part[0];
  __syncthreads();
  part[t] = expf(x - most);
  __syncthreads();
  for (int half = 64; half > 0; half /= 2) {
    if (t < half)
      part[t] += part[t + half];
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = expf(x - most) / part[0];
}

void run(const float *in, float *out) {
  racy<<<64, 128>>>(in, out);
  right<<<64, 128>>>(in, out);
}
