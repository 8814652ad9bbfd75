// The pointers are constants themselves, and several instantiations are in
// sight: what is loaded has the type that the template spells.
//
// RUN: %rewrite_and_run ldg,ldg-single packed
// RUN: grep -v CHECK %t.ldg.cu | FileCheck %s

// CHECK-LABEL: void offsets
// CHECK: INPUT next_buffer;
template <typename INPUT>
__global__ void offsets(const INPUT *const in, INPUT *const out, int const n,
                        const INPUT *const base) {
  __shared__ INPUT buffer[64];
  INPUT const lowest = *base;
  INPUT bits = 0;
  for (int k = 0; k < n; k += 64) {
    __syncthreads();
    buffer[threadIdx.x] = in[k + threadIdx.x] - lowest;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      bits = bits * 3 + buffer[(i + threadIdx.x) % 64];
  }
  out[threadIdx.x] = bits;
}

template __global__ void offsets<float>(const float *const, float *const,
                                        int const, const float *const);
template __global__ void offsets<double>(const double *const, double *const,
                                         int const, const double *const);

// One instantiation only: its type must not show.
// CHECK-LABEL: void averages
// CHECK: Source next_tile;
template <typename Source>
__global__ void averages(const Source *const __restrict__ in,
                         float *__restrict__ out, int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[threadIdx.x] = static_cast<float>(in[k + threadIdx.x]) * 0.25f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (threadIdx.x + 1);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

template __global__ void averages<double>(const double *const __restrict__,
                                          float *__restrict__, int);
