// The K-loop is in the operator() of an object that a kernel template is passed;
// the pointers and sizes are its members, and the tile is declared in it.
//

#include <cuda_pipeline.h>

struct Sum {
  const float *A;
  float *out;
  int n;

  __device__ void operator()() const {
    __shared__ float tile_stages[2][32];
    const int t = threadIdx.x;
    float sum = 0.0f;

    // Starts the copy of one tile into a stage.
    auto load_tile = [&](int stage, int k) {
      auto &tile = tile_stages[stage];
      __pipeline_memcpy_async(&tile[t], &A[k + t], sizeof(float));
    };

    // Prologue: the first tile into stage 0.
    int stage = 0;
    if (n > 0)
      load_tile(stage, 0);
    __pipeline_commit();

    // Whole tiles: A is padded to one.
    for (int k = 0; k < n; k += 32) {
      __pipeline_wait_prior(0);
      __syncthreads();

      // Prefetch the next tile while this one is computed.
      if (k + 32 < n)
        load_tile(stage ^ 1, k + 32);
      __pipeline_commit();

      auto &tile = tile_stages[stage];

      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (this->n + t - i);

      stage ^= 1; // This one is free from the next barrier on.
    }
    // All are done with the last tile, and see what others wrote.
    __syncthreads();
    out[t] = sum;
  }
};

template <class Work> __device__ void run(const Work &work) { work(); }

__global__ void launch(const float *A, float *out, int n) {
  Sum sum = {A, out, n};
  run(sum);
}
