// Rows become longer in a first round; what was there before is the source's.
//
// RUN: cuda-pipeline-rewrite %s --variant=cpasync --stages=2 --widen=none --pad=16 --explain 2>&1 >%t.diff | FileCheck %s
// RUN: cuda-pipeline-rewrite %s --variant=ldg-single --pad=16 --explain 2>&1 >%t.diff | FileCheck %s --check-prefix=SINGLE
// RUN: cuda-pipeline-rewrite %s --variant=ldg-single --pad=none --explain 2>&1 >%t.diff | FileCheck %s --check-prefix=SAME
//
// CHECK: pipelined: cpasync, 2 stages, shared memory 4096 -> 9216 bytes
// SINGLE: pipelined: ldg-single, one buffer, shared memory 4096 -> 4608 bytes
// SAME: pipelined: ldg-single, one buffer, shared memory 4096 bytes

__global__ void __launch_bounds__(1024)
    column_sums(const float *__restrict__ A, float *__restrict__ sums, int n) {
  __shared__ float tile[32][32];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[ty][tx] = A[(blockIdx.x * 32 + ty) * n + k + tx];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[tx][i];
    __syncthreads();
  }
  sums[(blockIdx.x * 32 + ty) * 32 + tx] = sum;
}

void launch(const float *A, float *sums, int n) {
  column_sums<<<4, dim3(32, 32)>>>(A, sums, n);
}
