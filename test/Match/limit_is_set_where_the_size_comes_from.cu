// A function works out the size, asks for it, and returns it to who launches: one
// call of cudaFuncSetAttribute() is enough. Not if it may return before it asks, nor
// if it asks for another size.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --quiet -o %t.cu %s
// RUN: FileCheck %s < %t.cu

#define LIMIT cudaFuncAttributeMaxDynamicSharedMemorySize
void check(cudaError_t error);
#define CHECK_CUDA(call)                                                       \
  do {                                                                         \
    check(call);                                                               \
  } while (0)

__global__ void once(const float *__restrict__ A, float *__restrict__ C,
                     int K) {
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

size_t prepare() {
  int device = 0;
  CHECK_CUDA(cudaGetDevice(&device));
  size_t size = 8192 * sizeof(float);
  // CHECK: CHECK_CUDA(cudaFuncSetAttribute(once, LIMIT, 2 * size));
  CHECK_CUDA(cudaFuncSetAttribute(once, LIMIT, size));
  return size;
}

void launch(const float *A, float *C, int K) {
  // CHECK: static size_t size = 2 * ((prepare() + 15) / 16 * 16);
  // CHECK-NEXT: once<<<1, 256, size>>>
  static size_t size = prepare();
  once<<<1, 256, size>>>(A, C, K);
}

__global__ void early(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
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

size_t prepare_early(bool old) {
  size_t size = 8192 * sizeof(float);
  if (old)
    return size;
  // CHECK: CHECK_CUDA(cudaFuncSetAttribute(early, LIMIT, 2 * size));
  CHECK_CUDA(cudaFuncSetAttribute(early, LIMIT, size));
  return size;
}

void launch_early(const float *A, float *C, int K, bool old) {
  // CHECK: size_t size = 2 * ((prepare_early(old) + 15) / 16 * 16);
  // CHECK-NEXT: cudaFuncSetAttribute(early
  size_t size = prepare_early(old);
  early<<<1, 256, size>>>(A, C, K);
}

__global__ void other(const float *__restrict__ A, float *__restrict__ C,
                      int K) {
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

size_t prepare_other(size_t most) {
  size_t size = 8192 * sizeof(float);
  CHECK_CUDA(cudaFuncSetAttribute(other, LIMIT, most));
  return size;
}

void launch_other(const float *A, float *C, int K) {
  // CHECK: size_t size = 2 * ((prepare_other(K) + 15) / 16 * 16);
  // CHECK-NEXT: cudaFuncSetAttribute(other
  size_t size = prepare_other(K);
  other<<<1, 256, size>>>(A, C, K);
}
