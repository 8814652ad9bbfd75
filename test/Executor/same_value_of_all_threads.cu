// All threads store one value, meet in a warp collective and read it: no race.
// The one thread that did not store it has to wait.
//
// RUN: %run_on_cpu %S/Inputs/reversed_sum.driver.cu %s
// RUN: not %run_on_cpu %S/Inputs/reversed_sum.driver.cu %s -DONE_DOES_NOT \
// RUN:   | FileCheck %s
//
// CHECK: race: thread ({{.*}}) of block {{.*}} reads limit

#ifdef ONE_DOES_NOT
#define STORES threadIdx.x != 20
#else
#define STORES true
#endif

__global__ void reversed_sum(const float *in, float *out, int tiles) {
  __shared__ int limit;
  if (STORES)
    limit = 64 * tiles;
  __syncwarp();
  float sum = 0;
  for (int i = threadIdx.x; i < limit; i += 64)
    sum += in[i];
  out[threadIdx.x] = sum;
}
