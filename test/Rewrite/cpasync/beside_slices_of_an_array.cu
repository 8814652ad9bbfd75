// The strides are no constants: only B can travel asynchronously, and the array
// that carries A, a slice for each trip, needs no registers of ours.
//
// RUN: %rewrite_and_run cpasync columns "-DKERNEL=mixed<32, 16>" -DTHREADS=64 -DSTEP=16 -DA_ROWS=32 -DB_ROWS=32 -DWHOLE
// RUN: %golden cpasync

#define FETCH_FLOAT4(x) (reinterpret_cast<float4 *>(&(x))[0])

template <const int BM, const int BK>
__global__ void mixed(float *A, float *B, float *out, int n) {
  __shared__ float As[BK * BM];
  __shared__ float Bs[BM * BK];
  const int ldg_num = BK * BM / 64 / 4;
  int row = threadIdx.x / (BK / 4);
  int col = threadIdx.x % (BK / 4) * 4;
  int stride = BM / ldg_num;
  float ldg_a_reg[4 * ldg_num] = {0.};
  float sum = 0.0f;

  for (int k = 0; k < n; k += BK) {
#pragma unroll
    for (int i = 0; i < BM; i += stride) {
      int ldg_index = i / stride * 4;
      FETCH_FLOAT4(ldg_a_reg[ldg_index]) = FETCH_FLOAT4(A[(row + i) * n + col]);
      As[col * BM + i + row] = ldg_a_reg[ldg_index];
      As[(col + 1) * BM + i + row] = ldg_a_reg[ldg_index + 1];
      As[(col + 2) * BM + i + row] = ldg_a_reg[ldg_index + 2];
      As[(col + 3) * BM + i + row] = ldg_a_reg[ldg_index + 3];
    }
#pragma unroll
    for (int i = 0; i < BM; i += stride) {
      FETCH_FLOAT4(Bs[(row + i) * BK + col]) =
          FETCH_FLOAT4(B[(row + i) * n + col]);
    }
    __syncthreads();
    A += BK;
    B += BK;
#pragma unroll
    for (int i = 0; i < BK; ++i)
      sum = sum * 0.5f +
            As[i * BM + threadIdx.x % BM] * Bs[threadIdx.x % BM * BK + i];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
