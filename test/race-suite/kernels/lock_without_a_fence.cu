// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a lock guards is ordered by fences around it.

__global__ void racy(const float *in, float *out) {
  __shared__ int lock;
  __shared__ float sum;
  const int t = threadIdx.x;
  if (t == 0) {
    lock = 0;
    sum = 0;
  }
  __syncthreads();
  if (t % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    sum += in[t];  // hazard
    atomicExch(&lock, 0);
  }
  __syncthreads();
  if (t == 0)
    *out = sum;
}

__global__ void right(const float *in, float *out) {
  __shared__ int lock;
  __shared__ float sum;
  const int t = threadIdx.x;
  if (t == 0) {
    lock = 0;
    sum = 0;
  }
  __syncthreads();
  if (t % 32 == 0) {
    while (atomicCAS(&lock, 0, 1) != 0) {
    }
    __threadfence_block();
    sum += in[t];
    __threadfence_block();
    atomicExch(&lock, 0);
  }
  __syncthreads();
  if (t == 0)
    *out = sum;
}

void run(const float *in, float *out) {
  racy<<<1, 256>>>(in, out);
  right<<<1, 256>>>(in, out);
}
