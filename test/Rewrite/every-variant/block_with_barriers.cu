// Braces around the phases, behind what they share: they go.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg,ldg-single walk -DPADDED -DMORE \
// RUN:   "-DKERNELS=behind_a_pointer,around_a_part"
// RUN: %golden ldg

__global__ void behind_a_pointer(const float *__restrict__ A,
                                 float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    const float *from = A + k;

    {
      // Load.
      const int at = t;
      tile[at] = from[at];
      __syncthreads();

      // Compute.
#pragma unroll 4
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (i + t);
      __syncthreads();
    }
  }
  out[t] = sum;
}

__global__ void around_a_part(const float *__restrict__ A,
                              float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    {
      __syncthreads();
      tile[t] = A[k + t];
      __syncthreads();
    }
    sum = sum * 0.5f + tile[31 - t];
  }
  out[t] = sum;
}
