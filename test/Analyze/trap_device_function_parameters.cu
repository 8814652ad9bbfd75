// Scalars by reference and pointers to the caller's variables move in the loop
// and live on after it; the caller reads the shared array of an earlier call.
//
// RUN: %never_wrong

__device__ void walk(const float *A, int &at, int *rest, float &acc, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < K; k += 8) {
    tile[t] = A[at + t];
    at += 8;
    __syncthreads();
    acc += tile[63 - t];
    rest[0] -= 1;
    __syncthreads();
  }
}

__device__ void step(const float *A, const float *&p, float &acc, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  for (int k = 0; k < K; k += 8) {
    tile[t] = p[t];
    p += 8;
    __syncthreads();
    acc += tile[63 - t];
    __syncthreads();
  }
}

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  int at = 3, rest = K;
  float acc = 0;
  walk(A, at, &rest, acc, K);
  walk(A, at, &rest, acc, K);
  const float *p = A;
  step(A, p, acc, K);
  C[threadIdx.x] = acc + at + rest + *p;
}
