// Who asks for more than 48 KB in front of the launch need not ask twice, in the
// cases of a switch and in error-check macros as elsewhere. A case, or a label,
// between the two lets others come by the launch alone.
//
// RUN: cuda-pipeline-rewrite --dump-after=match %s | FileCheck %s

void check(cudaError_t error, const char *what);
#define CHECK_CUDA(call) check((call), #call)
#define CHECK_LAUNCH(...)                                                      \
  do {                                                                         \
    __VA_ARGS__;                                                               \
    CHECK_CUDA(cudaGetLastError());                                            \
  } while (0)
#define LIMIT cudaFuncAttributeMaxDynamicSharedMemorySize

__global__ void sum(const float *__restrict__ A, float *__restrict__ C, int K) {
  extern __shared__ float tile[];
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8192) {
    for (int i = threadIdx.x; i < 8192; i += 256)
      tile[i] = A[k + i];
    __syncthreads();
    for (int i = 0; i < 8192; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[threadIdx.x] = sum;
}

// CHECK-NOT: twice: {{.*}}cudaFuncSetAttribute
void asked_in_the_case(const float *A, float *C, int K, int which) {
  switch (which) {
  case 0:
  default:
    CHECK_CUDA(cudaFuncSetAttribute(sum, LIMIT, 32768));
    CHECK_LAUNCH(sum<<<1, 256, 32768>>>(A, C, K));
    break;
  case 1:
    which = 2;
    CHECK_CUDA(cudaFuncSetAttribute(sum, LIMIT, 32768));
    sum<<<1, 256, 32768>>>(A, C, K);
    break;
  }
}

// CHECK: twice: line [[#@LINE + 6]] '' -> 'CHECK_CUDA(cudaFuncSetAttribute(sum,
void asked_in_another_case(const float *A, float *C, int K, int which) {
  switch (which) {
  case 2:
    CHECK_CUDA(cudaFuncSetAttribute(sum, LIMIT, 32768));
  case 3:
    CHECK_LAUNCH(sum<<<1, 256, 32768>>>(A, C, K));
  }
}

// CHECK: twice: line [[#@LINE + 6]] '' -> 'CHECK_CUDA(cudaFuncSetAttribute(sum,
void a_label_between(const float *A, float *C, int K) {
  if (K < 0)
    goto known;
  CHECK_CUDA(cudaFuncSetAttribute(sum, LIMIT, 32768));
known:
  CHECK_LAUNCH(sum<<<1, 256, 32768>>>(A, C, K));
}
// CHECK-NOT: twice: {{.*}}cudaFuncSetAttribute
