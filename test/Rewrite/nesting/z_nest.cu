// A loop over planes around one over halves around the K-loop, which walks on
// through memory with a pointer that never goes back.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single volume

__global__ void volume(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ out, int planes, int n) {
  __shared__ float plane[8][8];
  __shared__ float line[8];
  __shared__ float mixed[8][8];
  const int x = threadIdx.x, y = threadIdx.y;

  for (int z = blockIdx.x; z < planes; z += gridDim.x) {
    const float *row = A + (z * 8 + y) * n;
    float sum = 0.0f;
    for (int half = 0; half < 2; ++half) {
      const int end = half == 0 ? n / 2 : n;
      for (int k = half == 0 ? 0 : n / 2; k < end; k += 8) {
        plane[y][x] = k + x < end ? row[k + x] : 0.0f;
        if (y == 0)
          line[x] = k + x < end ? B[z * n + k + x] : 0.0f;
        __syncthreads();

        mixed[x][y] = plane[y][x] * line[7 - x];
        __syncthreads();

#pragma unroll
        for (int i = 0; i < 8; ++i)
          sum += mixed[y][i] * plane[i][x];
        __syncthreads();
      }
      sum *= 0.5f;
    }
    out[z * 64 + y * 8 + x] = sum;
  }
}
