// The launches of a template say the sizes in their own arguments.
//

template <typename T, int BM, int BK>
__global__ void product(const T *__restrict__ A, T *__restrict__ C, int K) {
  const int t = threadIdx.x;
  T sum = 0;

  extern __shared__ __align__(16) unsigned char smem[];
  auto &As_stages = *reinterpret_cast<T(*)[2][BM][BK]>(smem);
  auto &Bs_stages =
      *reinterpret_cast<T(*)[2][BK * 2]>(smem + sizeof(As_stages));

  // The next tile, in registers.
  T next_As, next_Bs;

  // Loads one tile into registers.
  auto fetch_tile = [&](int k) {
    next_As = A[k + t];
    next_Bs = A[k + 63 - t];
  };

  // Prologue: load the first tile.
  int stage = 0;
  if (K > 0)
    fetch_tile(0);

  for (int k = 0; k < K; k += 64) {
    auto &As = As_stages[stage];
    auto &Bs = Bs_stages[stage];
    As[t][0] = next_As;
    Bs[t] = next_Bs;
    __syncthreads();

    // Prefetch the next tile while this one is computed.
    if (k + 64 < K)
      fetch_tile(k + 64);
    __syncwarp(); // Keeps nvcc from sinking the loads to their stores.

    for (int i = 0; i < 64; ++i)
      sum += As[i][0] * Bs[i] * (t + i);

    stage ^= 1; // The other is free: all who read it are past the barrier.
  }
  C[t] = sum;
}

template <typename Element, int Size>
void launch_sized(const Element *A, Element *C, int K) {
  const size_t shared_bytes =
      2 * (Size * (Size + 1) + (Size + 1) * 2) * sizeof(Element);
  cudaFuncSetAttribute(product<Element, Size, Size + 1>,
                       cudaFuncAttributeMaxDynamicSharedMemorySize,
                       shared_bytes);
  product<Element, Size, Size + 1><<<1, 64, shared_bytes>>>(A, C, K);
}

void launch(const float *A, float *C, int K) {
  if (K > 128)
    return launch_sized<float, 100>(A, C, K);
  const size_t shared_bytes2 = 2 * (64 * 128 + 128 * 2) * sizeof(float);
  cudaFuncSetAttribute(product<float, 64, 128>,
                       cudaFuncAttributeMaxDynamicSharedMemorySize,
                       shared_bytes2);
  product<float, 64, 128><<<1, 64, shared_bytes2>>>(A, C, K);
}
