// Two K-loops, one after the other, each with tiles of its own; they share one
// scratch array, which the last barrier of the first loop protects.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single volume
// RUN: %golden ldg

__global__ void volume(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ out, int planes, int n) {
  __shared__ float plane[8][8];
  __shared__ float other_plane[8][9];
  __shared__ float mixed[8][8];
  const int x = threadIdx.x, y = threadIdx.y;
  const int last = planes - 1;
  float first = 0.0f, second = 0.0f;

  if (blockIdx.x > 0)
    return;

  for (int k = 0; k < n; k += 8) {
    plane[y][x] = k + x < n ? A[y * n + k + x] : 0.0f;
    __syncthreads();
    mixed[x][y] = plane[y][x] * plane[x][7 - y];
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      first += mixed[y][i] * plane[i][x];
    __syncthreads();
  }
  mixed[y][x] = first;

  for (int k = 0; k < n; k += 8) {
    __syncthreads();
    other_plane[x][y] = k + x < n ? A[(last * 8 + y) * n + k + x] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 8; ++i)
      second += mixed[i][y] * other_plane[x][i];
    second *= B != nullptr ? 0.5f : 1.0f;
  }
  out[y * 8 + x] = first - second;
}
