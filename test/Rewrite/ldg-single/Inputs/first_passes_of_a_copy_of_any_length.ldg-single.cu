// How often a thread copies only the launch knows. The first passes go ahead, in
// registers; the others, of a small block, load where they stand.
//

// A tile has up to 16 rows of d floats.
__global__ void rows(const float *__restrict__ A, float *__restrict__ C, int n,
                     int d) {
  __shared__ float tile[16 * 8];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_tile[8];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    const int len = min(16, n - k);
#pragma unroll
    for (int pass = 0; pass < 8; ++pass) {
      const int i = t + pass * blockDim.x;
      if (i < len * d)
        next_tile[pass] = A[k * d + i];
    }
  };

  // Prologue: the first tile.
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 16) {
    const int len = min(16, n - k);
    // Of several passes each.
    #pragma unroll
    for (int pass = 0; pass < 8; ++pass) {
      const int i = t + pass * blockDim.x;
      if (i < len * d)
        tile[i] = next_tile[pass];
    }
    // Behind the first 8 passes: loaded in place.
    for (int i = t + 8 * blockDim.x; i < len * d; i += blockDim.x)
      tile[i] = A[k * d + i];
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 16 < n)
      fetch_tile(k + 16);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

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

  // The next tile, in registers.
  float4 next_tile4[8];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
#pragma unroll
    for (int pass = 0; pass < 8; ++pass) {
      const int i = t + pass * threads;
      if (i < 16 * d4) {
        const bool in = k + i / d4 < n;
        if (in)
          next_tile4[pass] = A4[k * d4 + i];
      }
    }
  };

  // Prologue: the first tile.
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 16) {
    #pragma unroll
    for (int pass = 0; pass < 8; ++pass) {
      const int i = t + pass * threads;
      if (i < 16 * d4) {
        const bool in = k + i / d4 < n;
        tile4[i] = in ? next_tile4[pass] : zero;
      }
    }
    // Behind the first 8 passes: loaded in place.
#pragma unroll 2
    for (int i = t + 8 * threads; i < 16 * d4; i += threads) {
      const bool in = k + i / d4 < n;
      tile4[i] = in ? A4[k * d4 + i] : zero;
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 16 < n)
      fetch_tile(k + 16);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

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

  // The next tile, in registers.
  float next_tile[8];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
#pragma unroll
    for (int p = 0; p < 8; ++p) {
      if (p < share) {
        int e = t + p * blockDim.x;
        int r = e / 8, c = e % 8;
        if (k + r < n)
          next_tile[p] = A[(k + r) * 8 + c];
      }
    }
  };

  // Prologue: the first tile.
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 16) {
    #pragma unroll
    for (int p = 0; p < 8; ++p) {
      if (p < share) {
        int e = t + p * blockDim.x;
        int r = e / 8, c = e % 8;
        if (k + r < n)
          tile[r][c] = next_tile[p] * 0.5f;
      }
    }
    // Behind the first 8 passes: loaded in place.
    for (int p = 8; p < share; p++) {
      int e = t + p * blockDim.x;
      int r = e / 8, c = e % 8;
      if (k + r < n)
        tile[r][c] = A[(k + r) * 8 + c] * 0.5f;
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 16 < n)
      fetch_tile(k + 16);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

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

  // The next tile, in registers.
  float next_tile[8];

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    const float *from = A + k * d;
    int count = min(16, n - k) * d;
#pragma unroll
    for (int pass = 0; pass < 8; ++pass) {
      const int i = threadIdx.x + pass * blockDim.x;
      if (i < count)
        next_tile[pass] = from[i];
    }
  };

  // Prologue: the first tile.
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 16) {
    const float *from = A + k * d;
    int count = min(16, n - k) * d;
    #pragma unroll
    for (int pass = 0; pass < 8; ++pass) {
      const int i = threadIdx.x + pass * blockDim.x;
      if (i < count)
        tile[i] = next_tile[pass] + 1.0f;
    }
    // Behind the first 8 passes: loaded in place.
    for (int i = threadIdx.x + 8 * blockDim.x; i < count; i += blockDim.x)
      tile[i] = from[i] + 1.0f;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 16 < n)
      fetch_tile(k + 16);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

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
