// With nvcc -DN=64 -DX=1 -DT=float compiles: they are the user's, for his text.
// RUN: cuda-pipeline-rewrite --variant=ldg %s -- -DN=64 -DX=1 -DT=float -DA=0 -DW=2 2>&1 >/dev/null | count 1
// RUN: %if cuda-toolkit %{ %tool --variant=ldg --cuda-headers=toolkit %s -- -DN=64 -DX=1 -DT=float -DA=0 -DW=2 2>&1 >/dev/null | count 1 %}
// RUN: cuda-pipeline-rewrite --variant=ldg %s -- -DN=64 -DX=1 -DT=float -DA=0 -DW=2 | grep tile_stages
//
// Not those that a result has to include: the toolkit's <cuda_pipeline.h> does not
// compile with a T of one's own.
// RUN: cuda-pipeline-rewrite --variant=cpasync --explain %s -- -DN=64 -DX=1 -DT=float -DA=0 -DW=2 2>&1 | grep result-does-not-compile

#if N + X + A + W != 67
#error "the macros are lost"
#endif

__global__ void kernel(const T *in, T *out, int n) {
  __shared__ T tile[N];
  T sum = 0;
  for (int k = 0; k < n; k += N) {
    tile[threadIdx.x] = in[k + threadIdx.x];
    __syncthreads();
    for (int i = 0; i < N; ++i)
      sum += tile[i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
