// A swizzled column that is a sum: the thread's own place and that of the trip. Both
// are bounded, so the row holds it, and each thread stores each element once.
//
// RUN: %rewrite_and_run cpasync,cpasync3,ldg walk -DSTEP=64 -DPADDED
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s 2>&1 >/dev/null \
// RUN:   | grep pipelined | FileCheck %s

// CHECK: 'walk' pipelined: cpasync, 2 stages
__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float2 tile[8][4];
  const int t = threadIdx.x;
  const int row = t / 4, q = t % 2, half = t / 2 % 2;
  const float2 *from = reinterpret_cast<const float2 *>(A);
  float sum = 0.0f;

  for (int k = 0; k < n; k += 64) {
    if (half == 0)
      #pragma unroll
      for (int i = 0; i < 2; ++i) {
        int c = q + i * 2;
        tile[row][c ^ (row & 3)] = from[k / 2 + row * 4 + c];
      }
    __syncthreads();

    for (int i = 0; i < 8; ++i)
      sum += tile[i][(t + i) % 4].x - tile[(i + t) % 8][i % 4].y;
    __syncthreads();
  }

  out[t] = sum;
}
