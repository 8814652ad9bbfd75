// The innermost loops that stage tiles and have a barrier.
//
// RUN: print-matches 'kLoop' %s > %t.found
// RUN: grep -n '// match$' %s | diff - %t.found

__device__ void wait() { __syncthreads(); }

__global__ void kernel(const float *A, float *C, int M, int N) {
  __shared__ float Tile[64];
  float Sum = 0;
  for (int Row = 0; Row < M; ++Row)
    for (int K = 0; K < N; K += 64) { // match
      Tile[threadIdx.x] = A[Row * N + K + threadIdx.x];
      __syncthreads();
      for (int I = 0; I < 64; ++I)
        Sum += Tile[I];
      __syncthreads();
    }
  int K = 0;
  while (K < N) { // match
    Tile[threadIdx.x] = A[K + threadIdx.x];
    wait();
    Sum += Tile[0];
    wait();
    K += 64;
  }
  do { // match
    Tile[threadIdx.x] = A[K + threadIdx.x];
    __syncwarp();
    Sum += Tile[0];
  } while (--K);
  auto lambda = [&] {
    for (int K = 0; K < N; K += 64) { // match
      Tile[threadIdx.x] = A[K + threadIdx.x];
      __syncthreads();
    }
  };
  for (int K = 0; K < N; K += 64) { // match
    __syncthreads();
    undeclared(Tile, A, K);
  }

  // No barrier, no store to shared memory, no load from global memory, no loop.
  for (int K = 0; K < N; K += 64)
    Tile[threadIdx.x] = A[K + threadIdx.x];
  for (int K = 0; K < N; K += 64) {
    __syncthreads();
    C[K] = Tile[K];
  }
  for (int K = 0; K < N; K += 64) {
    __syncthreads();
    Tile[K] = 0;
  }
  Tile[threadIdx.x] = A[K + threadIdx.x];
  __syncthreads();
  // The loop of a lambda is none of the loop around the lambda.
  for (int Row = 0; Row < M; ++Row) {
    auto lambda = [&] {
      for (int K = 0; K < N; K += 64) { // match
        Tile[threadIdx.x] = A[K + threadIdx.x];
        __syncthreads();
      }
    };
  }
}
