// Guards turned around, guards that read memory, guards in two halves; a zero
// of any spelling.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float a[32], b[32], c[32], d[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n && k < 128; k += 32) {
    a[t] = k + t >= n ? 0 : A[k + t];
    b[t] = k + t < n && A[k + t] > 0.0f ? A[k + t] : 0.0;
    if (!(k + t < n))
      c[t] = (float)0;
    else
      c[t] = A[k + t];
    const bool inside = k + t + 1 < n;
    d[t] = inside ? (A + 1)[k + t] : 0x0p0f;
    __syncthreads();

    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + a[i] * b[i ^ t] + c[i] * d[i ^ t];
    __syncthreads();
  }

  out[t] = sum;
}
