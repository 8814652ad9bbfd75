// What is a scratch array of the first loop is a tile of the second, and the
// other way round. The first loop's tile and the second's have one buffer only,
// so neither loop takes a second stage.
//
// RUN: %rewrite_and_run ldg-single volume

__global__ void volume(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ out, int planes, int n) {
  __shared__ float one[8][8];
  __shared__ float two[8][8];
  const int x = threadIdx.x, y = threadIdx.y;
  float sum = 0.0f;

  for (int z = blockIdx.x; z < planes; z += gridDim.x) {
    for (int k = 0; k < n; k += 8) {
      one[y][x] = k + x < n ? A[(z * 8 + y) * n + k + x] : 0.0f;
      __syncthreads();
      two[x][y] = one[y][x] + one[7 - x][y];
      __syncthreads();
      for (int i = 0; i < 8; ++i)
        sum += two[y][i] * one[i][x];
      __syncthreads();
    }
    for (int k = 0; k < n; k += 8) {
      two[y][x] = k + x < n ? A[(z * 8 + y) * n + k + x] * B[z * n + k + x] : 0.0f;
      __syncthreads();
      one[x][y] = two[y][x] - two[7 - x][y];
      __syncthreads();
      for (int i = 0; i < 8; ++i)
        sum += one[y][i] * two[i][x];
      __syncthreads();
    }
    out[z * 64 + y * 8 + x] = sum;
  }
}
