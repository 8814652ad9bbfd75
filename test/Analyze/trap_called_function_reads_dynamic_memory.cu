// tail() reads the last tile by the array's own name, which is the first stage.
//
// RUN: %never_wrong --driver=launch | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// CHECK-NEXT: ldg-single: identical

extern __shared__ float area[];

__device__ float tail(int i) { return area[i]; }

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  const int t = threadIdx.x;
  float *x = area;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    x[t] = A[k * 64 + t];
    __syncthreads();
    sum += x[t ^ 3];
    __syncthreads();
  }
  C[t] = K > 0 ? sum + tail(t ^ 1) : 0.0f;
}

void launch(const float *A, float *C, int K) { trap<<<1, 64, 256>>>(A, C, K); }
