// Pointers to const elements of a template's type walk over the source, and the
// loads ahead are told where: const in front of the type, and behind it.
//
// RUN: %rewrite_and_run ldg-single,auto sweep "-DKERNEL=sweep<float, false>" \
// RUN:   -DPLANES=nz
// RUN: %rewrite_and_run ldg-single,auto sweep "-DKERNEL=sweep<float, true>" \
// RUN:   -DPLANES=nz
// RUN: grep -v CHECK %t.ldg-single.cu | FileCheck %s

template <typename T, bool Add>
__global__ void sweep(const T *__restrict__ in, T *__restrict__ out,
                      int nx, int ny, int nz) {
  __shared__ T planes[3][32];
  const int t = threadIdx.y * 8 + threadIdx.x;
  const int x = blockIdx.x * 8 + threadIdx.x;
  const int y = blockIdx.y * 4 + threadIdx.y;
  const int row = nx + 2, plane = row * (ny + 2);
  const bool valid = x < nx && y < ny;
  const T *here = in + (y + 1) * row + x + 1;
  T const *below = here - row;
  int last = 0, now = 1, next = 2;
  planes[last][t] = planes[now][t] = 0;
  __syncthreads();

  // CHECK: auto fetch_tile = [&](
  // CHECK-DAG: const T *here
  // CHECK-DAG: T const *below
  // CHECK: fetch_tile(here + plane
  for (int z = 0; z < nz; ++z) {
    T sum = 0;
    planes[next][t] = valid ? *here - *below : T(0);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += planes[next][i] - planes[now][31 - i] * planes[last][t];
    if (valid)
      out[(z * ny + y) * nx + x] = Add ? sum + t : sum;
    __syncthreads();
    const int oldest = last;
    last = now;
    now = next;
    next = oldest;
    here += plane;
    below += plane;
  }
}

template __global__ void sweep<float, false>(const float *, float *, int, int,
                                             int);
template __global__ void sweep<float, true>(const float *, float *, int, int,
                                            int);
