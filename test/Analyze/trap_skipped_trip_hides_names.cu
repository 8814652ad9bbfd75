// What a skipped part declares has a name that means something else around it:
// in parts of their own, or out of the `if`, the same text would name the
// other.
//
// RUN: %never_wrong

struct Pair {
  int first, second;
};

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[64];
  const int tx = threadIdx.x;
  constexpr int n = 8;
  int offset = 3, row = 5;
  float acc = 0;
  for (int k = 0; k < K; k += 8) {
    if (k % 16 == 8)
      continue;
    constexpr int n = 4; // names a type behind the barrier
    As[tx] = A[k + tx];
    __syncthreads();
    float part[n];
    for (float &p : part)
      acc += p = As[63 - tx];
    __syncthreads();
  }
  for (int k = 0; k < K; k += 8) {
    if (k % 16 == 8)
      continue;
    const Pair pair{k, k + 1};
    auto [from, offset] = pair;
    As[tx] = A[from + tx];
    __syncthreads();
    acc += As[63 - tx] * offset;
    __syncthreads();
  }
  for (int k = 0; k < K; k += 8) {
    if (k % 16 == 0) {
      int row = k + 63 - tx; // used on both sides of the barrier
      As[tx] = A[row];
      __syncthreads();
      acc += As[63 - tx] * row;
      __syncthreads();
    }
    acc += row;
  }
  C[tx] = acc + n + offset;
}
