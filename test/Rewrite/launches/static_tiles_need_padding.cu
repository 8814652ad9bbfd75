// Tiles whose sizes are no multiple of 16 bytes: the next one starts behind a
// gap, and the launch counts it.
//
// RUN: %rewrite_and_run cpasync,ldg launched
// RUN: %golden cpasync

struct Pair {
  short low, high;
};

__global__ void product(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  const int Rows = 81;
  __shared__ Pair flags[Rows * 55];
  __shared__ float As[Rows][31], Bs[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    flags[t].low = short(A[k + t] * 16);
    flags[t].high = short(t);
    As[t][0] = A[k + t];
    Bs[t] = A[k + 63 - t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i][0] * Bs[i] * (flags[i].low + flags[i].high);
    __syncthreads();
  }
  C[t] = sum;
}

constexpr int Rows = 81;

__global__ void visible(const float *__restrict__ A, float *__restrict__ C,
                        int K) {
  __shared__ Pair flags[Rows * 55];
  __shared__ float As[Rows][31];
  __shared__ float Bs[64];
  const int t = threadIdx.x;
  float sum = C[t];
  for (int k = 0; k < K; k += 64) {
    flags[t].low = short(A[k + t] * 16);
    flags[t].high = short(t);
    As[t][0] = A[k + t];
    Bs[t] = A[k + 63 - t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i][0] * Bs[i] * (flags[i].low + flags[i].high);
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *A, float *C, int K) {
  product<<<1, 64>>>(A, C, K);
  visible<<<1, 64, 0>>>(A, C, K);
}
