// Every instantiation is read: a text may be right in one and wrong in another.
//
// RUN: mutate-schedule read-back %s > %t
// RUN: FileCheck %s --input-file=%t
// RUN: grep -E " (schedule|text) " %t | not grep "READ AS PROVED"

// CHECK: sized cpasync: READ AS PROVED
// CHECK: sized cpasync text no-rotation-of-32: unsound result ('sized'): in the loop (of 2 trips): the schedule has a load of tile 1 into buffer 1, the text a load of no certain tile into buffer 1
// CHECK: sized cpasync text no-rotation-of-64: unsound result ('sized'): in the loop (of 2 trips): the schedule has a load of tile 1 into buffer 1, the text a load of no certain tile into buffer 1
template <int BK>
__global__ void sized(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[BK];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += BK) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < BK; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

template __global__ void sized<32>(const float *, float *, int);
template __global__ void sized<64>(const float *, float *, int);
