// Whether there is another trip is known at the end of this one only.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float tile[64];
  int t = threadIdx.x, k = 0;
  float sum = 0;
  bool more = true;
  do {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    more = k < 7 && tile[5] < 0.9f;
    __syncthreads();
    ++k;
  } while (more && k < K);
  while (true) {
    tile[t] = A[k * 64 + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * t;
    int left = K - k;
    __syncthreads();
    ++k;
    if (left <= 1)
      break;
  }
  C[t] = sum + k;
}
