// One array holds a tile that goes on into registers, then another: the loads of
// both are made a trip early, the stores and barriers stay.
//
// RUN: %rewrite_and_run ldg-single,auto columns -DKERNEL=take_turns -DTHREADS=32 -DSTEP=32 -DWHOLE
// RUN: %golden ldg-single

__global__ void take_turns(const float *__restrict__ A,
                           const float *__restrict__ B,
                           float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f, first = 0.0f;
  if (n > 0) {
    // As the loop does, once.
    tile[t] = B[t];
    __syncthreads();
    first = tile[31 - t];
    __syncthreads();
  }
  for (int k = 0; k < n; k += 32) {
    tile[t] = B[k + t];
    __syncthreads();
    const float b = tile[31 - t];
    __syncthreads();

    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[(t + i) % 32] * b;
    __syncthreads();
  }
  out[t] = sum + first;
}
