// What moves the state of both phases may be asked of other trips, may stop, or may
// find something else right behind the load.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float T0[64], T1[64], T2[64], T3[64], T4[64];
  const int tx = threadIdx.x;
  float acc = 0;
  // Compute counts what moves it.
  int row = 0, col = 0, count = 0;
  for (int k = 0; k < K; k += 8) {
    T0[tx] = A[row * 8 + col + tx];
    __syncthreads();
    acc += T0[63 - tx] * col;
    ++count;
    __syncthreads();
    col += 8;
    if (count == 3) {
      col = 0;
      ++row;
      count = 0;
    }
  }
  // A declaration of the trip stands between.
  int at = 0;
  for (int k = 0; k < K; k += 8) {
    T1[tx] = A[at + tx];
    __syncthreads();
    acc += T1[63 - tx] * at;
    const int more = at % 16 ? 4 : 8;
    __syncthreads();
    at += more;
    if (at > K)
      at = 0;
  }
  // It is moved in front of the load too, and in an inner loop.
  int place = 0;
  for (int k = 0; k < K; k += 8) {
    place += k % 16;
    T2[tx] = A[place % 64 + tx];
    __syncthreads();
    for (int i = 0; i < 3; ++i) {
      acc += T2[63 - tx] * place;
      place += i;
    }
    __syncthreads();
  }
  // What the load phase sets from it is asked for behind the loop.
  int seen = 0, turn = 0;
  for (int k = 0; k < K; k += 8) {
    seen = turn * 2;
    T3[tx] = A[seen + tx];
    __syncthreads();
    acc += T3[63 - tx] * seen + turn;
    __syncthreads();
    turn = turn == 5 ? 0 : turn + 1;
  }
  // Its own name hides another.
  int next = 1;
  for (int k = 0; k < K; k += 8) {
    const int i = next;
    T4[tx] = A[i + tx];
    __syncthreads();
    for (int i = 0; i < next; ++i)
      acc += T4[63 - tx] * i;
    acc += i;
    __syncthreads();
    next = next == 4 ? 1 : next + 1;
  }
  C[tx] = acc + row + at + place + seen + next;
}
