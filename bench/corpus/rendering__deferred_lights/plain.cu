// Deferred shading: the lights of a screen tile, 64 a trip, as position with
// radius and colour; Blinn-Phong. Two pixels a thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_fp16.h>

struct Light {
  float4 position_radius;
  float4 color;
};

__device__ __forceinline__ float3 operator-(float3 a, float3 b) { return make_float3(a.x - b.x, a.y - b.y, a.z - b.z); }
__device__ __forceinline__ float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

__device__ void shade(const Light &l, float3 p, float3 n, float3 &out) {
  const float3 d = make_float3(l.position_radius.x, l.position_radius.y, l.position_radius.z) - p;
  const float d2 = dot(d, d);
  const float radius = 0.2f + fabsf(l.position_radius.w);
  const float fall = 1.f - d2 / (radius * radius);
  if (fall <= 0.f)
    return;
  const float inv = rsqrtf(d2 + 1e-6f);
  const float diffuse = fmaxf(0.f, dot(n, d) * inv);
  float spec = fmaxf(0.f, n.z * 0.7f + dot(n, d) * inv * 0.7f);
  spec *= spec;
  spec *= spec;
  spec *= spec;
  const float k = fall * fall * (diffuse + 0.3f * spec);
  out.x += k * l.color.x;
  out.y += k * l.color.y;
  out.z += k * l.color.z;
}

__global__ __launch_bounds__(128) void deferred(
    const Light *__restrict__ lights, const int *__restrict__ light_list,
    const half2 *__restrict__ normals, const float *__restrict__ depth,
    float *__restrict__ rgb, int width, int height, int lights_per_tile) {
  __shared__ Light batch[64];

  const int x = blockIdx.x * 16 + threadIdx.x;
  const int y = blockIdx.y * 16 + threadIdx.y;
  const int t = threadIdx.y * 16 + threadIdx.x;
  const int *list = light_list + (size_t)(blockIdx.y * gridDim.x + blockIdx.x) * lights_per_tile;

  float3 p[2], n[2], c[2];
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    const int yy = min(y + 8 * i, height - 1), xx = min(x, width - 1);
    const size_t at = (size_t)yy * width + xx;
    const float2 o = __half22float2(normals[at]);
    const float z = sqrtf(fmaxf(0.f, 1.f - 0.5f * (o.x * o.x + o.y * o.y)));
    n[i] = make_float3(0.7f * o.x, 0.7f * o.y, z);
    p[i] = make_float3(2.f * xx / width - 1.f, 2.f * yy / height - 1.f, depth[at]);
    c[i] = make_float3(0.05f, 0.05f, 0.05f);
  }

  for (int base = 0; base < lights_per_tile; base += 64) {
    const int count = min(64, lights_per_tile - base);
    // Half a light a thread.
    if (t / 2 < count) {
      const float4 *src = reinterpret_cast<const float4 *>(lights + list[base + t / 2]);
      reinterpret_cast<float4 *>(batch)[t] = src[t & 1];
    }
    __syncthreads();
    for (int l = 0; l < count; ++l) {
      shade(batch[l], p[0], n[0], c[0]);
      shade(batch[l], p[1], n[1], c[1]);
    }
    __syncthreads();
  }

#pragma unroll
  for (int i = 0; i < 2; ++i)
    if (x < width && y + 8 * i < height) {
      float *out = rgb + ((size_t)(y + 8 * i) * width + x) * 3;
      out[0] = c[i].x;
      out[1] = c[i].y;
      out[2] = c[i].z;
    }
}

extern "C" void launch(const float4 *lights, const int *light_list,
                       const half2 *normals, const float *depth, float *rgb,
                       int width, int height, int lights_per_tile) {
  deferred<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 8)>>>(
      reinterpret_cast<const Light *>(lights), light_list, normals, depth, rgb,
      width, height, lights_per_tile);
}
