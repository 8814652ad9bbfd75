// Where the brace of the loop has a line of its own, so have those of lambdas, tests
// and loops that are added; where it ends the line, these end it, too.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --stages=3 %s -o %t.cu
// RUN: FileCheck %s < %t.cu

// CHECK-LABEL: void below(
__global__ void below(const float *__restrict__ A, const float *__restrict__ B,
                      float *__restrict__ C, int N)
{
  __shared__ float As[16][16], Bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  // CHECK: {{^  }}auto load_tile = [&](int stage, int k)
  // CHECK-NEXT: {{^  {$}}
  // CHECK: for (int stage = 0; stage < STAGES - 1; ++stage)
  // CHECK-NEXT: {{^  {$}}
  // CHECK: if (k_load < N)
  // CHECK-NEXT: {{^    {$}}
  for (int k = 0; k < N; k += 16)
  {
    As[ty][tx] = A[ty * N + k + tx];
    Bs[ty][tx] = B[(k + ty) * N + tx];
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[ty][x] * Bs[x][tx];
    __syncthreads();
  }
  C[ty * N + tx] = sum;
}

// CHECK-LABEL: void behind(
__global__ void behind(const float *__restrict__ A, const float *__restrict__ B,
                       float *__restrict__ C, int N)
{
  __shared__ float As[16][16], Bs[16][16];
  const int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;
  // CHECK: auto load_tile = [&](int stage, int k) {
  // CHECK: for (int stage = 0; stage < STAGES{{[0-9]*}} - 1; ++stage) {
  // CHECK: if (k_load{{[0-9]*}} < N) {
  for (int k = 0; k < N; k += 16) {
    As[ty][tx] = A[ty * N + k + tx];
    Bs[ty][tx] = B[(k + ty) * N + tx];
    __syncthreads();
    for (int x = 0; x < 16; ++x)
      sum += As[ty][x] * Bs[x][tx];
    __syncthreads();
  }
  C[ty * N + tx] = sum;
}
