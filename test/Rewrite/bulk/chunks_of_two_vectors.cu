// One thread copies whole chunks for the block, counted by a barrier that each stage has.
// Where a chunk is short, or the inputs are not aligned, threads store as before.
//
// RUN: %rewrite_and_run bulk2,bulk3,bulk4 chunks --widen=auto -DCHUNK=64 -DTHREADS=32
// RUN: %golden bulk3
// RUN: %golden bulk2

constexpr int TILE = 64;

static __global__ void dot(const float *__restrict__ a, const float *__restrict__ b,
                    float *__restrict__ out, int n) {
  __shared__ float as[TILE], bs[TILE];
  float sum = 0;
  for (int k = 0; k < n; k += TILE) {
    for (int i = threadIdx.x; i < TILE; i += blockDim.x) {
      as[i] = k + i < n ? a[k + i] : 0.0f;
      bs[i] = k + i < n ? b[k + i] : 0.0f;
    }
    __syncthreads();

    for (int i = threadIdx.x; i < TILE; i += blockDim.x)
      sum += as[i] * bs[TILE - 1 - i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

inline void run(const float *a, const float *b, float *out, int n) {
  dot<<<1, 32>>>(a, b, out, n);
}
