// A mutable lambda counts its calls, in the load and in compute.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
  __shared__ float As[64];
  int tx = threadIdx.x;
  float acc = 0;
  auto next = [n = 0]() mutable { return n++; };
  for (int k = 0; k < K; k += 8) {
    As[tx] = A[next() * 64 + tx];
    __syncthreads();
    for (int j = 0; j < 8; ++j)
      acc += As[(tx + j) & 63];
    acc += next();
    __syncthreads();
  }
  C[tx] = acc;
}
