// What is converted on its way waits in registers; the pipeline counts the rest.
//
// RUN: %rewrite_and_run pipeline,pipeline3,pipeline4 gemm -DTILE=16 -DRAGGED \
// RUN:   -DTILES=0,1,2,3,4,5
// RUN: FileCheck %s --input-file=%t.pipeline3.cu

#define TILE 16

// CHECK: float next_Bs;
// CHECK: cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
// CHECK: auto load_tile
// CHECK: cuda::memcpy_async(&As[ty][tx]
// CHECK: auto store_tile
// CHECK-NEXT: auto &Bs
// CHECK: cuda::pipeline_consumer_wait_prior<STAGES - 2>(pipe);
// CHECK: pipe.consumer_release();
// CHECK-NEXT: if (has_next) {
// CHECK-NEXT: store_tile(
__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[TILE][TILE];
  __shared__ float Bs[TILE][TILE];

  const int tx = threadIdx.x, ty = threadIdx.y;
  const int row = blockIdx.y * TILE + ty;
  const int col = blockIdx.x * TILE + tx;

  float sum = 0.0f;
  for (int k = 0; k < K; k += TILE) {
    As[ty][tx] = row < M && k + tx < K ? A[row * K + k + tx] : 0.0f;
    Bs[ty][tx] = k + ty < K && col < N ? 2.0f * B[(k + ty) * N + col] : 0.0f;
    __syncthreads();

    for (int i = 0; i < TILE; ++i)
      sum += As[ty][i] * Bs[i][tx];
    __syncthreads();
  }

  if (row < M && col < N)
    C[row * N + col] = sum;
}
