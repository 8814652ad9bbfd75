// What the body asserts names constants of the body: they move in front of the loop
// with it; others stay.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single columns -DWHOLE \
// RUN:   -DSTEP=64 -DTHREADS=64 '-DKERNEL=sum<64>'
// RUN: cuda-pipeline-rewrite --variant=ldg --quiet -o - %s | FileCheck %s
//
// CHECK: static_assert(BK % (sizeof(Vector) / sizeof(float)) == 0, "whole vectors");
// CHECK-NEXT: {{^}}  constexpr int Width = sizeof(Vector) / sizeof(float); // elements
// CHECK-NEXT: {{^}}  constexpr int Vectors = BK / Width, Half = Vectors / 2;
// CHECK-NEXT: {{^}}  static_assert(Half * 2 * Width == BK);
// CHECK: for (int k = 0
// CHECK: {{^}}    constexpr int Own = 3;

template <int BK>
__global__ void sum(const float *__restrict__ A, const float *__restrict__ B,
                    float *__restrict__ C, int K) {
  __shared__ alignas(16) float tile[BK];
  const int t = threadIdx.x;
  float total = 0.0f;
  // One tile a trip.
#pragma unroll 1
  for (int k = 0; k < K; k += BK) {
    // Four elements a thread.
    using Vector = float4;
    typedef const Vector *Source;
    static_assert(BK % (sizeof(Vector) / sizeof(float)) == 0, "whole vectors");
    constexpr int Width = sizeof(Vector) / sizeof(float); // elements
    constexpr int Vectors = BK / Width, Half = Vectors / 2;
    constexpr int Own = 3;
    static_assert(Half * 2 * Width == BK);
    if (t < Vectors)
      reinterpret_cast<Vector *>(tile)[t] = Source(A + k)[t];
    __syncthreads();
    for (int i = 0; i < Vectors; ++i) {
      const Vector v = reinterpret_cast<const Vector *>(tile)[i];
      total += v.x + v.y * 2.0f + v.z * Own + v.w;
    }
    __syncthreads();
  }
  C[t] = total;
}

template __global__ void sum<64>(const float *, const float *, float *,
                                     int);
