// Threads that have no row left are gone, while others go on in the loop around: which
// barriers a thread meets must stay as it is. Loads alone are early, which needs nobody
// else. The near twins stand in Analyze/early_loads_of_threads_that_part.cu.
//

// CHECK: K-loop in 'forces' pipelined: ldg-single, loads only, one buffer
// CHECK: every barrier stays where it is, and only loads are early: 'i < n' may differ from thread to thread; cuda-pipeline-check finds out whether they do
// ASYNC: K-loop in 'forces' left alone: {{.*}}'i < n' may differ from thread to thread{{.*}} [barrier-not-uniform]
__global__ void forces(const float *__restrict__ mass, float *__restrict__ out,
                       int n) {
  __shared__ float tile[64];
  const int stride = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
    const float own = mass[i];
    float sum = 0.0f;

    // The next tile, in registers.
    float next_tile[2];

    // Loads one tile into registers.
    auto fetch_tile = [&](int base) {
      #pragma unroll
      for (int pass = 0; pass < 2; ++pass) {
        const int j = threadIdx.x + pass * 32;
        if (j < 64) {
          if (base + j < n)
            next_tile[pass] = mass[base + j];
        }
      }
    };

    // Prologue: the first tile.
    if (n > 0)
      fetch_tile(0);

    for (int base = 0; base < n; base += 64) {
      #pragma unroll
      for (int pass = 0; pass < 2; ++pass) {
        const int j = threadIdx.x + pass * 32;
        if (j < 64)
          tile[j] = base + j < n ? next_tile[pass] : 0.0f;
      }
      // Behind the first 2 passes: loaded in place.
      for (int j = threadIdx.x + 2 * 32; j < 64; j += 32)
        tile[j] = base + j < n ? mass[base + j] : 0.0f;
      __syncthreads();

      // Prefetch the next tile while this one is computed.
      if (base + 64 < n)
        fetch_tile(base + 64);

      for (int j = 0; j < 64; ++j)
        sum = sum * 0.5f + tile[j] * own;
      __syncthreads();
    }
    out[i] = sum;
  }
}
