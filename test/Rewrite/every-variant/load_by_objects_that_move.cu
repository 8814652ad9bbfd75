// Objects that load a tile from a pointer of theirs, which moves from trip to trip,
// while the place in the tile, also a member, stays.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,cpasync3 walk -DMORE -DPADDED \
// RUN:   -DKERNELS=stepped,behind
// RUN: %golden cpasync

template <typename T, int Rows, int Columns> struct TileLoader {
  const T *from;
  int row, column;

  __device__ TileLoader(const T *from, int thread)
      : from(from), row(thread / Columns), column(thread % Columns) {}
  __device__ void load(T (&to)[Rows][Columns]) const {
    to[row][column] = from[row * Columns + column];
  }
  __device__ void next() { from += Rows * Columns; }
};

__global__ void stepped(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float tile[4][8];
  const int t = threadIdx.x;
  float sum = 1.0f;
  TileLoader<float, 4, 8> loader(A, t);
  for (int k = 0; k < n; k += 32) {
    loader.load(tile);
    loader.next();
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i / 8][i % 8] * (t + 1);
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void behind(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[8][4];
  const int t = threadIdx.x;
  float sum = 1.0f;
  TileLoader<float, 8, 4> loader(A, t);
  for (int k = 0; k < n; k += 32) {
    loader.load(tile);
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i / 4][i % 4] * (t + 1);
    __syncthreads();
    loader.next();
  }
  out[t] = sum;
}
