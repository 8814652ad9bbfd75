// Without its braces, what a block declares would be in the way of another, or
// live longer.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --explain -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cmp %s %t.cu

// CHECK: K-loop in 'hides_a_variable' left alone: {{.*}} [barrier-in-branch]
__global__ void hides_a_variable(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f, scale = 2.0f;
  for (int k = 0; k < n; k += 32) {
    {
      float scale = 0.5f;
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[31 - t] * scale;
      __syncthreads();
    }
    sum *= scale;
  }
  out[t] = sum;
}

// CHECK: K-loop in 'hides_the_counter' left alone: {{.*}} [barrier-in-branch]
__global__ void hides_the_counter(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    const float *from = A + k;
    {
      tile[t] = from[t];
      int k = t;
      __syncthreads();
      sum += tile[31 - k];
      __syncthreads();
    }
  }
  out[t] = sum;
}

// CHECK: K-loop in 'named_under_an_if' left alone: {{.*}}an #if stands between the braces of the loop body [macro-loop]
__global__ void named_under_an_if(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f, scale = 2.0f;
  for (int k = 0; k < n; k += 32) {
    {
      float scale = 0.5f;
      tile[t] = A[k + t];
      __syncthreads();
      sum += tile[31 - t] * scale;
      __syncthreads();
    }
#ifdef MORE
    sum *= scale;
#endif
  }
  out[t] = sum;
}

// CHECK: K-loop in 'half_of_an_if' left alone
__global__ void half_of_an_if(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    const float *from = A + k;
#ifdef MORE
    if (n > 7)
#endif
    {
      tile[t] = from[t];
      __syncthreads();
      sum += tile[31 - t];
      __syncthreads();
    }
  }
  out[t] = sum;
}
