// What a trip reads for load and compute behind the continue must not be read
// where the trip is skipped: it would lie outside of the array. Each part reads
// it. What cannot fail is worked out in every trip.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single walk -DPADDED -DMORE \
// RUN:   "-DKERNELS=reads,divides,short_rows"
// RUN: %golden ldg

struct Pair {
  float first, second;
};

__global__ void reads(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (k + 32 >= n || k == 32)
      continue; // has none behind it

    // Two of the next.
    const Pair next = {A[k + 32], A[k + 33]};
    const float weight = next.first * 0.5f;
    const float &own = A[k + 34];
    tile[t] = next.second > 0.0f ? A[k + 32 + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t) * weight + own;
    sum += next.second;
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void divides(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    const int by = k % 96;
    if (by == 0)
      continue;
    const int part = 32 / by;
    tile[t] = A[k + (t + part) % 32];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i] * (i + t) * part;
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void short_rows(const float *__restrict__ A, float *__restrict__ out,
                           int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    const int count = min(n - k, 32);
    if (k % 64 == 32)
      continue;
    const float share = 1.0f / count;
    if (t < count)
      tile[t] = A[k + t];
    __syncthreads();
    float part = 0.0f;
    for (int i = 0; i < count; ++i)
      part += tile[i] * (i + t);
    sum += part * share;
    __syncthreads();
  }
  out[t] = sum;
}
