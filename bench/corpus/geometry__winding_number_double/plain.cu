// Generalised winding number of points in a soup of triangles: the solid angles
// in double, 64 triangles a tile as nine arrays. 64 threads.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

constexpr int T = 64;

__device__ inline double dot(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

__global__ void __launch_bounds__(T)
winding(const double *__restrict__ query, const double *__restrict__ soup,
        double *__restrict__ w, int n_query, int n_triangles) {
  __shared__ double corner[9][T];

  const int q = blockIdx.x * T + threadIdx.x;
  double p[3] = {0, 0, 0};
  if (q < n_query)
    for (int d = 0; d < 3; ++d)
      p[d] = query[d * (size_t)n_query + q];
  double angle = 0.0;

  for (int t0 = 0; t0 < n_triangles; t0 += T) {
    const int n = min(T, n_triangles - t0);
    if (threadIdx.x < n)
#pragma unroll
      for (int c = 0; c < 9; ++c)
        corner[c][threadIdx.x] = soup[(size_t)c * n_triangles + t0 + threadIdx.x];
    __syncthreads();
    for (int t = 0; t < n; ++t) {
      double a[3], b[3], c[3];
#pragma unroll
      for (int d = 0; d < 3; ++d) {
        a[d] = corner[d][t] - p[d];
        b[d] = corner[3 + d][t] - p[d];
        c[d] = corner[6 + d][t] - p[d];
      }
      const double la = sqrt(dot(a, a)), lb = sqrt(dot(b, b)), lc = sqrt(dot(c, c));
      const double det = a[0] * (b[1] * c[2] - b[2] * c[1]) -
                         a[1] * (b[0] * c[2] - b[2] * c[0]) +
                         a[2] * (b[0] * c[1] - b[1] * c[0]);
      const double den = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
      angle += atan2(det, den);
    }
    __syncthreads();
  }
  if (q < n_query)
    w[q] = angle * 0.15915494309189535;
}

extern "C" void launch(const double *query, const double *soup, double *w,
                       int n_query, int n_triangles) {
  winding<<<(n_query + T - 1) / T, T>>>(query, soup, w, n_query, n_triangles);
}
