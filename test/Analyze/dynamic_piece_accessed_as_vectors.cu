// The tile is stored four elements at a time, which reaches over the end of its piece.
//
// RUN: %never_wrong --driver=launch | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: left alone
// Nothing moves but the load:
// CHECK-NEXT: ldg-single: identical

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  extern __shared__ float area[];
  const int t = threadIdx.x;
  float *x = area, *s = area + 64;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    reinterpret_cast<float4 *>(x)[t] = reinterpret_cast<const float4 *>(A + k)[t];
    __syncthreads();
    const float v = x[255 - t];
    __syncthreads();
    s[t] = v;
    __syncthreads();
    sum += s[t ^ 1];
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  trap<<<1, 64, 256 * sizeof(float)>>>(A, C, K);
}
