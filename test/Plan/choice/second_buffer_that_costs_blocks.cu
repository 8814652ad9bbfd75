// Tiles of 16-byte loads take registers and one buffer where a second, with some
// room for longer rows, would cost more than a quarter of the blocks; else
// cp.async. The table says which tile would cost none.
//
// RUN: cuda-pipeline-rewrite --explain %s -o /dev/null 2>&1 -- -DOTHER=5300 \
// RUN:   | FileCheck %s --check-prefix=COSTS
// RUN: cuda-pipeline-rewrite --explain %s -o /dev/null 2>&1 -- -DOTHER=5000 \
// RUN:   | FileCheck %s --check-prefix=SOME
// RUN: cuda-pipeline-rewrite --explain %s -o /dev/null 2>&1 -- -DOTHER=16 \
// RUN:   | FileCheck %s --check-prefix=FREE
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync %s -o /dev/null 2>&1 \
// RUN:   -- -DOTHER=5000 | FileCheck %s --check-prefix=ASKED
// COSTS: pipelined: ldg-single, one buffer
// COSTS: single buffer 29392 5
// COSTS: cpasync, 2 stages 37584 4
// COSTS: > ldg-single 29392 5
// COSTS: > a second buffer would leave 4 of 5 blocks resident, registers leave all
// COSTS-NEXT: 2 stages of at most {{[0-9]+}} bytes, not 8192, would keep 5 blocks resident
// SOME: pipelined: cpasync, 2 stages
// SOME: > all copies are wide, and 4 of 5 blocks stay resident
// FREE: pipelined: cpasync, 2 stages
// FREE: > all copies are wide enough for cp.async
// ASKED: pipelined: cpasync, 2 stages
// ASKED: > --variant=cpasync
__global__ void __launch_bounds__(128)
    scores(const float4 *__restrict__ keys, float *__restrict__ out, int n) {
  __shared__ float4 tile[512];
  __shared__ float other[OTHER];
  const int t = threadIdx.x;
  other[t % OTHER] = 0.0f;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 512) {
    for (int i = t; i < 512; i += 128)
      tile[i] = keys[k + i];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += tile[i].x * tile[i].y;
    __syncthreads();
  }
  out[blockIdx.x * 128 + t] = sum + other[t % OTHER];
}

void launch(const float4 *keys, float *out, int n) {
  scores<<<100, 128>>>(keys, out, n);
}
