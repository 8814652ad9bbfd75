// The tile's type is the template's, what is loaded is float: the value is
// converted where it is stored.
//
// RUN: %rewrite_and_run ldg,ldg-single walk -DPADDED \
// RUN:   "-DKERNELS=walk_as<int>,walk_as<double>"
// RUN: %golden ldg

template <typename T>
__global__ void walk_as(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ T tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i] * (i + t);
    __syncthreads();
  }
  out[t] = sum;
}
