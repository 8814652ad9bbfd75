// The load phase is a lambda of the kernel, in 16-byte vectors; the walk over A
// is an argument.
//
// RUN: %rewrite_and_run cpasync gemm -DBLOCK_M=16 -DBLOCK_N=16 -DBLOCK_K=16 \
// RUN:   -DTHREADS=16,4
// RUN: %golden cpasync

__global__ void gemm(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ C, int M, int N, int K) {
  __shared__ float As[16 * 16];
  __shared__ float Bs[16 * 16];
  const int tid = threadIdx.y * 16 + threadIdx.x;
  A += blockIdx.y * 16 * K;
  B += blockIdx.x * 16;

  // Each of the 64 threads moves four floats.
  auto copy = [&](float *to, const float *from, int ld) {
    const int row = tid / 4, col = tid % 4 * 4;
    *reinterpret_cast<float4 *>(to + row * 16 + col) =
        *reinterpret_cast<const float4 *>(from + row * ld + col);
  };

  float acc[4] = {};
  for (int k = 0; k < K; k += 16) {
    copy(As, A, K);
    copy(Bs, B, N);
    A += 16;
    B += 16 * N;
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      for (int r = 0; r < 4; ++r)
        acc[r] += As[(threadIdx.y * 4 + r) * 16 + i] * Bs[i * 16 + threadIdx.x];
    __syncthreads();
  }
  for (int r = 0; r < 4; ++r)
    C[(blockIdx.y * 16 + threadIdx.y * 4 + r) * N + blockIdx.x * 16 +
      threadIdx.x] = acc[r];
}
