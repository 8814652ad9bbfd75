// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// What users add under CUDA's own names, as the samples' math helpers do.

#include <cuda_runtime.h>

typedef unsigned int uint;
typedef unsigned short ushort;

__device__ __forceinline__ float atomicMax(float *p, float v) { return v; }
inline __host__ __device__ float4 make_float4(float s) {
  return make_float4(s, s, s, s);
}
inline __host__ __device__ float4 operator+(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}
inline __device__ float3 fabs(float3 v) {
  return make_float3(fabs(v.x), fabs(v.y), fabs(v.z));
}
inline __host__ __device__ float lerp(float a, float b, float t) {
  return a + t * (b - a);
}

__global__ void kernel(float *p, float4 *v, int *i) {
  v[0] = v[1] + make_float4(lerp(p[0], p[1], 0.5f));
  atomicMax(p, fabs(make_float3(1.f, 2.f, 3.f)).x);
  atomicMax(i, 3);
}
