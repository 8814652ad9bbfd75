// The near-twin of window_within_one_copy_loop.cu: what is stored was loaded in the trip.
//
// RUN: %rewrite_and_run ldg columns -DKERNEL=own_trip -DTHREADS=32 -DSTEP=32
__global__ void own_trip(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0, now[1] = {-1.5f}, ahead[1] = {-1.5f};
  for (int k = 0; k < n; k += 32) {
    for (int i = 0; i < 1; ++i) {
      ahead[i] = k + t < n ? A[k + t] : 0.0f;
      now[i] = ahead[i];
      tile[t] = now[i];
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[(t + i) % 32];
    __syncthreads();
  }
  out[t] = sum;
}
