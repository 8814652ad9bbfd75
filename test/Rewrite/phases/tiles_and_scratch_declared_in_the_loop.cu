// All shared arrays are declared in the loop body, in one declaration and in
// several.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=local_arrays \
// RUN:   -DTHREADS=32 -DSTEP=32

__global__ void local_arrays(const float *__restrict__ a, const float *__restrict__ b,
                             float *__restrict__ out, int n) {
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    __shared__ float x[32], mixed[32];
    __shared__ float y[32];
    x[t] = k + t < n ? a[k + t] : 0.0f;
    y[t] = k + t < n ? b[k + t] : 0.0f;
    __syncthreads();

    mixed[t] = x[31 - t] * y[t ^ 1];
    __syncthreads();

    __shared__ float shifted[32];
    shifted[(t + 3) % 32] = mixed[t ^ 2] + x[t];
    __syncthreads();

    sum = sum * 0.5f + shifted[t];
    __syncthreads();
  }
  out[t] = sum;
}
