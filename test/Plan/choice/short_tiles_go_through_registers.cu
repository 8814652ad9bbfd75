// The last tile may be short. Its copy loops are unrolled in registers only, which
// is the faster way, for 4 and for 16 bytes a load; unless what is on its way takes
// more registers than all else (MANY). Where all tiles are whole, cp.async (WHOLE).
// Two buffers, as most warps are resident; see tile_does_not_fit_registers.cu.
//
// RUN: sed 's/ROWS/16/g' %s > %t.16.cu
// RUN: cuda-pipeline-rewrite --explain %t.16.cu -o /dev/null 2>&1 \
// RUN:   -- -DELEMENT=float '-DCOUNT=min(16, n - j0)' \
// RUN:   | FileCheck %s --check-prefix=SHORT
// RUN: sed 's/ROWS/8/g' %s > %t.8.cu
// RUN: cuda-pipeline-rewrite --explain %t.8.cu -o /dev/null 2>&1 \
// RUN:   -- -DELEMENT=float4 '-DCOUNT=min(8, n - j0)' \
// RUN:   | FileCheck %s --check-prefix=SHORT
// RUN: sed 's/ROWS/40/g' %s > %t.40.cu
// RUN: cuda-pipeline-rewrite --explain %t.40.cu -o /dev/null 2>&1 \
// RUN:   -- -DELEMENT=float '-DCOUNT=min(40, n - j0)' \
// RUN:   | FileCheck %s --check-prefix=MANY
// RUN: cuda-pipeline-rewrite --explain %s -o /dev/null 2>&1 \
// RUN:   -- -DROWS=8 -DELEMENT=float4 -DCOUNT=ROWS | FileCheck %s --check-prefix=WHOLE

// SHORT: pipelined: ldg, 2 stages
// SHORT: > tiles may be short, and are copied with the least work through registers
// MANY: pipelined: cpasync, 2 stages
// MANY: > a tile on its way would crowd the registers
// WHOLE: pipelined: cpasync, {{[0-9]}} stages
// WHOLE: > all copies are wide enough for cp.async
__device__ float first(float x) { return x; }
__device__ float first(float4 x) { return x.x; }

__global__ void __launch_bounds__(64)
    sums(const ELEMENT *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ ELEMENT tile[ROWS][32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int j0 = 0; j0 < n; j0 += ROWS) {
    const int rows = COUNT;
    for (int i = t; i < rows * 32; i += 64)
      tile[i / 32][i % 32] = A[j0 * 32 + i];
    __syncthreads();
    for (int j = 0; j < rows; ++j)
      for (int d = 0; d < 32; ++d)
        sum += first(tile[j][d]) * t;
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const ELEMENT *A, float *C, int n) { sums<<<100, 64>>>(A, C, n); }
