// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each step of a sorting network reads what the step before stored.

__global__ void racy(float *data) {
  __shared__ float keys[128];
  const int t = threadIdx.x;
  keys[t] = data[blockIdx.x * 128 + t];
  __syncthreads();
  for (int k = 2; k <= 128; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      const int other = t ^ j;
      if (other > t) {
        const float a = keys[t], b = keys[other];  // hazard
        if ((a > b) == ((t & k) == 0)) {
          keys[t] = b;  // hazard
          keys[other] = a;  // hazard
        }
      }
    }
  __syncthreads();
  data[blockIdx.x * 128 + t] = keys[t];
}

__global__ void right(float *data) {
  __shared__ float keys[128];
  const int t = threadIdx.x;
  keys[t] = data[blockIdx.x * 128 + t];
  __syncthreads();
  for (int k = 2; k <= 128; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      const int other = t ^ j;
      if (other > t) {
        const float a = keys[t], b = keys[other];
        if ((a > b) == ((t & k) == 0)) {
          keys[t] = b;
          keys[other] = a;
        }
      }
      __syncthreads();
    }
  data[blockIdx.x * 128 + t] = keys[t];
}

void run(float *data) {
  racy<<<64, 128>>>(data);
  right<<<64, 128>>>(data);
}
