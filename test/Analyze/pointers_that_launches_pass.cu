// Which memory two pointers lead to is known where every launch passes, for each, what
// an allocator has given and nobody has changed.
//
// RUN: split-file %s %t && cd %t
// RUN: cat kernel.cuh own.cu > a.cu && cuda-pipeline-rewrite --explain a.cu 2>&1 >/dev/null | FileCheck a.cu --check-prefix=OWN
// RUN: cuda-pipeline-rewrite --explain a.cu -- -Dmain=start 2>&1 >/dev/null | FileCheck a.cu --check-prefix=REFUSED
// RUN: cat kernel.cuh same.cu > b.cu && cuda-pipeline-rewrite --explain b.cu 2>&1 >/dev/null | FileCheck a.cu --check-prefix=REFUSED
// RUN: cat kernel.cuh offset.cu > b.cu && cuda-pipeline-rewrite --explain b.cu 2>&1 >/dev/null | FileCheck a.cu --check-prefix=REFUSED
// RUN: cat kernel.cuh assigned.cu > b.cu && cuda-pipeline-rewrite --explain b.cu 2>&1 >/dev/null | FileCheck a.cu --check-prefix=REFUSED
// RUN: cat kernel.cuh swapped.cu > b.cu && cuda-pipeline-rewrite --explain b.cu 2>&1 >/dev/null | FileCheck a.cu --check-prefix=REFUSED
// RUN: cat kernel.cuh kept.cu > b.cu && cuda-pipeline-rewrite --explain b.cu 2>&1 >/dev/null | FileCheck a.cu --check-prefix=REFUSED
// RUN: cat kernel.cuh opaque.cu > b.cu && cuda-pipeline-rewrite --explain b.cu 2>&1 >/dev/null | FileCheck a.cu --check-prefix=REFUSED
// RUN: cat kernel.cuh two_launches.cu > b.cu && cuda-pipeline-rewrite --explain b.cu 2>&1 >/dev/null | FileCheck a.cu --check-prefix=REFUSED
// RUN: cat kernel.cuh other_callers.cu > b.cu && cuda-pipeline-rewrite --explain b.cu 2>&1 >/dev/null | FileCheck a.cu --check-prefix=REFUSED
// RUN: cat kernel.cuh elsewhere.cu > b.cu && cuda-pipeline-rewrite --explain b.cu 2>&1 >/dev/null | FileCheck a.cu --check-prefix=REFUSED
// RUN: cat kernel.cuh opaque_beside.cu > c.cu && cuda-pipeline-rewrite --explain c.cu 2>&1 >/dev/null | FileCheck a.cu --check-prefix=OWN
//
//--- kernel.cuh
// OWN: K-loop in 'running' pipelined
// REFUSED: K-loop in 'running' left alone: {{.*}}'A' may be written by 'out[k + t]' {{.*}}[source-may-change]
#include <cuda_runtime.h>
__global__ void running(const float *A, float *out, int n) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum = sum * 0.5f + tile[(t + i) % 64];
    out[k + t] = sum;
    __syncthreads();
  }
}
//--- own.cu
int main() {
  float *a, *b;
  cudaMalloc(&a, 256);
  cudaMalloc(&b, 256);
  if (!a || b == nullptr)
    return 1;
  cudaMemset(b, 0, 256);
  running<<<1, 64>>>(a, b + 0, 64);
}
//--- same.cu
int main() {
  float *a;
  cudaMalloc(&a, 256);
  running<<<1, 64>>>(a, a, 64);
}
//--- offset.cu
int main() {
  float *a;
  cudaMalloc(&a, 512);
  running<<<1, 64>>>(a, a + 64, 64);
}
//--- assigned.cu
int main() {
  float *a, *b;
  cudaMalloc(&a, 256);
  cudaMalloc(&b, 256);
  b = a + 1;
  running<<<1, 64>>>(a, b, 64);
}
//--- swapped.cu
void swap(float *&a, float *&b);
int main() {
  float *a, *b;
  cudaMalloc(&a, 256);
  cudaMalloc(&b, 256);
  swap(a, b);
  running<<<1, 64>>>(a, b, 64);
}
//--- kept.cu
float *give();
float *last;
int main() {
  float *a;
  cudaMalloc(&a, 256);
  last = a;
  float *b = give();
  running<<<1, 64>>>(a, b, 64);
}
//--- opaque.cu
float *give();
int main() {
  float *a = give(), *b = give();
  running<<<1, 64>>>(a, b, 64);
}
//--- opaque_beside.cu
float *give();
int main() {
  float *a, *b = give();
  cudaMalloc(&a, 256);
  running<<<1, 64>>>(a, b, 64);
}
//--- two_launches.cu
int main() {
  float *a, *b;
  cudaMalloc(&a, 256);
  cudaMalloc(&b, 256);
  running<<<1, 64>>>(a, b, 64);
  running<<<1, 64>>>(b, b, 64);
}
//--- other_callers.cu
void launch(float *a, float *b) { running<<<1, 64>>>(a, b, 64); }
int main() {
  float *a, *b;
  cudaMalloc(&a, 256);
  cudaMalloc(&b, 256);
  launch(a, b);
  launch(a, a);
}
//--- elsewhere.cu
extern float *a, *b;
void allocate();
int main() {
  allocate();
  running<<<1, 64>>>(a, b, 64);
}
