// The names that the rewrite likes best are the user's: variables, a macro, a
// function, a member.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single walk -DWHOLE
// RUN: %golden ldg

#define stage 7
#define has_next(x) ((x) + 1)

struct registers {
  float As_reg, As_stages;
};

__device__ float load_tile(float x) { return x * 0.5f; }
__device__ float fetch_tile(float x) { return x + 0.25f; }
namespace ns { __device__ inline float store_tile(float x) { return x - 0.5f; } }
using namespace ns;

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float As[32];
  const int t = threadIdx.x;
  registers r = {1.0f, float(stage)};
  int k_next = 5;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 32) {
    As[t] = A[k + t];
    __syncthreads();
    for (int As_stages2 = 0; As_stages2 < 32; ++As_stages2)
      sum += load_tile(As[As_stages2]) + fetch_tile(r.As_reg) +
             store_tile(r.As_stages) + has_next(k_next);
    k_next += stage;
    __syncthreads();
  }

  out[t] = sum + k_next;
}
