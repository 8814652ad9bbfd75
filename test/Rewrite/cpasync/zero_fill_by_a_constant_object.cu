// What is stored behind the end is a constant object made of zeros, here of pairs
// of floats: cp.async fills with zeros, too.
//
// RUN: %rewrite_and_run cpasync,cpasync3 walk
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DONE
// RUN: FileCheck %s < %t.cu
// DONE: remark: K-loop in 'walk' pipelined: cpasync
// CHECK: {{^ +}}__pipeline_memcpy_async(&tile[t], &pairs[k / 2 + t], sizeof(float2),
// CHECK-NEXT: {{^ +}}(2 * t + k + 1 < n) ? 0 : sizeof(float2));

__global__ void walk(const float *__restrict__ A, float *__restrict__ out,
                     int n) {
  __shared__ float2 tile[16];
  const int t = threadIdx.x;
  const float2 *pairs = reinterpret_cast<const float2 *>(A);
  const float2 zero = make_float2(0.0f, 0.0f);
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    if (t < 16)
      tile[t] = 2 * t + k + 1 < n ? pairs[k / 2 + t] : zero;
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += tile[i].x * i - tile[(i + t) % 16].y;
    __syncthreads();
  }
  out[t] = sum;
}
