// A pointer to const of a template parameter's type that load and compute both
// go by, declared behind another: the load's copy of it is one, too.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single walk \
// RUN:   -DKERNEL=walk_elements

template <typename T>
__device__ void walk_tiles(const T *__restrict__ A, T *__restrict__ out, int n) {
  __shared__ T tile[32];
  const int t = threadIdx.x;
  T sum = 0;
  const T *origin = A, *p = A;
  for (int k = 0; k < n; k += 32) {
    tile[t] = k + t < n ? p[t] : T(0);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * T(t + int(p - origin));
    p += 32;
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void walk_elements(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  walk_tiles<float>(A, out, n);
}
