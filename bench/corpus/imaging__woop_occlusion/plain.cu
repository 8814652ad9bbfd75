// Shadow rays against all triangles in Woop's form: three float4 turn a ray
// into the triangle's own coordinates. 64 triangles are a tile, a float4 a
// load.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#define TRIS 64
#define RAYS 128

__device__ __forceinline__ float affine(const float4 &m, const float3 &p) {
  return m.x * p.x + m.y * p.y + m.z * p.z + m.w;
}

__device__ __forceinline__ float linear(const float4 &m, const float3 &d) {
  return m.x * d.x + m.y * d.y + m.z * d.z;
}

__global__ void __launch_bounds__(RAYS, 8)
    occlusion(const float4 *__restrict__ origins,
              const float4 *__restrict__ directions,
              const float4 *__restrict__ triangles,
              unsigned char *__restrict__ occluded, int *__restrict__ hits,
              int rays, int count) {
  __shared__ float4 tri[TRIS * 3];

  const int ray = blockIdx.x * RAYS + threadIdx.x;
  const float4 o4 = origins[ray < rays ? ray : rays - 1];
  const float4 d4 = directions[ray < rays ? ray : rays - 1];
  const float3 o = make_float3(o4.x, o4.y, o4.z);
  const float3 d = make_float3(d4.x, d4.y, d4.z);
  const float t_max = 2.0f + d4.w;
  int hit = 0;

  const int tiles = (count + TRIS - 1) / TRIS;
  for (int tile = 0; tile < tiles; ++tile) {
    const int first = tile * TRIS * 3, end = count * 3;
    if (first + threadIdx.x < end)
      tri[threadIdx.x] = triangles[first + threadIdx.x];
    if (threadIdx.x < TRIS * 3 - RAYS && first + RAYS + threadIdx.x < end)
      tri[RAYS + threadIdx.x] = triangles[first + RAYS + threadIdx.x];
    __syncthreads();

    const int n = min(TRIS, count - tile * TRIS);
#pragma unroll 4
    for (int i = 0; i < n; ++i) {
      const float oz = affine(tri[3 * i + 2], o), dz = linear(tri[3 * i + 2], d);
      const float t = -oz / dz;
      const float u = affine(tri[3 * i], o) + t * linear(tri[3 * i], d);
      const float v = affine(tri[3 * i + 1], o) + t * linear(tri[3 * i + 1], d);
      hit += t > 1e-4f && t < t_max && u >= 0.0f && v >= 0.0f && u + v <= 1.0f;
    }
    __syncthreads();
  }

  if (ray < rays) {
    occluded[ray] = hit != 0;
    hits[ray] = hit;
  }
}

extern "C" void launch(const float *origins, const float *directions,
                       const float *triangles, unsigned char *occluded,
                       int *hits, int rays, int count) {
  occlusion<<<(rays + RAYS - 1) / RAYS, RAYS>>>(
      (const float4 *)origins, (const float4 *)directions,
      (const float4 *)triangles, occluded, hits, rays, count);
}
