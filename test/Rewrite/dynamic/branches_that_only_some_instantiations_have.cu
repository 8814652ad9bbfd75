// Read as a template, a kernel has all branches of an `if constexpr`; the launches of
// its instantiations are edited along.
//
// RUN: %rewrite_and_run ldg launched
// RUN: grep -c '2 \* 64 \* sizeof(float)' %t.ldg.cu | grep -x 2

template <typename A, typename B> constexpr bool same = false;
template <typename A> constexpr bool same<A, A> = true;

struct One {
  float x;
};

template <typename T>
__global__ void weighted(const T *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ float tile[];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    if constexpr (same<T, float>)
      tile[t] = A[k + t];
    else
      tile[63 - t] = A[k + t].x;
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (t + i + 1);
    __syncthreads();
  }
  C[t] = same<T, float> ? sum : C[t] + sum;
}

void launch(const float *A, float *C, int K) {
  weighted<<<1, 64, 64 * sizeof(float)>>>(A, C, K);
  weighted<<<1, 64, 64 * sizeof(float)>>>(reinterpret_cast<const One *>(A), C, K);
}
