// Where each thread copies one element of a tile, wide and narrow copies have one
// place, one guard and one branch, if that is not longer: a thread copies four
// elements, or one. Ragged sizes run narrow, others wide. Two ways stand beside each
// other where the block may have another size, where a variable would be left unused,
// where a comment stands in the user's statement, and where that is shorter.
//
// RUN: %rewrite_and_run cpasync,cpasync3,pipeline wide --widen=auto -DBLOCK_M=16 \
// RUN:   -DBLOCK_N=16 -DBLOCK_K=16 -DTHREADS=16,16 \
// RUN:   -DKERNELS=both,guarded_by_a_name,of_any_block,leaves_a_name,says_why,shortly
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=2 --quiet %s -o - | \
// RUN:   sed '/^\/\//d' | FileCheck %s
//
// CHECK-LABEL: both(const float
// CHECK: auto load_tile =
// CHECK-NEXT: auto &As
// CHECK-NEXT: auto &Bs
// CHECK-NEXT: const int thread = threadIdx.y * blockDim.x + threadIdx.x;
// CHECK-NEXT: const int element = thread * (wide_copies ? 4 : 1);
// CHECK-NEXT: if (element < TILE * TILE) {
// CHECK-NEXT: const int r = element / TILE, c = element % TILE;
// CHECK-NEXT: // A tile of each.
// CHECK-NEXT: // Zeros outside.
// CHECK-NEXT: const int load_row = blockIdx.y * TILE + r;
// CHECK-NEXT: const bool inside_As = load_row < M && k + c < K;
// CHECK-NEXT: // Of B.
// CHECK-NEXT: const int load_col = blockIdx.x * TILE + c;
// CHECK-NEXT: const bool inside_Bs = k + r < K && load_col < N;
// CHECK-NEXT: if (wide_copies) {
// CHECK-NEXT: __pipeline_memcpy_async(&As[r][c], &A[load_row * K + k + c], 16,
// CHECK-NEXT: inside_As ? 0 : 16);
// CHECK-NEXT: __pipeline_memcpy_async(&Bs[r][c], &B[(k + r) * N + load_col], 16,
// CHECK-NEXT: inside_Bs ? 0 : 16);
// CHECK-NEXT: } else {
// CHECK-NEXT: // Plain loads, not overlapped
// CHECK-NEXT: As[r][c] = inside_As ? A[load_row * K + k + c] : 0.0f;
// CHECK-NEXT: Bs[r][c] = inside_Bs ? B[(k + r) * N + load_col] : 0;
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: };
//
// CHECK-LABEL: guarded_by_a_name(const float
// CHECK: if (element < TILE * TILE) {
// CHECK: const bool a_in = load_row < M && k + c < K;
// CHECK: const bool inside_Bs = !b_out;
// CHECK: a_in ? 0 : 16
//
// CHECK-LABEL: outside_first(const float
// CHECK: {{^}}    // Of both.
// CHECK-NEXT: {{^}}    const int thread =
// CHECK: const bool inside_As = k + c < K;
// CHECK: const bool inside_Bs = k + r + 1 <= K;
//
// CHECK-LABEL: of_any_block(const float
// CHECK: if (wide_copies) {
// CHECK: } else {
// CHECK: As[ty][tx] =
//
// CHECK-LABEL: leaves_a_name(const float
// CHECK: if (wide_copies) {
// CHECK: } else {
// CHECK: As[ty][tx] =
//
// CHECK-LABEL: says_why(const float
// CHECK: if (wide_copies) {
// CHECK: } else {
// CHECK: As[ty][tx] =
//
// CHECK-LABEL: shortly(const float
// CHECK: if (wide_copies) {
// CHECK: } else {
// CHECK-NEXT: // Plain loads
// CHECK-NEXT: As[ty][tx] =

#define TILE 16

__global__ void __launch_bounds__(TILE *TILE)
    both(const float *__restrict__ A, const float *__restrict__ B,
         float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    // A tile of each.

    // Zeros outside.
    if (row < M && k + tx < K)
      As[ty][tx] = A[row * K + k + tx];
    else
      As[ty][tx] = 0.0f;
    // Of B.
    if (k + ty < K && col < N)
      Bs[ty][tx] = B[(k + ty) * N + col];
    else
      Bs[ty][tx] = 0;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

__global__ void __launch_bounds__(TILE *TILE)
    guarded_by_a_name(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    const bool a_in = row < M && k + tx < K;
    if (a_in)
      As[ty][tx] = A[row * K + k + tx];
    else
      As[ty][tx] = 0.0f;
    const bool b_out = k + ty >= K || col >= N;
    if (b_out)
      Bs[ty][tx] = 0.0f;
    else
      Bs[ty][tx] = B[(k + ty) * N + col];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

__global__ void __launch_bounds__(TILE *TILE)
    outside_first(const float *__restrict__ A, const float *__restrict__ B,
                  float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    // Of both.
    if ((k + tx) >= K)
      As[ty][tx] = 0.0f;
    else
      As[ty][tx] = A[row * K + k + tx];
    if (k + ty + 1 > K)
      Bs[ty][tx] = 0;
    else
      Bs[ty][tx] = B[(k + ty) * N + col];
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

__global__ void of_any_block(const float *__restrict__ A,
                             const float *__restrict__ B, float *__restrict__ C,
                             int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    if (row < M && k + tx < K)
      As[ty][tx] = A[row * K + k + tx];
    else
      As[ty][tx] = 0.0f;
    if (k + ty < K && col < N)
      Bs[ty][tx] = B[(k + ty) * N + col];
    else
      Bs[ty][tx] = 0;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      if (k + i < K)
        sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

__global__ void __launch_bounds__(TILE *TILE)
    leaves_a_name(const float *__restrict__ A, const float *__restrict__ B,
                  float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  const int first = row * K + tx; // nobody else asks for it
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    if (row < M && k + tx < K)
      As[ty][tx] = A[first + k];
    else
      As[ty][tx] = 0.0f;
    if (k + ty < K && col < N)
      Bs[ty][tx] = B[(k + ty) * N + col];
    else
      Bs[ty][tx] = 0;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

__global__ void __launch_bounds__(TILE *TILE)
    says_why(const float *__restrict__ A, const float *__restrict__ B,
             float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    if (row < M && k + tx < K)
      As[ty][tx] = A[row * K + k + tx];
    else
      As[ty][tx] = 0.0f;
    if (k + ty < K && col < N)
      Bs[ty][tx] = B[(k + ty) * N + col];
    else // outside
      Bs[ty][tx] = 0;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}

__global__ void __launch_bounds__(TILE *TILE)
    shortly(const float *__restrict__ A, const float *__restrict__ B,
                    float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];
  __shared__ float Ds[TILE][TILE];
  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty, col = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    Bs[ty][tx] = k + ty < K && col < N ? B[(k + ty) * N + col] : 0.0f;
    Ds[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx] + Ds[ty][i];
    __syncthreads();
  }
  if (row < M && col < N)
    C[row * N + col] = sum;
}
