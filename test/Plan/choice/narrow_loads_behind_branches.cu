// Threads make different numbers of trips in the copy loop, so that each load into
// a register would stand behind a branch: cp.async, even of 4 bytes, if there is
// enough to compute for each. Where all make as many, registers.
//
// RUN: cuda-pipeline-rewrite --explain --widen=none %s -o /dev/null 2>&1 \
// RUN:   -- -DSIZE=2100 -DWORK=512 | FileCheck %s --check-prefix=UNEVEN
// RUN: cuda-pipeline-rewrite --explain --widen=none %s -o /dev/null 2>&1 \
// RUN:   -- -DSIZE=2048 -DWORK=512 | FileCheck %s --check-prefix=EVEN
// RUN: cuda-pipeline-rewrite --explain --widen=none %s -o /dev/null 2>&1 \
// RUN:   -- -DSIZE=2100 -DWORK=32 | FileCheck %s --check-prefix=EVEN

// UNEVEN: pipelined: cpasync, 2 stages
// UNEVEN: > copies are narrow, but in registers each would wait behind a branch
// EVEN: pipelined: ldg, 2 stages
__global__ void __launch_bounds__(256)
    walk(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[SIZE];
  float sum = 0.0f;
  for (int k = 0; k < n; k += SIZE) {
    for (int i = threadIdx.x; i < SIZE; i += 256)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < WORK; ++i)
      sum += tile[i] * tile[i + 1];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

void launch(const float *A, float *out, int n) {
  walk<<<1, 256>>>(A, out, n);
}
