// Split-K with a reduction behind the K-loop in an array that was its scratch.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single volume
// RUN: %golden cpasync

__global__ void volume(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ out, int planes, int n) {
  __shared__ float plane[8][8];
  __shared__ float line[8];
  __shared__ float buffer[64];
  const int x = threadIdx.x, y = threadIdx.y, t = y * 8 + x;

  for (int z = blockIdx.x; z < planes; z += gridDim.x) {
    float sum = 0.0f;
    for (int k = 0; k < n; k += 8) {
      plane[y][x] = k + x < n ? A[(z * 8 + y) * n + k + x] : 0.0f;
      if (y == 0)
        line[x] = k + x < n ? B[z * n + k + x] : 0.0f;
      __syncthreads();

      buffer[t] = plane[x][y];
      __syncthreads();
      sum = sum * 0.5f + buffer[63 - t] * line[y] + buffer[t ^ 9];
      __syncthreads();
    }

    buffer[t] = sum;
    for (int s = 32; s > 0; s >>= 1) {
      __syncthreads();
      if (t < s)
        buffer[t] += buffer[t + s];
    }
    __syncthreads();
    out[z * 64 + t] = buffer[0] + sum;
    __syncthreads();
  }
}
