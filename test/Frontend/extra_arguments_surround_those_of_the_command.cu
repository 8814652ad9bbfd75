// RUN: cuda-pipeline-rewrite %s --verbose --extra-arg=-DLAST --extra-arg-before=-DFIRST -- -DMIDDLE 2>&1 | FileCheck %s

// CHECK: -D FIRST -D MIDDLE -D LAST
__global__ void kernel(float *out, int n) {
  __shared__ float tile[32];
  for (int i = 0; i < n; ++i)
    __syncthreads();
}
