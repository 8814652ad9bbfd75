// The sizes of a template that nobody instantiates are not known: the reason says
// what would tell them.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s
// RUN: cuda-pipeline-rewrite --variant=ldg -o %t.also.cu %s -- -DINSTANTIATED 2>&1 \
// RUN:   | FileCheck --allow-empty --check-prefix=INSTANCE %s
//
// CHECK: remark: K-loop in 'sum' left alone: {{.*}} the template is not instantiated in this file, which would say its sizes: launch it here, or add an explicit instantiation [copy-count-unknown]
// INSTANCE-NOT: left alone

template <int Tile, int Threads>
__global__ void sum(const float *__restrict__ A, float *__restrict__ C, int K) {
  __shared__ float tile[Tile];
  const int t = threadIdx.x;
  int stride = Threads;
  float sum = 0.0f;
  for (int k = 0; k < K; k += Tile) {
    for (int i = t; i < Tile; i += stride)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < Tile; ++i)
      sum += tile[i] * (t + 1);
    __syncthreads();
  }
  C[t] = sum;
}

#ifdef INSTANTIATED
template __global__ void sum<128, 64>(const float *, float *, int);
#endif
