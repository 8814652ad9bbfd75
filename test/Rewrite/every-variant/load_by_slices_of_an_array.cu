// An array from in front of the loop carries the loaded vectors: a slice for
// each trip of the copy loop, stored transposed in the same trip. It goes on
// carrying them, only longer.
//
// RUN: %rewrite_and_run ldg,ldg-single columns "-DKERNEL=transposed<32, 16>" -DTHREADS=64 -DSTEP=16 -DA_ROWS=32 -DB_ROWS=32 -DWHOLE
// RUN: %golden ldg

#define FETCH_FLOAT4(x) (reinterpret_cast<float4 *>(&(x))[0])

template <const int BM, const int BK>
__global__ void transposed(float *A, float *B, float *out, int n) {
  __shared__ float As[BK * BM];
  const int ldg_a_num = BK * BM / 64 / 4;
  const int row = threadIdx.x / (BK / 4);
  const int col = threadIdx.x % (BK / 4) * 4;
  const int stride = BM / ldg_a_num;
  float slices[4 * ldg_a_num] = {0.};
  float sum = 0.0f;

  for (int k = 0; k < n; k += BK) {
#pragma unroll
    for (int i = 0; i < BM; i += stride) {
      int at = i / stride * 4; // which slice
      FETCH_FLOAT4(slices[at]) = FETCH_FLOAT4(A[(row + i) * n + col]);
      As[col * BM + i + row] = slices[at];
      As[(col + 1) * BM + i + row] = slices[at + 1];
      As[(col + 2) * BM + i + row] = slices[at + 2];
      As[(col + 3) * BM + i + row] = slices[at + 3];
    }
    __syncthreads();
    A += BK;
#pragma unroll
    for (int i = 0; i < BK; ++i)
      sum = sum * 0.5f + As[i * BM + threadIdx.x % BM];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}
