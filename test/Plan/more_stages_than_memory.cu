// A stage is 32 KB: five fit on sm_80, one on sm_75, which has no cp.async. The
// rejection names the count that fits.
//
// RUN: cuda-pipeline-rewrite --gpu-arch=sm_80 --explain --variant=cpasync --stages=8 %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=EIGHT
// RUN: cuda-pipeline-rewrite --gpu-arch=sm_80 --explain --variant=cpasync --widen=none --stages=5 %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FIVE
// RUN: cuda-pipeline-rewrite --gpu-arch=sm_80 --explain --widen=none --stages=6 %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=AUTO

// EIGHT: K-loop in 'walk' left alone: the stages need more shared memory than there is: 262144 bytes dynamic with 8 stages, sm_80 allows a block 166912; --stages=5 fits [shared-memory-limit]
// FIVE: K-loop in 'walk' pipelined: cpasync, 5 stages, dynamic, shared memory 32768 -> 163840 bytes
// FIVE: walk<<<1, 64, 5 * 8192 * sizeof(float)>>>(A, out, n);
// AUTO: K-loop in 'walk' pipelined: ldg-single, one buffer
// AUTO: K-loop in 'walk': one buffer, not 6 stages: 196608 bytes dynamic with 6 stages, sm_80 allows a block 166912; --stages=5 fits
__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[8192];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

void launch(const float *A, float *out, int n) { walk<<<1, 64>>>(A, out, n); }
