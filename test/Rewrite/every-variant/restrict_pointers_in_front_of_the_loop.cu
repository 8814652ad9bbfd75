// Pointers that are members, or come out of a list in memory, get names in front of the
// loop that are declared __restrict__: they are apart.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --dump-after=rewrite %s 2>&1 \
// RUN:   | not grep left-alone
// RUN: %rewrite_and_run cpasync,ldg,ldg-single short_tiles

struct Parameters {
  const float *a;
  float *c;
  int n;
};

static __global__ void of_a_struct(Parameters p) {
  __shared__ float tile[16];
  const int t = threadIdx.x, n = p.n;
  const float *__restrict__ a = p.a;
  float *__restrict__ c = p.c;
  for (int k = 0; k < n; k += 16) {
    if (t < 16)
      tile[t] = k + t < n ? a[k + t] : 0.0f;
    __syncthreads();
    for (int j = 0; j < 16; ++j)
      c[t] += tile[j] * (t + 1);
    __syncthreads();
  }
}

static __global__ void in_an_outer_loop(Parameters p) {
  __shared__ float tile[16];
  const int t = threadIdx.x, n = p.n;
  const float *__restrict__ a = p.a;
  float *__restrict__ c = p.c;
  for (int i = 0; i < 2; ++i) {
    for (int k = 0; k < n; k += 16) {
      if (t < 16)
        tile[t] = k + t < n ? a[k + t] : 0.0f;
      __syncthreads();
      for (int j = 0; j < 16; ++j)
        c[t] += tile[j] * (t + 1);
      __syncthreads();
    }
  }
}

void launch(const float *A, float *C, int n) {
  of_a_struct<<<1, 64>>>(Parameters{A, C, n});
  in_an_outer_loop<<<1, 64>>>(Parameters{A, C + 64, n});
}
