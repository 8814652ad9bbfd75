// Threads walk over the tile by a flat index that is split into row and column:
// different indices are different elements, whatever the shape of the tile.
//
// RUN: %rewrite_and_run cpasync columns -DKERNEL=row_of_index -DTHREADS=32 -DSTEP=192
// RUN: %rewrite_and_run cpasync columns -DKERNEL=padded -DTHREADS=32 -DSTEP=192
// RUN: %rewrite_and_run cpasync columns -DKERNEL=transposed -DTHREADS=32 -DSTEP=192
// RUN: %rewrite_and_run cpasync columns -DKERNEL=vectors -DTHREADS=32 -DSTEP=192 -DWHOLE
// RUN: %rewrite_and_run cpasync columns "-DKERNEL=panels<24, 8>" -DTHREADS=32 -DSTEP=192

// The row comes from the index of the load.
__global__ void row_of_index(const float *__restrict__ A,
                             const float *__restrict__ B,
                             float *__restrict__ out, int n) {
  __shared__ float As[8][24];
  const int tid = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 192) {
    for (int i = 0; i < 6; ++i)
      As[(i * 32 + tid) / 24][(i * 32 + tid) % 24] =
          k + i * 32 + tid < n ? A[k + i * 32 + tid] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 24; ++i)
      sum = sum * 0.5f + As[tid % 8][i];
    __syncthreads();
  }
  out[tid] = sum;
}

// Rows in a flat array, with a word between them.
__global__ void padded(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ out, int n) {
  __shared__ float As[12 * 17];
  const int tid = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 192) {
#pragma unroll
    for (int i = 0; i < 192 / 32; ++i) {
      const int e = tid + i * 32;
      const int r = e / 16, c = e % 16;
      As[r * 17 + c] = k + e < n ? A[k + e] : 0.0f;
    }
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum = sum * 0.5f + As[tid % 12 * 17 + i];
    __syncthreads();
  }
  out[tid] = sum;
}

// The remainder selects the row.
__global__ void transposed(const float *__restrict__ A,
                           const float *__restrict__ B,
                           float *__restrict__ out, int n) {
  __shared__ float Bs[24][8];
  const int tid = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 192) {
    for (int pass = 0; pass < 6; pass++) {
      int e = pass * 32 + tid;
      Bs[e % 24][e / 24] = k + e < n ? B[k + e] : 0.0f;
    }
    __syncthreads();
    for (int i = 0; i < 24; ++i)
      sum = sum * 0.5f + Bs[i][tid % 8];
    __syncthreads();
  }
  out[tid] = sum;
}

// Four elements at a time: e / 4 would not do, but e goes in steps of 128.
__global__ void vectors(const float *__restrict__ A, const float *__restrict__ B,
                        float *__restrict__ out, int n) {
  __shared__ alignas(16) float As[16][24];
  const int tid = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 192) {
    for (int i = 0; i < 3; ++i) {
      const int e = (tid + i * 32) * 4;
      *reinterpret_cast<float4 *>(&As[e / 24][e % 24]) =
          *reinterpret_cast<const float4 *>(&A[k + e % 192]);
    }
    __syncthreads();
    for (int i = 0; i < 24; ++i)
      sum = sum * 0.5f + As[tid % 16][i];
    __syncthreads();
  }
  out[tid] = sum;
}

// The shape is a template argument.
template <int W, int H>
__global__ void panels(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ out, int n) {
  __shared__ float As[H][W], Bs[H * W];
  const int tid = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += W * H) {
    for (int i = 0; i < 6; ++i) {
      const int e = tid + i * 32;
      As[e / W][e % W] = k + e < n ? A[k + e] : 0.0f;
      Bs[e / H * H + e % H] = k + e < n ? B[k + e] : 0.0f;
    }
    __syncthreads();
    for (int i = 0; i < W; ++i)
      sum = sum * 0.5f + As[tid % H][i] * Bs[i * H + tid % H];
    __syncthreads();
  }
  out[tid] = sum;
}
