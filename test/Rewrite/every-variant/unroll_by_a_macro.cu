// A macro that is a pragma stands in front of the loop: it goes as `#pragma unroll` does
// where trips vary, and stays as one with a count does.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DPADDED -DKERNELS=plain,counted
// RUN: FileCheck %s < %t.ldg.cu
//
// CHECK-LABEL: {{void }}plain(
// CHECK-NOT: {{^  UNROLL}}
// CHECK: // Prologue:
// CHECK: // Tile by tile.
// CHECK-NEXT: for (int k
// CHECK-LABEL: {{void }}counted(
// CHECK: // Prologue:
// CHECK: UNROLL_BY_2
// CHECK-NEXT: for (int k

#define UNROLL _Pragma("unroll")
#define UNROLL_BY_2 _Pragma("unroll 2")

__global__ void plain(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  // Tile by tile.
  UNROLL
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    UNROLL
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i ^ t];
    __syncthreads();
  }

  out[t] = sum;
}

__global__ void counted(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  UNROLL_BY_2
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i ^ t];
    __syncthreads();
  }

  out[t] = sum;
}
