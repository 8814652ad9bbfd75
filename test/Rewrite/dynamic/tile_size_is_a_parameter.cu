// The tile size is a number that the kernel gets, and all launches give the same to the
// block: the pieces that it cuts from dynamic memory keep apart.
//
// RUN: %rewrite_and_run cpasync,ldg launched_gemm -DRAGGED \
// RUN:   -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s 2>&1 >/dev/null \
// RUN:   | grep remark: | FileCheck %s
//
// CHECK: 'products' pipelined: cpasync, 2 stages, launches ask for twice the dynamic
//
// Not, if a launch gives another number, or if it may be another by then:
// RUN: sed 's/dim3(T, T)/dim3(T \/ 2, T)/' %s > %t.half.cu
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %t.half.cu 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=MEETS
// RUN: sed 's/dim3(T, T);/dim3(T, T); T = K % 16;/' %s > %t.changed.cu
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %t.changed.cu 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=MEETS
// RUN: sed 's/float sum = 0/float sum = --T/' %s > %t.less.cu
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %t.less.cu 2>&1 >/dev/null \
// RUN:   | FileCheck %s --check-prefix=MEETS
// MEETS: 'products' left alone: {{.*}}a thread may store one element of the tile twice
__global__ void products(const float *__restrict__ A, const float *__restrict__ B,
                         float *__restrict__ C, int M, int N, int K, int T) {
  extern __shared__ float smem[];
  float *As = smem, *Bs = smem + T * T;
  const int x = threadIdx.x, y = threadIdx.y;
  const int row = blockIdx.y * T + y, column = blockIdx.x * T + x;
  float sum = 0;
  for (int k = 0; k < K; k += T) {
    As[x * T + y] = row < M && k + x < K ? A[row * K + k + x] : 0.0f;
    Bs[y * T + x] = k + y < K && column < N ? B[(k + y) * N + column] : 0.0f;
    __syncthreads();
    for (int i = 0; i < T; ++i)
      sum += As[i * T + y] * Bs[i * T + x];
    __syncthreads();
  }
  if (row < M && column < N)
    C[row * N + column] = sum;
}

extern "C" void launch(const float *A, const float *B, float *C, int M, int N, int K) {
  int T = K > 40 ? 8 : 16;
  const dim3 block = dim3(T, T);
  const dim3 grid((N + T - 1) / T, (M + T - 1) / T);
  products<<<grid, block, 2 * T * T * sizeof(float)>>>(A, B, C, M, N, K, T);
}
