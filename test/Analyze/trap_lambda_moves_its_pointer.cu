// The lambda keeps a pointer of its own, and moves it on.
//
// RUN: %never_wrong

__global__ void trap(const float *__restrict__ A, float *C, int K) {
  __shared__ float tile[64];
  int t = threadIdx.x;
  auto next = [at = A]() mutable { return at += 64; };
  const float *from = A;
  auto here = [&]() { return from; };
  float sum = 0;
  for (int k = 0; k < K; ++k) {
    tile[t] = here()[t];
    __syncthreads();
    sum += tile[63 - t];
    if (k == 1)
      from = C;
    from = k == 2 ? next() : from + 64;
    C[(k + 1) * 64 + t] = sum;
    __syncthreads();
  }
}
