// How often a thread copies only the launch knows. The first passes go ahead, in
// registers; the others, of a small block, load where they stand.
//
// RUN: %rewrite_and_run ldg-single short_tiles
// RUN: %golden ldg-single
// RUN: %rewrite_and_run auto short_tiles

// A tile has up to 16 rows of d floats.
__global__ void rows(const float *__restrict__ A, float *__restrict__ C, int n,
                     int d) {
  __shared__ float tile[16 * 8];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 16) {
    const int len = min(16, n - k);
    // Of several passes each.
    for (int i = t; i < len * d; i += blockDim.x)
      tile[i] = A[k * d + i];
    __syncthreads();
    for (int i = 0; i < len * d; ++i)
      sum += tile[i] * (t + i + 1);
    __syncthreads();
  }
  for (int c = t; c < 64; c += blockDim.x)
    C[c] = sum;
}

// Threads of any number copy vectors; a row that is missing is a zero.
__global__ void vectors(const float *__restrict__ A, float *__restrict__ C,
                        int n, int d) {
  __shared__ __align__(16) float tile[16 * 8];
  const int d4 = d / 4;
  const int threads = blockDim.x * blockDim.y;
  const int t = threadIdx.y * blockDim.x + threadIdx.x;
  const float4 *A4 = reinterpret_cast<const float4 *>(A);
  float4 *tile4 = reinterpret_cast<float4 *>(tile);
  const float4 zero = {0.0f, 0.0f, 0.0f, 0.0f};
  float sum = 0.0f;
  for (int k = 0; k < n; k += 16) {
#pragma unroll 2
    for (int i = t; i < 16 * d4; i += threads) {
      const bool in = k + i / d4 < n;
      tile4[i] = in ? A4[k * d4 + i] : zero;
    }
    __syncthreads();
    for (int i = 0; i < 16 * d; ++i)
      sum += tile[i] * (t + i + 1);
    __syncthreads();
  }
  for (int c = t; c < 64; c += threads)
    C[c] = sum;
}

// Each thread has its share, and the last rows are left out.
__global__ void shares(const float *__restrict__ A, float *__restrict__ C,
                       int n) {
  __shared__ float tile[16][8];
  const int t = threadIdx.x;
  const int share = 16 * 8 / blockDim.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 16) {
    for (int p = 0; p < share; p++) {
      int e = t + p * blockDim.x;
      int r = e / 8, c = e % 8;
      if (k + r < n)
        tile[r][c] = A[(k + r) * 8 + c] * 0.5f;
    }
    __syncthreads();
    for (int r = 0; r < 16; ++r)
      if (k + r < n)
        sum += tile[r][t % 8] * (r + 1);
    __syncthreads();
  }
  for (int c = t; c < 64; c += blockDim.x)
    C[c] = sum;
}

__device__ void load(float *to, const float *from, int count) {
  for (int i = threadIdx.x; i < count; i += blockDim.x)
    to[i] = from[i] + 1.0f;
}

// A function copies; the text of the call stands in the loop then.
__global__ void called(const float *__restrict__ A, float *__restrict__ C,
                       int n, int d) {
  __shared__ float tile[16 * 8];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 16) {
    load(tile, A + k * d, min(16, n - k) * d);
    __syncthreads();
    for (int i = 0; i < min(16, n - k) * d; ++i)
      sum += tile[i] * (t + i + 1);
    __syncthreads();
  }
  for (int c = t; c < 64; c += blockDim.x)
    C[c] = sum;
}

void launch(const float *A, float *C, int n) {
  rows<<<1, 4>>>(A, C, n, 8);
  rows<<<1, 24>>>(A, C + 64, n, 7);
  rows<<<1, 160>>>(A, C + 128, n, 8);
  vectors<<<1, dim3(3, 1)>>>(A, C + 192, n, 8);
  vectors<<<1, dim3(4, 5)>>>(A, C + 256, n, 4);
  shares<<<1, 8>>>(A, C + 320, n);
  shares<<<1, 32>>>(A, C + 384, n);
  called<<<1, 9>>>(A, C + 448, n, 8);
  called<<<1, 64>>>(A, C + 512, n, 5);
}
