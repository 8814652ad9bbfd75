// A comment over several lines moves with its statement, whole; what stands further
// left than it begins, stays there.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --widen=none --quiet -o - %s | FileCheck %s --strict-whitespace

__global__ void k(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float S[256];
  float s = 0;
  for (int o = 0; o < n; ++o) {
    // CHECK: {{^}}    /*{{$}}
    // CHECK-NEXT: {{^}}This is the fastest way{{$}}
    // CHECK-NEXT: {{^}}      to copy.{{$}}
    // CHECK-NEXT: {{^}}    */{{$}}
    /*
This is the fastest way
      to copy.
    */
    S[threadIdx.x] = A[o * 256 + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      s += S[i];
    __syncthreads();
  }
  out[threadIdx.x] = s;
}
