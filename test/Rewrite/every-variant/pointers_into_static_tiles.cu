// Pointers into static tiles that are set in front of the loop are set in each trip,
// to its stage: with their comments, in their order, where they say the same.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single launched_gemm -DRAGGED \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16
// RUN: cuda-pipeline-rewrite --variant=ldg %s -o %t.cu
// RUN: FileCheck %s --input-file=%t.cu

#define TILE 16

__device__ float dot(const float *a, const float *b, int column) {
  float sum = 0.0f;
  for (int i = 0; i < TILE; ++i)
    sum += a[i] * b[i * TILE + column];
  return sum;
}

// CHECK-LABEL: carved(
// CHECK:      __shared__ float smem_stages[2][2 * TILE * TILE];
// CHECK-NOT:  float *As
// CHECK:      int row =
// CHECK:      auto store_tile = [&](int stage) {
// CHECK-NEXT:   auto &smem = smem_stages[stage];
// CHECK-NEXT:   // Carve it up.
// CHECK-NEXT:   float *As = smem;
// CHECK-NEXT:   float *Bs = As + TILE * TILE; // behind A's
// CHECK:      for (int k = 0; k < K; k += TILE) {
// CHECK:        auto &smem = smem_stages[stage];
// CHECK:        float *As = smem;
// CHECK-NEXT:   float *Bs = As + TILE * TILE;
// CHECK-NEXT:   const float *mine =
// CHECK-NEXT:       As + threadIdx.y * TILE;
// CHECK-NEXT:   sum += dot(mine, Bs, threadIdx.x);
__global__ void carved(const float *A, const float *B, float *C, int M, int N, int K) {
  __shared__ float smem[2 * TILE * TILE];
  // Carve it up.
  float *As = smem;
  float *Bs = As + TILE * TILE; // behind A's

  int row = blockIdx.y * TILE + threadIdx.y;
  int column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  const float *mine =
      As + threadIdx.y * TILE;
  for (int k = 0; k < K; k += TILE) {
    As[threadIdx.y * TILE + threadIdx.x] =
        row < M && k + threadIdx.x < K ? A[row * K + k + threadIdx.x] : 0.0f;
    Bs[threadIdx.y * TILE + threadIdx.x] =
        k + threadIdx.y < K && column < N ? B[(k + threadIdx.y) * N + column] : 0.0f;
    __syncthreads();
    sum += dot(mine, Bs, threadIdx.x);
    __syncthreads();
  }
  if (row < M && column < N)
    C[row * N + column] = sum;
}

// The tiles are arrays; each thread has its places in them.
// CHECK-LABEL: of_each_thread(
// CHECK:      auto store_tile = [&](int stage) {
// CHECK-NEXT:   auto &As = As_stages[stage];
// CHECK-NEXT:   auto &Bs = Bs_stages[stage];
// CHECK-NEXT:   T *a_to = &As[threadIdx.y][threadIdx.x], *b_to = &Bs[threadIdx.y][threadIdx.x];
// CHECK-NEXT:   *a_to = next_a_to;
// CHECK:        auto &Bs = Bs_stages[stage];
// CHECK:        const float (&a_row)[TILE] = As[threadIdx.y];
// CHECK-NEXT:   const float *b_column = &Bs[0][threadIdx.x];
// CHECK-NEXT:   for (int i = 0; i < TILE; ++i)
template <class T>
__global__ void of_each_thread(const T *A, const T *B, T *C, int M, int N, int K) {
  __shared__ T As[TILE][TILE], Bs[TILE][TILE];
  int row = blockIdx.y * TILE + threadIdx.y;
  int column = blockIdx.x * TILE + threadIdx.x;
  float sum = 0.0f;
  T *a_to = &As[threadIdx.y][threadIdx.x], *b_to = &Bs[threadIdx.y][threadIdx.x];
  const float (&a_row)[TILE] = As[threadIdx.y];
  const float *b_column = &Bs[0][threadIdx.x];

  for (int k = 0; k < K; k += TILE) {
    *a_to = row < M && k + threadIdx.x < K ? A[row * K + k + threadIdx.x] : 0.0f;
    *b_to = k + threadIdx.y < K && column < N ? B[(k + threadIdx.y) * N + column] : 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += a_row[i] * b_column[i * TILE];
    __syncthreads();
  }
  if (row < M && column < N)
    C[row * N + column] += sum;
}

extern "C" void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  const dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE), block(TILE, TILE);
  carved<<<grid, block>>>(A, B, C, M, N, K);
  of_each_thread<<<grid, block>>>(A, B, C, M, N, K);
}
