// A trip that is skipped moves another way than the others, or not at all: what is
// alike is only what is the same, in the same order.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float T0[64], T1[64], T2[64], T3[64];
  const int tx = threadIdx.x;
  float acc = 0;
  // By another amount.
  const float *from = A;
  for (int k = 0; k < K; k += 8) {
    if (k % 24 == 8) {
      from += 16;
      continue;
    }
    T0[tx] = from[tx];
    __syncthreads();
    acc += T0[63 - tx];
    __syncthreads();
    from += 8;
  }
  // Only where it is not skipped, and asked for by both.
  int at = 0;
  for (int k = 0; k < K; k += 8) {
    if (k % 24 == 16)
      continue;
    T1[tx] = A[at + tx];
    __syncthreads();
    acc += T1[63 - tx] * at;
    __syncthreads();
    at += at % 16 ? 24 : 8;
  }
  // Two steps, whose order counts.
  int step = 1, place = 0;
  for (int k = 0; k < K; k += 8) {
    if (k % 32 == 8) {
      step = step % 3 + 1;
      place += step;
      continue;
    }
    T2[tx] = A[place + tx];
    __syncthreads();
    acc += T2[63 - tx] * step;
    __syncthreads();
    place += step;
    step = step % 3 + 1;
  }
  // A variable of an outer scope with the name of one behind the continue.
  int n = 0;
  for (int k = 0; k < K; k += 8) {
    if (k % 16 == 8) {
      n += 1;
      continue;
    }
    int n = k;
    T3[tx] = A[n + tx];
    __syncthreads();
    acc += T3[63 - tx];
    __syncthreads();
    n += 1;
    acc += n;
  }
  C[tx] = acc + n + (from - A) + at + place;
}
