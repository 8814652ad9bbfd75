// RUN: cuda-pipeline-rewrite %s 2>&1 | FileCheck %s

// CHECK-COUNT-3: warning: parse error: use of undeclared identifier
// CHECK: warning: and 2 more parse errors
// CHECK-NOT: parse error
void host() {
  a();
  b();
  c();
  d();
  e();
}
__global__ void kernel(float *out, int n) {
  __shared__ float tile[32];
  for (int i = 0; i < n; ++i)
    __syncthreads();
}
