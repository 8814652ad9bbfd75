// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The same fault in a template, as an instance has it.

template <typename T, int N> __global__ void racy(const T *in, T *out, int n) {
  __shared__ T tile[N];
  const int t = threadIdx.x;
  T sum = 0;
  for (int k = 0; k < n; k += N) {
    tile[t] = in[k + t];  // hazard
    __syncthreads();
    sum += tile[N - 1 - t];  // hazard
  }
  out[blockIdx.x * N + t] = sum;
}

template <typename T, int N> __global__ void right(const T *in, T *out, int n) {
  __shared__ T tile[N];
  const int t = threadIdx.x;
  T sum = 0;
  for (int k = 0; k < n; k += N) {
    tile[t] = in[k + t];
    __syncthreads();
    sum += tile[N - 1 - t];
    __syncthreads();
  }
  out[blockIdx.x * N + t] = sum;
}

void run(const float *in, float *out, const int *words, int *sums, int n) {
  racy<float, 64><<<8, 64>>>(in, out, n);
  racy<int, 128><<<8, 128>>>(words, sums, n);
  right<float, 64><<<8, 64>>>(in, out, n);
  right<int, 128><<<8, 128>>>(words, sums, n);
}
