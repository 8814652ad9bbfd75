// Of an `if constexpr` each instantiation has another branch: the edits are those of
// the template, which has all.
//
// RUN: %rewrite_and_run ldg-single short_tiles
// RUN: %golden ldg-single
// RUN: %rewrite_and_run auto short_tiles

template <typename A, typename B> constexpr bool same = false;
template <typename A> constexpr bool same<A, A> = true;

struct One {
  float x;
};
struct Other {
  float y;
};

template <typename T>
__global__ void weighted(const T *__restrict__ A, float *__restrict__ C, int n) {
  __shared__ float tile[16 * 8];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 16) {
    if (k + t / 8 < n) {
      if constexpr (same<T, float>) {
        tile[t] = A[k * 8 + t];
      } else if constexpr (same<T, One>) {
        tile[t] = A[k * 8 + t].x;
      } else {
        tile[t] = A[k * 8 + t].y;
      }
    } else {
      tile[t] = 0.0f;
    }
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += tile[i] * (t + i + 1);
    __syncthreads();
  }
  if (t < 64)
    C[t] = sum;
}

void launch(const float *A, float *C, int n) {
  weighted<<<1, 128>>>(A, C, n);
  weighted<<<1, 128>>>(reinterpret_cast<const One *>(A), C + 64, n);
  weighted<<<1, 128>>>(reinterpret_cast<const Other *>(A), C + 128, n);
}
