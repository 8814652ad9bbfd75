// The names that the rewrite likes best are the user's: variables, a macro, a
// function, a member.
//

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
  __shared__ float As_stages3[2][32];
  const int t = threadIdx.x;
  registers r = {1.0f, float(stage)};
  int k_next = 5;
  float sum = 0.0f;

  // The next tile, in registers.
  float next_As;

  // Loads one tile into registers.
  auto fetch_As = [&](int k) {
    next_As = A[k + t];
  };

  // Prologue: load the first tile.
  int stage2 = 0;
  if (n > 0)
    fetch_As(0);

  for (int k = 0; k < n; k += 32) {
    auto &As = As_stages3[stage2];
    As[t] = next_As;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 32 < n)
      fetch_As(k + 32);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int As_stages2 = 0; As_stages2 < 32; ++As_stages2)
      sum += load_tile(As[As_stages2]) + fetch_tile(r.As_reg) +
             store_tile(r.As_stages) + has_next(k_next);
    k_next += stage;

    stage2 ^= 1; // The other is free: all who read it are past the barrier.
  }

  out[t] = sum + k_next;
}
