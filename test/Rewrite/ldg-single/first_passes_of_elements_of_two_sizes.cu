// All instantiations of a template have one text: so many first passes as the registers
// hold of the widest elements. A near twin, whose elements leave no room for a pass,
// keeps its text: Analyze/first_passes_of_wide_elements.cu.
//
// RUN: %rewrite_and_run ldg-single bodies_of_two_sizes
// RUN: FileCheck %s < %t.ldg-single.cu
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain %s 2>&1 >/dev/null | FileCheck %s --check-prefix=SAYS

// CHECK: pass < 4
// CHECK: next_tile_x[pass] = x[base + j];
// CHECK: // Behind the first 4 passes: loaded in place.
// SAYS: K-loop in 'pull' pipelined: ldg-single, loads only
template <typename T>
__global__ void pull(const T *__restrict__ x, const T *__restrict__ y,
                     const T *__restrict__ z, T *out, int n) {
  __shared__ T tile_x[1024], tile_y[1024], tile_z[1024];
  const int i = threadIdx.x;
  T sum = T(0);
  for (int base = 0; base < n; base += 1024) {
    for (int j = threadIdx.x; j < 1024; j += blockDim.x)
      if (base + j < n) {
        tile_x[j] = x[base + j];
        tile_y[j] = y[base + j];
        tile_z[j] = z[base + j];
      } else {
        tile_x[j] = T(0);
        tile_y[j] = T(0);
        tile_z[j] = T(0);
      }
    __syncthreads();

    for (int j = 0; j < 1024; ++j)
      sum = sum * T(0.5) + tile_x[j] * tile_y[j] - tile_z[j];
    __syncthreads();
  }
  if (i < n)
    out[i] = sum;
}

template __global__ void pull<float>(const float *, const float *, const float *,
                                     float *, int);
template __global__ void pull<double>(const double *, const double *,
                                      const double *, double *, int);
