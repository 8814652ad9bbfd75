// The body declares names for types and asserts what it takes: they move in front
// of the loop, with their comments.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single columns -DWHOLE \
// RUN:   -DSTEP=64 -DTHREADS=64 '-DKERNEL=sum<64>'
// RUN: %golden ldg

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
    constexpr int Width = sizeof(Vector) / sizeof(float);
    if (t < BK / Width)
      reinterpret_cast<Vector *>(tile)[t] = Source(A + k)[t];
    __syncthreads();
    for (int i = 0; i < BK / Width; ++i) {
      const Vector v = reinterpret_cast<const Vector *>(tile)[i];
      total += v.x + v.y * 2.0f + v.z * 3.0f + v.w;
    }
    __syncthreads();
  }
  C[t] = total;
}

template __global__ void sum<64>(const float *, const float *, float *,
                                     int);
