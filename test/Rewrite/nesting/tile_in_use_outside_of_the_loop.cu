// Two K-loops have the same tiles: both see one pair of stages. Behind a loop the
// tile's name goes on from the last stage.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single shared_tiles
// RUN: %golden cpasync
// RUN: %golden ldg

#define T 16

// C = A * B, then D = A * B2 with another depth, tile by tile.
__global__ void fused(const float *__restrict__ A, const float *__restrict__ B,
                      const float *__restrict__ B2, float *C, float *D, int N,
                      int K1, int K2) {
  __shared__ float As[T][T], Bs[T][T + 1];
  const int tx = threadIdx.x, ty = threadIdx.y;

  for (int tile = blockIdx.x; tile < N / T * (N / T); tile += gridDim.x) {
    const int row = tile / (N / T) * T + ty, col = tile % (N / T) * T + tx;

    float c = 0.0f;
    for (int k = 0; k < K1; k += T) {
      As[ty][tx] = A[row * 80 + k + tx];
      Bs[ty][tx] = B[(k + ty) * N + col];
      __syncthreads();

      for (int i = 0; i < T; ++i)
        c += As[ty][i] * Bs[i][tx];
      __syncthreads();
    }
    C[row * N + col] = c;

    float d = 0.0f;
    for (int k = 0; k < K2; k += T) {
      As[ty][tx] = A[row * 80 + k + tx];
      Bs[ty][tx] = B2[(k + ty) * N + col];
      __syncthreads();

      for (int i = 0; i < T; ++i)
        d += As[ty][i] * Bs[i][tx];
      __syncthreads();
    }
    D[row * N + col] = d;
  }
}

// The last tile counts twice, then the tile is where the threads' sums meet.
__global__ void dot(const float *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  A += blockIdx.x * n;

  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();

    for (int i = 0; i < 64; ++i)
      sum += tile[i] * ((i + t) % 7);
    __syncthreads();
  }

  const float last = tile[63 - t];
  __syncthreads();
  tile[t] = sum + last;
  __syncthreads();
  for (int stride = 32; stride > 0; stride /= 2) {
    if (t < stride)
      tile[t] += tile[t + stride];
    __syncthreads();
  }
  if (t == 0)
    C[blockIdx.x] = tile[0];
}
