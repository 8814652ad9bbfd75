// 8-byte copies: doubles, and float2 points whose distance is summed.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single points
// RUN: %rewrite_and_run auto points
// RUN: diff %t.auto.cu %t.cpasync.cu

__global__ void points(const float2 *__restrict__ where,
                       const double *__restrict__ weight, double *out, int n) {
  __shared__ float2 p[64];
  __shared__ double w[64];
  const int tid = threadIdx.x;
  const int me = blockIdx.x * 64 + tid;
  const float2 mine = me < n ? where[me] : make_float2(0.f, 0.f);
  double sum = 0.0;

  for (int j = 0; j < n; j += 64) {
    if (j + tid < n) {
      p[tid] = where[j + tid];
      w[tid] = weight[j + tid];
    }
    else {
      p[tid] = make_float2(0.f, 0.f);
      w[tid] = 0.0;
    }
    __syncthreads();

    for (int k = 0; k < 64; k++) {
      const float dx = p[k].x - mine.x;
      const float dy = p[k].y - mine.y;
      sum += w[k] * (dx * dx + dy * dy);
    }
    __syncthreads();
  }

  if (me < n)
    out[me] = sum;
}
