// The last tile is short: what it does not store is not read either.
//
// RUN: %rewrite_and_run ldg-single nearest

#define TILE 32

__global__ void nearest(const float *__restrict__ x,
                        const float *__restrict__ centers,
                        int *__restrict__ best, int n, int k) {
  __shared__ float cs[TILE];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float xi = i < n ? x[i] : 0.0f;
  float smallest = 1e30f;
  int index = -1;

  for (int j = 0; j < k; j += TILE) {
    int lsize = min(TILE, k - j);
    if (threadIdx.x < lsize)
      cs[threadIdx.x] = centers[j + threadIdx.x];
    __syncthreads();

    for (int m = 0; m < lsize; ++m) {
      float d = (xi - cs[m]) * (xi - cs[m]);
      if (d < smallest) {
        smallest = d;
        index = j + m;
      }
    }
    __syncthreads();
  }

  if (i < n)
    best[i] = index;
}
