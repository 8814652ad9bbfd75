// Templates that nobody instantiates here. What is loaded has the type that the
// declaration of its pointer spells.
//
// RUN: %rewrite_and_run ldg,ldg-single packed
// RUN: grep -v CHECK %t.ldg.cu | FileCheck %s

// Offsets from a base value, as integer compression has them.
// CHECK-LABEL: void offsets
// CHECK: T next_buffer;
// CHECK: next_buffer = in[k + threadIdx.x];
// CHECK: buffer[threadIdx.x] = next_buffer - lowest;
template <typename T>
__global__ void offsets(const T *__restrict__ in, T *__restrict__ out, int n,
                        const T *__restrict__ base) {
  __shared__ T buffer[64];
  const T lowest = *base;
  T bits = 0;
  for (int k = 0; k < n; k += 64) {
    __syncthreads();
    buffer[threadIdx.x] = in[k + threadIdx.x] - lowest;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      bits = bits * 3 + buffer[(i + threadIdx.x) % 64];
  }
  out[threadIdx.x] = bits;
}

// The tile has another type; the row is reached by a pointer of the trip.
// CHECK-LABEL: void averages
// CHECK: Source next_tile;
template <typename Source>
__global__ void averages(const Source *__restrict__ in, float *__restrict__ out,
                         int n) {
  __shared__ float tile[64];
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    const Source *row = in + k;
    tile[threadIdx.x] = static_cast<float>(row[threadIdx.x]) * 0.25f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (threadIdx.x + 1);
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
