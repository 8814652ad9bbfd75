// The launches of a template say the sizes in their own arguments.
//
// RUN: %rewrite_and_run cpasync,ldg launched
// RUN: %golden ldg

template <typename T, int BM, int BK>
__global__ void product(const T *__restrict__ A, T *__restrict__ C, int K) {
  const int t = threadIdx.x;
  T sum = 0;
  for (int k = 0; k < K; k += 64) {
    __shared__ T As[BM][BK], Bs[BK * 2];
    As[t][0] = A[k + t];
    Bs[t] = A[k + 63 - t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += As[i][0] * Bs[i] * (t + i);
    __syncthreads();
  }
  C[t] = sum;
}

template <typename Element, int Size>
void launch_sized(const Element *A, Element *C, int K) {
  product<Element, Size, Size + 1><<<1, 64>>>(A, C, K);
}

void launch(const float *A, float *C, int K) {
  if (K > 128)
    return launch_sized<float, 100>(A, C, K);
  product<float, 64, 128><<<1, 64>>>(A, C, K);
}
