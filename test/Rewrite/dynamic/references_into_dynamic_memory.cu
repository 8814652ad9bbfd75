// References to arrays in dynamic memory, and to a struct in it, are set in
// front of the loop. Each trip sets them for its stage.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single launched_gemm \
// RUN:   -DBLOCK_M=32 -DBLOCK_N=32 -DBLOCK_K=32 -DRAGGED -DUSE=0
// RUN: %rewrite_and_run cpasync,ldg,ldg-single launched_gemm \
// RUN:   -DBLOCK_M=32 -DBLOCK_N=32 -DBLOCK_K=32 -DRAGGED -DUSE=1
// RUN: %rewrite_and_run cpasync,ldg,ldg-single launched_gemm \
// RUN:   -DBLOCK_M=32 -DBLOCK_N=32 -DBLOCK_K=32 -DRAGGED -DUSE=2
// RUN: %rewrite_and_run cpasync launched_gemm --widen=auto \
// RUN:   -DBLOCK_M=32 -DBLOCK_N=32 -DBLOCK_K=32 -DRAGGED -DUSE=0
// RUN: %golden cpasync

constexpr int T = 32;

struct Tiles {
  float a[T][T];
  float b[T][T];
};

__global__ void by_arrays(const float *__restrict__ A,
                          const float *__restrict__ B, float *__restrict__ C,
                          int M, int N, int K) {
  extern __shared__ float smem[];
  // The tiles, as arrays of rows.
  float (&As)[T][T] = *reinterpret_cast<float (*)[T][T]>(smem);
  auto &Bs = *reinterpret_cast<float (*)[T][T]>(smem + T * T);
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;

  float acc = 0.0f;
  for (int k0 = 0; k0 < K; k0 += T) {
    As[ty][tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.0f;
    Bs[ty][tx] = k0 + ty < K && col < N ? B[(k0 + ty) * N + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < T; ++k)
      acc += As[ty][k] * Bs[k][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = acc;
}

__global__ void by_struct(const float *__restrict__ A,
                          const float *__restrict__ B, float *__restrict__ C,
                          int M, int N, int K) {
  extern __shared__ char bytes[];
  Tiles &tiles = *reinterpret_cast<Tiles *>(bytes);
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;

  float acc = 0.0f;
  for (int k0 = 0; k0 < K; k0 += T) {
    tiles.a[ty][tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.0f;
    tiles.b[ty][tx] = k0 + ty < K && col < N ? B[(k0 + ty) * N + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < T; ++k)
      acc += tiles.a[ty][k] * tiles.b[k][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = acc;
}

// A row of the struct has a pointer of its own.
__global__ void by_row(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int M, int N, int K) {
  extern __shared__ Tiles both[];
  Tiles &tiles = both[0];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * T + ty, col = blockIdx.x * T + tx;
  const float *a_row = tiles.a[ty];

  float acc = 0.0f;
  for (int k0 = 0; k0 < K; k0 += T) {
    tiles.a[ty][tx] = row < M && k0 + tx < K ? A[row * K + k0 + tx] : 0.0f;
    tiles.b[ty][tx] = k0 + ty < K && col < N ? B[(k0 + ty) * N + col] : 0.0f;
    __syncthreads();
    for (int k = 0; k < T; ++k)
      acc += a_row[k] * tiles.b[k][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = acc;
}

#ifndef USE
#define USE 0
#endif

void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  const dim3 grid((N + T - 1) / T, (M + T - 1) / T), block(T, T);
  const size_t bytes = sizeof(Tiles);
  if (USE == 0)
    by_arrays<<<grid, block, bytes>>>(A, B, C, M, N, K);
  else if (USE == 1)
    by_struct<<<grid, block, bytes>>>(A, B, C, M, N, K);
  else
    by_row<<<grid, block, bytes>>>(A, B, C, M, N, K);
}
