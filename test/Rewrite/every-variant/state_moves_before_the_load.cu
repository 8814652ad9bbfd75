// The state moves at the head of the body, so load and compute see it moved;
// narrow counters wrap as they did.
//
// RUN: %rewrite_and_run ldg,ldg-single walk

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int offset = -32;
  unsigned char small = 200;

  for (short k = 0; k < n; k += 32) {
    offset += 32;
    small += 32;
    __syncthreads();
    tile[t] = offset + t < n ? A[offset + t] + small : 0.0f;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i ^ t];
    sum += offset - small;
  }

  out[t] = sum + offset + small;
}
