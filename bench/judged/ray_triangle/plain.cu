// The closest of all triangles that each ray hits (Moeller and Trumbore),
// without a tree: a block takes the triangles in tiles of 64.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cfloat>

struct Ray {
  float ox, oy, oz, dx, dy, dz;
};

struct Triangle {
  float v0[3], e1[3], e2[3];
};

#define TRIANGLES 64

__device__ float intersect(const Ray &r, const Triangle &t) {
  const float px = r.dy * t.e2[2] - r.dz * t.e2[1];
  const float py = r.dz * t.e2[0] - r.dx * t.e2[2];
  const float pz = r.dx * t.e2[1] - r.dy * t.e2[0];
  const float det = t.e1[0] * px + t.e1[1] * py + t.e1[2] * pz;
  const float inv = 1.0f / det;
  const float sx = r.ox - t.v0[0], sy = r.oy - t.v0[1], sz = r.oz - t.v0[2];
  const float u = (sx * px + sy * py + sz * pz) * inv;
  const float qx = sy * t.e1[2] - sz * t.e1[1];
  const float qy = sz * t.e1[0] - sx * t.e1[2];
  const float qz = sx * t.e1[1] - sy * t.e1[0];
  const float v = (r.dx * qx + r.dy * qy + r.dz * qz) * inv;
  const float d = (t.e2[0] * qx + t.e2[1] * qy + t.e2[2] * qz) * inv;
  const bool hit = fabsf(det) > 1e-7f && u >= 0.0f && v >= 0.0f &&
                   u + v <= 1.0f && d > 1e-4f;
  return hit ? d : FLT_MAX;
}

__global__ void closest_hit(const float *rays, const float *triangles,
                            float *distance, int *which, int n_rays,
                            int n_triangles) {
  __shared__ Triangle tile[TRIANGLES];

  const int id = blockIdx.x * blockDim.x + threadIdx.x;
  Ray ray = {0, 0, 0, 1, 0, 0};
  if (id < n_rays) {
    ray.ox = rays[id];
    ray.oy = rays[n_rays + id];
    ray.oz = rays[2 * n_rays + id];
    ray.dx = rays[3 * n_rays + id];
    ray.dy = rays[4 * n_rays + id];
    ray.dz = rays[5 * n_rays + id];
  }
  float best = FLT_MAX;
  int best_index = -1;

  for (int first = 0; first < n_triangles; first += TRIANGLES) {
    const int count = min(TRIANGLES, n_triangles - first);
    float *words = reinterpret_cast<float *>(tile);
    for (int i = threadIdx.x; i < count * 9; i += blockDim.x)
      words[i] = triangles[first * 9 + i];
    __syncthreads();

    for (int k = 0; k < count; ++k) {
      const float d = intersect(ray, tile[k]);
      if (d < best) {
        best = d;
        best_index = first + k;
      }
    }
    __syncthreads();
  }

  if (id < n_rays) {
    distance[id] = best;
    which[id] = best_index;
  }
}

extern "C" void launch(const float *rays, const float *triangles,
                       float *distance, int *which, int n_rays,
                       int n_triangles) {
  closest_hit<<<(n_rays + 255) / 256, 256>>>(rays, triangles, distance, which,
                                             n_rays, n_triangles);
}
