// Each thread starts at its own place and goes as far as the others: a step of all
// threads is a column of 64.
//
// RUN: %rewrite_and_run cpasync,ldg columns -DKERNEL=recurrent -DTHREADS=64 -DSTEP=1 -DA_ROWS=64 -DB_ROWS=64
__device__ int columns(int n, int c) { return n * c; }

__global__ void recurrent(const float *__restrict__ A, const float *__restrict__ B,
                          float *__restrict__ out, int n) {
  __shared__ float key[64], gate[64];
  const int i = threadIdx.x, c = blockDim.x;
  float state = 0, sum = 0;
  for (int t = columns(blockIdx.x, c) + i; t < columns(n, c) + i; t += c) {
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
