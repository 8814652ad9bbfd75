// RUN: cuda-pipeline-rewrite --explain %s 2>&1 >/dev/null | FileCheck %s

// CHECK: warning: parse error: use of undeclared identifier 'unknown_call'
// CHECK: remark: K-loop in 'kernel' pipelined
__global__ void kernel(const float *__restrict__ A, float *__restrict__ out,
                       int K) {
  __shared__ float tile[256];
  float sum = 0;
  for (int k = 0; k < K; k += 256) {
    tile[threadIdx.x] = A[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < 256; ++i)
      sum += tile[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

int main() {
  unknown_call();
  kernel<<<1, 256>>>(nullptr, nullptr, 0);
}
