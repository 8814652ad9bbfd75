// Pieces that pointers cut from a static array at constant places are filled by wide
// copies; not, if one starts between two vectors.
//
// RUN: %rewrite_and_run cpasync,cpasync3 launched_gemm --widen=auto -DRAGGED \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s -o %t.cu 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WHY
// RUN: FileCheck %s --input-file=%t.cu

#define TILE 16

// CHECK-LABEL: pieces(
// CHECK:      __shared__ alignas(16) float smem_stages[STAGES][2 * Tile * Tile];
// CHECK:      Tile == 16 && At == 256 && reinterpret_cast<size_t>(A) % 16 == 0 &&
// CHECK:      auto load_tile = [&](int stage, int k) {
// CHECK-NEXT:   auto &smem = smem_stages[stage];
// CHECK-NEXT:   float *As = smem;
// CHECK-NEXT:   float *Bs = smem + At;
// CHECK:          __pipeline_memcpy_async(&As[r * Tile + c], {{.*}}
// CHECK:          __pipeline_memcpy_async(&Bs[r * Tile + c],{{.*}}
template <int Tile, int At>
__global__ void pieces(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int M, int N, int K) {
  __shared__ float smem[2 * Tile * Tile];
  float *As = smem;
  float *Bs = smem + At;
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * Tile + y, column = blockIdx.x * Tile + x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += Tile) {
    As[y * Tile + x] = row < M && k + x < K ? A[row * K + k + x] : 0.0f;
    Bs[y * Tile + x] = k + y < K && column < N ? B[(k + y) * N + column] : 0.0f;
    __syncthreads();
    for (int i = 0; i < Tile; ++i)
      sum += As[y * Tile + i] * Bs[i * Tile + x];
    __syncthreads();
  }
  if (row < M && column < N)
    C[row * N + column] = sum;
}

// CHECK-LABEL: one_off(
// CHECK:      auto load_tile = [&](int stage, int k) {
// CHECK-NOT:  wide
// CHECK:      sum +=
// WHY: K-loop in 'one_off': 'Bs' is copied element by element: it starts at no multiple of
__global__ void one_off(const float *__restrict__ A, const float *__restrict__ B,
                        float *__restrict__ C, int M, int N, int K) {
  __shared__ float smem[2 * TILE * TILE + 4];
  float *As = smem;
  float *Bs = smem + TILE * TILE + 1;
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    As[y * TILE + x] = row < M && k + x < K ? A[row * K + k + x] : 0.0f;
    Bs[y * TILE + x] = k + y < K && column < N ? B[(k + y) * N + column] : 0.0f;
    __syncthreads();
    for (int i = 0; i < TILE; ++i)
      sum += As[y * TILE + i] * Bs[i * TILE + x];
    __syncthreads();
  }
  if (row < M && column < N)
    C[row * N + column] += sum;
}

extern "C" void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  const dim3 grid((N + TILE - 1) / TILE, (M + TILE - 1) / TILE), block(TILE, TILE);
  pieces<TILE, TILE * TILE><<<grid, block>>>(A, B, C, M, N, K);
  one_off<<<grid, block>>>(A, B, C, M, N, K);
}
