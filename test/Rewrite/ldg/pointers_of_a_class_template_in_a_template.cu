// Nobody instantiates the kernel here: a member of Arrays<T> is what the class template
// says. The near twins stand in Analyze/members_that_only_an_instantiation_knows.cu.
//
// RUN: %rewrite_and_run ldg,ldg-single arrays_of_pointers
// RUN: FileCheck %s < %t.ldg.cu

template <typename T> struct Arrays {
  const T *x;
  T *y;
};

// CHECK: next_tile_x = arrays.x[k + t];
// CHECK: fetch_tile(k + 32);
template <typename T>
__global__ void dot(const Arrays<T> arrays, T *out, int n) {
  __shared__ T tile_x[32], tile_y[32];
  const int t = threadIdx.x;
  T sum = T(0);
  for (int k = 0; k < n; k += 32) {
    if (k + t < n) {
      tile_x[t] = arrays.x[k + t];
      tile_y[t] = arrays.y[k + t];
    } else {
      tile_x[t] = T(0);
      tile_y[t] = T(0);
    }
    __syncthreads();

    for (int i = 0; i < 32; ++i)
      sum = sum * T(0.5) + tile_x[i] * tile_y[(i + t) % 32];
    __syncthreads();
  }
  out[t] = sum;
}
