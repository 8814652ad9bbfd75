// From 'first' to 'first + 8' there is a first trip in any build: its tile needs no
// test. Up to a macro of the command line, or to another variable, there may be none.
//
// RUN: cuda-pipeline-rewrite --variant=ldg-single %s -o %t.cu
// RUN: FileCheck %s < %t.cu

#ifndef PLANES
#define PLANES 8
#endif

// CHECK-LABEL: void eight_planes(
// CHECK: // Prologue: load the first tile.
// CHECK-NEXT: {{^  }}fetch_tile(first);
__global__ void eight_planes(const float *__restrict__ in,
                             float *__restrict__ out, int n) {
  __shared__ float plane[64];
  const int t = threadIdx.x, first = blockIdx.x * 8;
  for (int z = first; z < first + 8; ++z) {
    plane[t] = in[z * 64 + t];
    __syncthreads();
    float sum = 0.0f;
    for (int i = 0; i < 64; ++i)
      sum += plane[i] * i;
    out[z * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK-LABEL: void planes_of_the_build(
// CHECK: if (first < first + PLANES)
__global__ void planes_of_the_build(const float *__restrict__ in,
                                    float *__restrict__ out, int n) {
  __shared__ float plane[64];
  const int t = threadIdx.x, first = blockIdx.x * PLANES;
  for (int z = first; z < first + PLANES; ++z) {
    plane[t] = in[z * 64 + t];
    __syncthreads();
    float sum = 0.0f;
    for (int i = 0; i < 64; ++i)
      sum += plane[i] * i;
    out[z * 64 + t] = sum;
    __syncthreads();
  }
}

// CHECK-LABEL: void planes_from_another(
// CHECK: if (first < last + 8)
__global__ void planes_from_another(const float *__restrict__ in,
                                    float *__restrict__ out, int n, int last) {
  __shared__ float plane[64];
  const int t = threadIdx.x, first = blockIdx.x * 8;
  for (int z = first; z < last + 8; ++z) {
    plane[t] = in[z * 64 + t];
    __syncthreads();
    float sum = 0.0f;
    for (int i = 0; i < 64; ++i)
      sum += plane[i] * i;
    out[z * 64 + t] = sum;
    __syncthreads();
  }
}
