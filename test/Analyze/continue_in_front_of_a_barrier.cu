// Threads that go on to the next trip must not leave the others at a barrier, and
// what they skip must not be a part of the load.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: K-loop in 'in_front_of_the_last' left alone: {{.*}} [early-exit]
__global__ void in_front_of_the_last(const float *__restrict__ A,
                                     float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    if (t > k)
      continue;
    sum += tile[63 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'skips_where_it_is' left alone:
__global__ void skips_where_it_is(const float *__restrict__ A,
                                  float *__restrict__ C, int K) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *from = A;
  for (int k = 0; k < K; k += 64) {
    __syncthreads();
    tile[t] = from[t];
    __syncthreads();
    if (tile[0] < 0.0f)
      continue;
    sum += tile[63 - t];
    from += 64;
  }
  C[t] = sum;
}
