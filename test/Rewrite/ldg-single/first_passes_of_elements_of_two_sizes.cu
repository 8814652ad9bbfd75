// All instantiations of a template have one text: so many first passes as the registers
// hold of the widest elements. The arrays are told apart by the members that lead to
// them. A near twin, whose elements leave no room for a pass, keeps its text.
//
// RUN: %rewrite_and_run ldg-single bodies_of_two_sizes
// RUN: FileCheck %s < %t.ldg-single.cu
// RUN: cuda-pipeline-rewrite --variant=ldg-single --explain %s 2>&1 >/dev/null | FileCheck %s --check-prefix=SAYS

template <typename T> struct Bodies {
  const T *x, *y, *z;
};

// CHECK: pass < 4
// CHECK: next_tile_x[pass] = bodies.x[base + j];
// CHECK: // Behind the first 4 passes: loaded in place.
// SAYS: K-loop in 'pull' pipelined: ldg-single, loads only
template <typename T>
__global__ void pull(const Bodies<T> bodies, T *out, int n) {
  __shared__ T tile_x[256], tile_y[256], tile_z[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  T sum = T(0);
  for (int base = 0; base < n; base += 256) {
    for (int j = threadIdx.x; j < 256; j += blockDim.x)
      if (base + j < n) {
        tile_x[j] = bodies.x[base + j];
        tile_y[j] = bodies.y[base + j];
        tile_z[j] = bodies.z[base + j];
      } else {
        tile_x[j] = T(0);
        tile_y[j] = T(0);
        tile_z[j] = T(0);
      }
    __syncthreads();

    for (int j = 0; j < 256; ++j)
      sum = sum * T(0.5) + tile_x[j] * tile_y[j] - tile_z[j];
    __syncthreads();
  }
  if (i < n)
    out[i] = sum;
}

template __global__ void pull<float>(const Bodies<float>, float *, int);
template __global__ void pull<double>(const Bodies<double>, double *, int);

struct Wide {
  double at[20];
};

// SAYS: K-loop in 'too_wide' left alone: {{.*}} [copy-count-unknown]
__global__ void too_wide(const Wide *__restrict__ bodies, double *__restrict__ out,
                         int n) {
  __shared__ Wide tile[64];
  double sum = 0;
  for (int base = 0; base < n; base += 64) {
    for (int j = threadIdx.x; j < 64; j += blockDim.x)
      tile[j] = bodies[base + j];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += tile[j].at[0];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
