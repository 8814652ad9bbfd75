// The second load phase lies between two phases that write scratch and use what
// the other wrote: neither barrier around it may go.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=zigzag \
// RUN:   -DTHREADS=32 -DSTEP=32
// RUN: FileCheck %s < %t.cpasync.cu

__global__ void zigzag(const float *__restrict__ a, const float *__restrict__ b,
                       float *__restrict__ out, int n) {
  __shared__ float first[32], second[32];
  __shared__ float forth[32], back[32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 32) {
    first[t] = k + t < n ? a[k + t] : 0.0f;
    __syncthreads();
    forth[t] = first[31 - t] * 0.5f;
    __syncthreads();
    second[t] = k + t < n ? b[k + t] : 0.0f;
    back[t] = forth[(t + 5) % 32] + 1.0f;
    __syncthreads();
    sum += back[(t + 9) % 32] * second[31 - t];
    __syncthreads();
  }
  out[t] = sum;
}

// CHECK: for (int k = 0; k < n; k += 32) {
// CHECK-NEXT: __pipeline_wait_prior(0);
// CHECK-NEXT: __syncthreads();
// CHECK: forth[t] = first[31 - t] * 0.5f;
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: back[t] = forth[(t + 5) % 32] + 1.0f;
// CHECK-NEXT: __syncthreads();
// CHECK-NEXT: sum +=
// CHECK-NOT: __syncthreads();
// CHECK: stage ^= 1;
