// The rewritten kernel needs dynamic shared memory: its own launch provides it.
// Without that, the first copy is out of bounds.
//
// RUN: %run_on_cpu %S/Inputs/scaled_copy.driver.cu \
// RUN:   %S/Inputs/scaled_copy.cu %s | FileCheck %s --check-prefix=EDITED
// RUN: not %run_on_cpu %S/Inputs/scaled_copy.driver.cu \
// RUN:   %S/Inputs/scaled_copy.cu %s -DFORGOTTEN \
// RUN:   | FileCheck %s --check-prefix=FORGOTTEN
//
// EDITED: identical: 6 cases x 4 seeds

#include <cuda_pipeline.h>
#include <cuda_runtime.h>

template <typename T, int N>
__global__ void scaled_copy(const T *in, T *out, int tiles, T factor) {
  extern __shared__ __align__(16) unsigned char stages_bytes[];
  auto *stages = reinterpret_cast<T(*)[N]>(stages_bytes);
  auto load = [&](int t) {
    // FORGOTTEN: out of bounds: {{.*}} 4 bytes at stages_bytes+
    // FORGOTTEN-SAME: [edited_launch_is_run.cu:[[#@LINE+1]]]
    __pipeline_memcpy_async(&stages[t % 2][threadIdx.x],
                            &in[t * N + threadIdx.x], sizeof(T));
    __pipeline_commit();
  };
  if (tiles > 0)
    load(0);
  for (int t = 0; t < tiles; ++t) {
    __pipeline_wait_prior(0);
    __syncthreads();
    if (t + 1 < tiles)
      load(t + 1);
    out[t * N + threadIdx.x] = factor * stages[t % 2][N - 1 - threadIdx.x];
  }
}

cudaError_t launch(const float *in, float *out, int tiles) {
  const dim3 grid(1), block(64);
#ifdef FORGOTTEN
  scaled_copy<float, 64><<<grid, block>>>(in, out, tiles, 3.0f);
#else
  constexpr int bytes = 2 * 64 * sizeof(float);
  cudaFuncSetAttribute(scaled_copy<float, 64>,
                       cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
  scaled_copy<float, 64><<<grid, block, bytes>>>(in, out, tiles, 3.0f);
#endif
  return cudaGetLastError();
}
