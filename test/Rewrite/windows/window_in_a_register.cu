// A register holds what the next trip stores. The copy of a tile would then belong to no
// tile; the load alone is made early.
//
// RUN: %rewrite_and_run ldg-single columns -DKERNEL=window -DTHREADS=32 -DSTEP=32
// RUN: FileCheck %s < %t.ldg-single.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s 2>&1 | FileCheck %s --check-prefix=LDG

// CHECK: while (k < n) {
// CHECK: ahead = k + t < n ? next_ahead : 0.0f;
// CHECK: tile[t] = now;
// LDG: 'ahead' holds what an earlier trip has loaded: the loads are ahead of the tile already
__global__ void window(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0, now = -1.5f, ahead = -1.5f;
  int k = 0;
  while (k < n) {
    now = ahead;
    ahead = k + t < n ? A[k + t] : 0.0f;
    __syncthreads();
    tile[t] = now;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[(t + i) % 32];
    __syncthreads();
    k += 32;
  }
  out[t] = sum;
}
