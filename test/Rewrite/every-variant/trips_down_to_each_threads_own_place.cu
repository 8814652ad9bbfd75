// Each thread counts down to where it began, and makes as many trips as the others.
//
// RUN: %rewrite_and_run cpasync,ldg columns -DKERNEL=recurrent_back -DTHREADS=64 -DSTEP=1 -DA_ROWS=64 -DB_ROWS=64
__device__ int place(int n, int c) { return n * c; }

__global__ void recurrent_back(const float *__restrict__ A, const float *__restrict__ B,
                               float *__restrict__ out, int n) {
  __shared__ float key[64], gate[64];
  const int i = threadIdx.x, c = blockDim.x;
  const int first = place(blockIdx.x, c) + i, last = first + (n - 1) * c;
  float state = 0, sum = 0;
  for (int t = last; t >= first; t -= c) {
    __syncthreads();
    key[i] = A[t];
    gate[i] = B[t];
    __syncthreads();
    for (int j = 0; j < 64; ++j) {
      state = state * 0.5f + key[j] * gate[i ^ 1];
      sum += state * gate[j];
    }
  }
  out[i] = sum;
}
