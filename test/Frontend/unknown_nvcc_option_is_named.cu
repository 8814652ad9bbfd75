// RUN: %exits 2 cuda-pipeline-rewrite %s -- nvcc -arch=sm_80 --no-such-option 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --quiet %s -- nvcc -forward-unknown-to-host-compiler -march=native -fno-such-thing 2>&1 | count 0
// RUN: cuda-pipeline-rewrite --quiet %s --removed-arg=--no-such-option -- nvcc -arch=sm_80 --no-such-option 2>&1 | count 0
// RUN: %exits 2 cuda-pipeline-rewrite %s -- -fno-such-thing 2>&1 | FileCheck %s --check-prefix=CLANG
// RUN: cuda-pipeline-rewrite --quiet %s --removed-arg=-fno-such-thing -- -fno-such-thing 2>&1 | count 0

// CHECK: error: unknown nvcc option '--no-such-option'; --removed-arg= passes over it, --extra-arg= gives it as Clang has it
// CHECK-NOT: {{.}}
// CLANG: error: unknown compiler flag '-fno-such-thing'; --removed-arg= passes over it
__global__ void kernel(float *out, int n) {
  __shared__ float tile[32];
  for (int i = 0; i < n; ++i)
    __syncthreads();
}
