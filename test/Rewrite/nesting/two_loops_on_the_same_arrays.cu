// Two K-loops, one after the other, with the same tiles and the same scratch.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single volume
// RUN: %golden ldg

__global__ void volume(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ out, int planes, int n) {
  __shared__ float plane[8][8];
  __shared__ float line[8];
  __shared__ float mixed[8][8];
  const int x = threadIdx.x, y = threadIdx.y;
  float first = 0.0f, second = 0.0f;

  if (blockIdx.x > 0)
    return;

  for (int k = 0; k < n; k += 8) {
    plane[y][x] = k + x < n ? A[y * n + k + x] : 0.0f;
    if (y == 0)
      line[x] = k + x < n ? B[k + x] : 0.0f;
    __syncthreads();
    mixed[x][y] = plane[y][x] * line[7 - x];
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      first += mixed[y][i] * plane[i][x];
    __syncthreads();
  }

  // The last plane, backwards.
  for (int k = (n - 1) / 8 * 8; k >= 0; k -= 8) {
    plane[y][x] = k + x < n ? A[((planes - 1) * 8 + y) * n + k + x] : 0.0f;
    if (y == 0)
      line[x] = k + x < n ? B[(planes - 1) * n + k + x] : 0.0f;
    __syncthreads();
    mixed[y][x] = plane[x][y] + line[x];
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      second += mixed[i][y] * plane[x][i];
    __syncthreads();
  }
  out[y * 8 + x] = first - second;
}
