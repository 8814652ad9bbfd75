// Much to compute for each load and warps enough to take turns: left alone. Not
// with less to compute, fewer warps, or where the block size is not known.
//
// RUN: cuda-pipeline-rewrite --explain %s -o /dev/null 2>&1 -- -DSTEPS=2560 \
// RUN:   -DKEPT=16 | FileCheck %s
// RUN: cuda-pipeline-rewrite --explain %s -o /dev/null 2>&1 -- -DSTEPS=32 \
// RUN:   -DKEPT=16 | FileCheck %s --check-prefix=PAYS
// RUN: cuda-pipeline-rewrite --explain %s -o /dev/null 2>&1 -- -DSTEPS=2560 \
// RUN:   -DKEPT=8000 | FileCheck %s --check-prefix=PAYS
// RUN: cuda-pipeline-rewrite --explain %s -o /dev/null 2>&1 -- -DSTEPS=2560 \
// RUN:   -DKEPT=16 -DNO_LAUNCH | FileCheck %s --check-prefix=PAYS

// CHECK: left alone: pipelining will not pay: 2560.0 math instructions for each load, and room for 64 of 64 warps to take turns, hide the loads already; --force rewrites it [will-not-pay]
// CHECK: note: see
// CHECK-NEXT: sm_80, 256 threads a block
// PAYS: K-loop in 'step' pipelined
__global__ void step(const float4 *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float4 tile[256];
  __shared__ float kept[KEPT];
  const int t = threadIdx.x;
  kept[t % KEPT] = 0.0f;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 256) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < STEPS; ++i)
      sum += tile[i].x * tile[i].y;
    __syncthreads();
  }
  out[blockIdx.x * 256 + t] = sum + kept[t % KEPT];
}

#ifndef NO_LAUNCH
void launch(const float4 *A, float *out, int n) {
  step<<<100, 256>>>(A, out, n);
}
#endif
