// Nobody gives the block, but with one of the likely ones there is no hazard: the sides
// of tiles, constants that are named for it.
//
// RUN: cuda-pipeline-check %s | FileCheck %s

__global__ void transposed(const float *in, float *out, int n) {
  __shared__ float tile[32][33];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * n + x];
  __syncthreads();
  out[y * n + x] = tile[x][y];
}
// CHECK: CLEAN: 'transposed' with blocks of 32x32:

const int THREADS_OF_A_BLOCK = 96;
__global__ void reversed(const float *in, float *out) {
  __shared__ float row[THREADS_OF_A_BLOCK * 2];
  const int t = threadIdx.x;
  row[t] = in[t];
  row[t + THREADS_OF_A_BLOCK] = in[t + THREADS_OF_A_BLOCK];
  __syncthreads();
  out[t] = row[2 * THREADS_OF_A_BLOCK - 1 - t];
}
// CHECK: CLEAN: 'reversed' with blocks of 96:
