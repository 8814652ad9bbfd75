// Blocks of any size fill tiles of several: of each so many passes go ahead as the
// smallest has.
//
// RUN: %rewrite_and_run ldg-single,auto walk "-DKERNELS=walk_by<512>,walk_by<2048>" \
// RUN:   -DSTEP=512
// RUN: FileCheck %s < %t.ldg-single.cu

// CHECK: for (int pass = 0; pass < 4; ++pass) {
template <int SIZE>
__global__ void walk_by(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile[SIZE];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += SIZE) {
    for (int i = t; i < SIZE; i += blockDim.x)
      tile[i] = k + i < n ? A[k + i] : 0.0f;
    __syncthreads();
    for (int i = 0; i < SIZE; ++i)
      sum = sum * 0.5f + tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}

template __global__ void walk_by<512>(const float *, float *, int);
template __global__ void walk_by<2048>(const float *, float *, int);
