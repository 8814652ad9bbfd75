// The test at the end goes by what this trip's load has left in its temporary.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  int t = threadIdx.x, trip = 0, start = 0, len = 0;
  float sum = 0;
  while (true) {
    start = trip * 64;
    len = K * 64 - start;
    tile[t] = t < len ? A[start + t] : 0.0f;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * start;
    __syncthreads();
    ++trip;
    if (start + 64 >= K * 64)
      break;
  }
  for (int at = 0;;) {
    if (at >= len)
      break;
    len = K * 16;
    tile[t] = A[at + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * t;
    at += 64;
    __syncthreads();
  }
  C[t] = sum + trip;
}
