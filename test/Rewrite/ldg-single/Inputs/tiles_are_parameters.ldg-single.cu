// The K-loop is in a device function that gets its tiles from two kernels: they
// have one buffer each. One kernel calls through another function, and reads a
// tile afterwards.
//
//
//
// CHECK: K-loop in 'gemm_body' left alone: {{.*}}: 'As' comes from the caller, who has one buffer of it [tile-used-outside-loop]

#define T 8

static __device__ float gemm_body(const float *__restrict__ A,
                                  const float *__restrict__ B, float *As,
                                  float (*Bs)[T], int row, int col, int N,
                                  int K) {
  float sum = 0.0f;

  // The next tile, in registers.
  float next_As, next_Bs;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_As = A[(row + threadIdx.y) * K + k + threadIdx.x];
    next_Bs = B[(k + threadIdx.y) * N + col + threadIdx.x];
  };

  // Prologue: load the first tile.
  if (K > 0)
    fetch_tile(0);

  for (int k = 0; k < K; k += T) {
    As[threadIdx.y * T + threadIdx.x] = next_As;
    Bs[threadIdx.y][threadIdx.x] = next_Bs;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + T < K)
      fetch_tile(k + T);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < T; ++i)
      sum += As[threadIdx.y * T + i] * Bs[i][threadIdx.x];
    __syncthreads();
  }
  return sum;
}

__device__ inline float product(const float *A, const float *B, float *a,
                                float (&b)[T][T], int N, int K) {
  return gemm_body(A, B, a, b, blockIdx.y * T, blockIdx.x * T, N, K);
}

__global__ void gemm(const float *A, const float *B, float *C, int M, int N,
                     int K) {
  __shared__ float first[T * T];
  __shared__ float second[T][T];
  float sum = product(A, B, first, second, N, K);
  if (K > 0)
    sum += first[(T - 1 - threadIdx.y) * T + threadIdx.x];
  C[(blockIdx.y * T + threadIdx.y) * N + blockIdx.x * T + threadIdx.x] = sum;
}

__global__ void corner(const float *A, const float *B, float *C, int M, int N,
                       int K) {
  __shared__ float mine[T * T];
  __shared__ float more[T][T];
  C[threadIdx.y * N + threadIdx.x] = gemm_body(A, B, mine, more, 0, 0, N, K);
}
