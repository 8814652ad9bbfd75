// The array is filled again when it has been stored.
//
// RUN: %never_wrong | FileCheck %s
//
// CHECK: cpasync: left alone
// CHECK-NEXT: ldg: identical
// CHECK-NEXT: ldg-single: identical

#define FLOAT4(x) (*reinterpret_cast<float4 *>(&(x)))
#define CONST4(x) (*reinterpret_cast<const float4 *>(&(x)))

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[8 * 64];
  const int t = threadIdx.x;
  alignas(16) float buf[12] = {};
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    for (int i = 0; i < 8; i += 4) {
      FLOAT4(buf[i]) = CONST4(A[k + i * 64 + t * 4]);
      tile[i * 64 + t] = buf[i];
      buf[i] = A[k + i + t];
      tile[i * 64 + 192 + t] = buf[i];
    }
    __syncthreads();
    sum += tile[63 - t] + tile[255 - t];
    __syncthreads();
  }
  C[t] = sum;
}
