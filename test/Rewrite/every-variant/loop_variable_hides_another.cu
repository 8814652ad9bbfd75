// The loop's own variables have the names of others outside, which keep their
// values; one is not a recurrence, but the load needs it.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int k = 1000, end = 7;

  for (int k = 0, end = n; k < end; k += 32) {
    int i = k + t;
    tile[t] = i < end ? A[i] : 0.0f;
    __syncthreads();

    for (int i = 0; i < 32; ++i) {
      float element = tile[i];
      {
        float tile = element * 2.0f;
        sum = sum * 0.5f + tile;
      }
    }
    sum += i;
    __syncthreads();
  }

  out[t] = sum + k + end;
}
