// Of an `if constexpr` each instantiation has another branch: the edits are those of
// the template, which has all.
//

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

  // The next tile, in registers.
  T next_tile0, next_tile1, next_tile2;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    if (k + t / 8 < n) {
      if constexpr (same<T, float>) {
        next_tile0 = A[k * 8 + t];
      } else if constexpr (same<T, One>) {
        next_tile1 = A[k * 8 + t];
      } else {
        next_tile2 = A[k * 8 + t];
      }
    }
  };

  // Prologue: load the first tile.
  if (n > 0)
    fetch_tile(0);

  for (int k = 0; k < n; k += 16) {
    if (k + t / 8 < n) {
      if constexpr (same<T, float>) {
        tile[t] = next_tile0;
      } else if constexpr (same<T, One>) {
        tile[t] = next_tile1.x;
      } else {
        tile[t] = next_tile2.y;
      }
    } else {
      tile[t] = 0.0f;
    }
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 16 < n)
      fetch_tile(k + 16);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

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
