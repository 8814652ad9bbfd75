// What a test goes by is set in some trips, and asked in later ones.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float T0[64], T1[64], T2[64];
  const int tx = threadIdx.x;
  float acc = 0;
  int left = 0;
  for (int k = 0; k < K; k += 8) {
    if (k % 48 == 8) {
      left = k + 16;
      continue;
    }
    if (k < left)
      continue;
    T0[tx] = A[k + tx];
    __syncthreads();
    acc += T0[63 - tx];
    __syncthreads();
  }
  bool skipped = false;
  int until = 0;
  for (int k = 0; k < K; k += 8) {
    if (K > 16) {
      int here = until;
      if (k % 48 == 8)
        here = until = k + 16;
      skipped = k < here;
    }
    if (!skipped)
      T1[tx] = A[k + tx];
    __syncthreads();
    if (!skipped)
      acc += T1[63 - tx] * until;
    __syncthreads();
  }
  // Compute decides for the next trip.
  int wait = 0;
  for (int k = 0; k < K; k += 8) {
    if (K > 16) {
      const int left = wait - k;
      if (left > 0)
        continue;
    }
    T2[tx] = A[k + tx];
    __syncthreads();
    acc += T2[63 - tx];
    if (T2[0] > 0.5f)
      wait = k + 24;
    __syncthreads();
  }
  C[tx] = acc + left + until;
}
