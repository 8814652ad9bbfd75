// One copy loop passes on what an earlier trip has loaded, loads the next and stores the
// former: in which order it does so decides.
//
// RUN: %rewrite_and_run ldg-single columns -DKERNEL=window -DTHREADS=32 -DSTEP=32
// RUN: FileCheck %s < %t.ldg-single.cu
// RUN: cuda-pipeline-rewrite --variant=ldg --explain %s 2>&1 | FileCheck %s --check-prefix=LDG

// CHECK: now[i] = ahead[i];
// CHECK-NEXT: ahead[i] = k + t < n ? next_{{.*}}[i] : 0.0f;
// CHECK-NEXT: tile[t] = now[i];
// LDG: 'window' left alone: {{.*}}'ahead' holds what an earlier trip has loaded: the loads are ahead of the tile already
__global__ void window(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0, now[1] = {-1.5f}, ahead[1] = {-1.5f};
  for (int k = 0; k < n; k += 32) {
    for (int i = 0; i < 1; ++i) {
      now[i] = ahead[i];
      ahead[i] = k + t < n ? A[k + t] : 0.0f;
      tile[t] = now[i];
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[(t + i) % 32];
    __syncthreads();
  }
  out[t] = sum;
}
