// Split-K: every block adds its share of the tiles to the result; the outer
// loop goes over columns.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single split_k

template <typename T, int BLOCK, int SPLIT>
__global__ void split_k(const T *__restrict__ A, const T *__restrict__ B,
                        T *__restrict__ partial, int M, int N, int K)
{
  __shared__ T sA[BLOCK][BLOCK];
  __shared__ T sB[BLOCK][BLOCK];

  const int tx = threadIdx.x;
  const int ty = threadIdx.y;
  const int row = blockIdx.y * BLOCK + ty;

  // The tiles of this block.
  const int tiles = (K + BLOCK - 1) / BLOCK;
  const int share = (tiles + SPLIT - 1) / SPLIT;
  const int first = blockIdx.z * share;
  const int last = min(first + share, tiles);

  for (int col0 = 0; col0 < N; col0 += BLOCK)
  {
    T acc = T(0);
    for (int tile = first; tile < last; ++tile)
    {
      const int k = tile * BLOCK;
      sA[ty][tx] = (row < M && k + tx < K) ? A[row * K + k + tx] : T(0);
      sB[ty][tx] = (k + ty < K && col0 + tx < N) ? B[(k + ty) * N + col0 + tx] : T(0);
      __syncthreads();

      #pragma unroll
      for (int i = 0; i < BLOCK; ++i)
        acc += sA[ty][i] * sB[i][tx];

      __syncthreads();
    }
    if (row < M && col0 + tx < N)
      partial[(blockIdx.z * M + row) * N + col0 + tx] = acc;
  }
}

template __global__ void split_k<float, 8, 2>(const float *, const float *,
                                              float *, int, int, int);
template __global__ void split_k<double, 8, 3>(const double *, const double *,
                                               double *, int, int, int);
