// Bounds and steps are kept in shared memory: set once, by all threads or by
// one, and only read in the loop.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single segments
// RUN: %golden cpasync

// Squared distances of points in columns, as k nearest neighbours need them.
__global__ void distances(const float *__restrict__ a, int width,
                          const float *__restrict__ b, float *__restrict__ out,
                          int height) {
  __shared__ float shared_a[16][16];
  __shared__ float shared_b[16][16];
  __shared__ int begin_a, begin_b, step, end_a;

  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = 0.0f;

  begin_a = 16 * blockIdx.y;
  begin_b = 16 * blockIdx.x;
  step = 16 * width;
  end_a = begin_a + (height - 1) * width;
  __syncthreads();

  for (int i = begin_a, j = begin_b; i <= end_a; i += step, j += step) {
    bool inside = i / width + ty < height;
    shared_a[ty][tx] = inside ? a[i + width * ty + tx] : 0.0f;
    shared_b[ty][tx] = inside ? b[j + width * ty + tx] : 0.0f;
    __syncthreads();

    for (int k = 0; k < 16; ++k) {
      float difference = shared_a[k][ty] - shared_b[k][tx];
      sum += difference * difference;
    }
    __syncthreads();
  }
  out[(16 * blockIdx.y + ty) * width + 16 * blockIdx.x + tx] = sum;
}

// One thread looks up which part of the values belongs to the block.
__global__ void segment_sums(const int *__restrict__ offsets,
                             const float *__restrict__ values,
                             float *__restrict__ out) {
  __shared__ float tile[64];
  __shared__ struct {
    int count;
  } segment;
  __shared__ int first, last;
  const int t = threadIdx.x;
  if (t == 0) {
    first = offsets[blockIdx.x];
    last = offsets[blockIdx.x + 1];
    segment.count = last - first;
  }
  __syncthreads();

  float sum = 0.0f;
  for (int k = 0; first + k < last; k += 64) {
    const int here = first + k + t;
    tile[t] = here < last ? values[here] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[i] * (t + 1);
    __syncthreads();
  }
  out[blockIdx.x * 64 + t] = sum + segment.count;
}
