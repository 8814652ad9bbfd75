// A K-loop in each branch of an if that all threads take alike, in a loop over
// planes.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single volume

__global__ void volume(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ out, int planes, int n) {
  __shared__ float rows[8][8];
  __shared__ float columns[8][8];
  __shared__ float partial[8];
  const int x = threadIdx.x, y = threadIdx.y;

  for (int z = blockIdx.x; z < planes; z += gridDim.x) {
    float sum = B != nullptr ? 0.0f : 1.0f;
    if (z % 2 == 0) {
      for (int k = 0; k < n; k += 8) {
        rows[y][x] = k + x < n ? A[(z * 8 + y) * n + k + x] : 0.0f;
        __syncthreads();
        if (y == 0) {
          partial[x] = 0.0f;
          for (int i = 0; i < 8; ++i)
            partial[x] += rows[i][x];
        }
        __syncthreads();
        sum += partial[y] * rows[x][y];
        __syncthreads();
      }
    } else {
      int k = 0;
      while (k < n) {
        columns[x][y] = k + x < n ? A[(z * 8 + y) * n + k + x] : 0.0f;
        k += 8;
        __syncthreads();
        for (int i = 0; i < 8; ++i)
          sum = sum * 0.5f + columns[i][x];
        __syncthreads();
      }
    }
    if (n > 8)
      out[z * 64 + y * 8 + x] = sum;
  }
}
