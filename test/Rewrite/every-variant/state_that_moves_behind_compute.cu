// Row and column are moved on behind the compute phase, which asks for them: the
// load has its own, and so has each phase what it declares of them.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single walk -DPADDED -DMORE \
// RUN:   "-DKERNELS=folds,declares,by_an_index,behind_a_barrier"
// RUN: %golden cpasync

// Rows of 96 are walked through in tiles of 32.
__global__ void folds(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int row = 0, col = 0;
  for (int trip = 0; trip < (n + 31) / 32; ++trip) {
    tile[t] = A[row * 96 + col + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (row + 2 * col + i);
    __syncthreads();
    // The next one.
    col += 32;
    if (col == 96) {
      col = 0;
      ++row;
    }
  }
  out[t] = sum + row - col;
}

__global__ void declares(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int base = 0, step = 0;
  const float *from = A;
  for (int trip = 0; trip < n / 32; ++trip) {
    const int at = base + step * 32;
    const int own = at + t, last = at + 31;
    tile[t] = from[own];
    __syncthreads();
    sum += last - own + tile[31 - t] * at;
    if (step == 1)
      sum *= 0.5f;
    __syncthreads();
    if (++step == 2) {
      base += 64;
      step = 0;
    }
    if (trip == 3) {
      from = A + 32;
      base -= 32;
    }
  }
  out[t] = sum + base;
}

// Which tile is next is read from memory.
__global__ void by_an_index(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = 0;
  for (int trip = 0; trip < n / 32; ++trip) {
    tile[t] = A[at + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (at + i);
    __syncthreads();
    // Backwards, or on.
    if (A[at] > A[0] && at >= 32)
      at -= 32;
    else
      at = at + 32 < n / 32 * 32 ? at + 32 : 0;
  }
  out[t] = sum + at;
}

__global__ void behind_a_barrier(const float *__restrict__ A,
                                 float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = t, turn = 0;
#pragma unroll 1
  for (int k = 0; k < n; k += 32) {
    __syncthreads();
    tile[t] = A[at];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (turn + i);
    turn = turn == 2 ? 0 : turn + 1;
    at += turn < 3 ? 32 : 64;
  }
  out[t] = sum;
}
