// The eight nearest references of each query in 16 dimensions, kept sorted in
// registers.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <int DIM, int K, int REFS>
__global__ void knn(const float *__restrict__ queries,
                    const float *__restrict__ references,
                    float *__restrict__ distances, int *__restrict__ neighbours,
                    int n_queries, int n_references) {
  __shared__ float refs[REFS][DIM];

  const int q = blockIdx.x * blockDim.x + threadIdx.x;
  float point[DIM];
#pragma unroll
  for (int d = 0; d < DIM; ++d)
    point[d] = q < n_queries ? queries[q * DIM + d] : 0.0f;

  float best[K];
  int id[K];
#pragma unroll
  for (int i = 0; i < K; ++i) {
    best[i] = 1e30f;
    id[i] = -1;
  }

  for (int r0 = 0; r0 < n_references; r0 += REFS) {
    const int count = min(REFS, n_references - r0);
    for (int i = threadIdx.x; i < REFS * DIM / 4; i += blockDim.x) {
      if (i < count * DIM / 4)
        reinterpret_cast<float4 *>(refs)[i] =
            reinterpret_cast<const float4 *>(references)[r0 * DIM / 4 + i];
    }
    __syncthreads();

    for (int r = 0; r < count; ++r) {
      float d2 = 0.0f;
#pragma unroll
      for (int d = 0; d < DIM; ++d) {
        const float diff = point[d] - refs[r][d];
        d2 += diff * diff;
      }
      if (d2 < best[K - 1]) {
        best[K - 1] = d2;
        id[K - 1] = r0 + r;
#pragma unroll
        for (int i = K - 1; i > 0; --i)
          if (best[i] < best[i - 1]) {
            const float b = best[i];
            best[i] = best[i - 1];
            best[i - 1] = b;
            const int t = id[i];
            id[i] = id[i - 1];
            id[i - 1] = t;
          }
      }
    }
    __syncthreads();
  }

  if (q < n_queries)
#pragma unroll
    for (int i = 0; i < K; ++i) {
      distances[q * K + i] = best[i];
      neighbours[q * K + i] = id[i];
    }
}

extern "C" void launch(const float *queries, const float *references,
                       float *distances, int *neighbours, int n_queries,
                       int n_references) {
  const int threads = 192;
  knn<16, 8, 96><<<(n_queries + threads - 1) / threads, threads>>>(
      queries, references, distances, neighbours, n_queries, n_references);
}
