// Here, a thread copies a float at a time. Another file may instantiate the
// kernel with float4: the size is that of the parameter.
//
// RUN: %never_wrong --driver=launch
// RUN: cuda-pipeline-rewrite --variant=cpasync --quiet -o - %s | FileCheck %s
// CHECK: __pipeline_memcpy_async

template <typename V>
__global__ void trap(const float *A, float *C, int K) {
  __shared__ alignas(16) float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 8) {
    for (int i = t; i < 256 / int(sizeof(V)); i += 64)
      reinterpret_cast<V *>(tile)[i] = reinterpret_cast<const V *>(A + k)[i];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] * (i + t);
    __syncthreads();
  }
  C[t] = sum;
}

template __global__ void trap<float>(const float *, float *, int);

#ifdef CUDAPIPE_EXECUTOR // in another file
void launch(const float *A, float *C, int K) {
  trap<float4><<<1, 64>>>(A, C, K);
}
#endif
