// The object that the load fills is declared in front of the barrier: it goes where the
// load goes. One that compute names as well is filled by both.
//
// RUN: %rewrite_and_run ldg,ldg-single walk -DPADDED -DKERNELS=walk,used_by_both

struct Pair {
  float first, second;
};

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float firsts[16], seconds[16];
  const Pair *pairs = reinterpret_cast<const Pair *>(A);
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    const int mine = k / 2 + t;
    Pair pair;
    __syncthreads();
    if (t < 16) {
      pair = pairs[mine];
      firsts[t] = pair.first;
      seconds[t] = pair.second;
    }
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += firsts[i] * (i + t) - seconds[i];
  }
  out[t] = sum;
}

__global__ void used_by_both(const float *__restrict__ A,
                             float *__restrict__ out, int n) {
  __shared__ float firsts[32];
  const Pair *pairs = reinterpret_cast<const Pair *>(A);
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    Pair pair;
    __syncthreads();
    pair = pairs[k / 2 + t % 16];
    firsts[t] = pair.first;
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += firsts[i] * pair.second;
  }
  out[t] = sum;
}
