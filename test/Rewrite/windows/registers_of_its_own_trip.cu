// Registers that a trip fills before it copies them from one to the other hold its own tile:
// the near-twin of window_in_an_array_of_registers.cu.
//
// RUN: %rewrite_and_run ldg columns -DKERNEL=own_trip -DTHREADS=32 -DSTEP=32
struct Value {
  float x;
  __device__ Value(float x) : x(x) {}
  __device__ Value &operator=(const Value &other) {
    x = other.x;
    return *this;
  }
};

__global__ void own_trip(const float *__restrict__ A, const float *__restrict__ B, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0;
  Value now[1] = {-1.5f}, ahead[1] = {-1.5f};
  for (int k = 0; k < n; k += 32) {
    for (int i = 0; i < 1; ++i) {
      float v = k + t < n ? A[k + t] : 0.0f;
      ahead[i] = v;
    }
    for (int i = 0; i < 1; ++i)
      now[i] = ahead[i];
    __syncthreads();
    for (int i = 0; i < 1; ++i)
      tile[t] = now[i].x;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[(t + i) % 32];
    __syncthreads();
  }
  out[t] = sum;
}
