// In a file that mixes tabs and blanks, lines are indented as the loop is.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --quiet -o - %s | FileCheck %s --strict-whitespace

__global__ void k(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float S[256];
  float s = 0;
  // CHECK: {{^}}  auto fetch_tile = [&](int o) {{{$}}
  // CHECK-NEXT: {{^}}    next_S = A[o * 256 + threadIdx.x];{{$}}
  // CHECK: {{^}}    __syncthreads();{{$}}
  for (int o = 0; o < n; ++o) {
	s *= 2;
    S[threadIdx.x] = A[o * 256 + threadIdx.x];
    __syncthreads();
	for (int i = 0; i < 128; ++i)
	  s += S[i];
    __syncthreads();
  }
  out[threadIdx.x] = s;
}
