// Some threads, or all, go on to the next trip before they have moved what the load
// goes by.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float T0[64], T1[64], T2[64];
  const int tx = threadIdx.x;
  float acc = 0;
  int at = 0, turn = 0;
  for (int k = 0; k < K; k += 8) {
    T0[tx] = A[at + tx];
    __syncthreads();
    acc += T0[63 - tx] * at;
    __syncthreads();
    if (tx % 3 == 1)
      continue;
    at += turn == 2 ? 16 : 8;
    turn = turn == 2 ? 0 : turn + 1;
    at %= 40;
  }
  int place = 0, step = 8;
  for (int k = 0; k < K; k += 8) {
    T1[tx] = A[place + tx];
    __syncthreads();
    acc += T1[63 - tx] * place;
    if (k % 32 == 16)
      continue;
    __syncthreads();
    place = (place + step) % 48;
    step = step == 8 ? 16 : 8;
  }
  // Through another name.
  int from = 0, width = 8;
  int *const widest = &width;
  for (int k = 0; k < K; k += 8) {
    T2[tx] = A[from + tx];
    __syncthreads();
    acc += T2[63 - tx] * from;
    *widest = k % 16 ? 8 : 16;
    __syncthreads();
    from += width;
    if (from > 32)
      from = 0;
  }
  C[tx] = acc + at + place + from;
}
