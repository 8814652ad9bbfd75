// Columns that a skewed row would not be found by, if each were not looked at:
// whatever becomes of the tiles, the sums are the same.
//
// RUN: %rewrite_and_run ldg,ldg-single walk_columns --pad=auto -DKERNELS=9

constexpr int THREADS = 128;

__device__ float total(const float *p, int n) {
  float sum = 0;
  for (int j = 0; j < n; ++j)
    sum += p[j];
  return sum;
}

// An unsigned column that wraps around on its way.
__global__ void wraps(const float *__restrict__ B, float *__restrict__ C,
                     int K) {
  __shared__ float Bs[4][128];
  int t = threadIdx.x, tx = t % 16;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += 4) {
    for (int i = t; i < 512; i += THREADS)
      Bs[i / 128][i % 128] = B[(k0 + i / 128) * 256 + i % 128];
    __syncthreads();
    for (int k = 0; k < 4; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][tx * 8 + j] * (j + 1);
      const unsigned u = tx;
      sum += Bs[k][(u * 8 - 64 + 64) % 128];
    }
    __syncthreads();
  }
  C[t] = sum;
}

// Sixteen floats from the middle of a group on, by a pointer.
__global__ void across(const float *__restrict__ B, float *__restrict__ C,
                     int K) {
  __shared__ float Bs[4][128];
  int t = threadIdx.x, tx = t % 16;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += 4) {
    for (int i = t; i < 512; i += THREADS)
      Bs[i / 128][i % 128] = B[(k0 + i / 128) * 256 + i % 128];
    __syncthreads();
    for (int k = 0; k < 4; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][tx * 8 + j] * (j + 1);
      const float *p = &Bs[k][tx % 8 * 8 + 20];
      for (int j = 0; j < 16; ++j)
        sum += p[j];
    }
    __syncthreads();
  }
  C[t] = sum;
}

// The tile as one row.
__global__ void whole(const float *__restrict__ B, float *__restrict__ C,
                     int K) {
  __shared__ float Bs[4][128];
  int t = threadIdx.x, tx = t % 16;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += 4) {
    for (int i = t; i < 512; i += THREADS)
      Bs[i / 128][i % 128] = B[(k0 + i / 128) * 256 + i % 128];
    __syncthreads();
    for (int k = 0; k < 4; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][tx * 8 + j] * (j + 1);
      const float *p = &Bs[0][0];
      sum += p[(t * 5 + k * 128) % 512];
    }
    __syncthreads();
  }
  C[t] = sum;
}

// A row of vectors.
__global__ void vectors(const float *__restrict__ B, float *__restrict__ C,
                     int K) {
  __shared__ float Bs[4][128];
  int t = threadIdx.x, tx = t % 16;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += 4) {
    for (int i = t; i < 512; i += THREADS)
      Bs[i / 128][i % 128] = B[(k0 + i / 128) * 256 + i % 128];
    __syncthreads();
    for (int k = 0; k < 4; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][tx * 8 + j] * (j + 1);
      const float4 *row = reinterpret_cast<const float4 *>(Bs[k]);
      sum += row[tx * 2 + 1].y;
    }
    __syncthreads();
  }
  C[t] = sum;
}

// A column by the size of a row.
__global__ void measured(const float *__restrict__ B, float *__restrict__ C,
                     int K) {
  __shared__ float Bs[4][128];
  int t = threadIdx.x, tx = t % 16;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += 4) {
    for (int i = t; i < 512; i += THREADS)
      Bs[i / 128][i % 128] = B[(k0 + i / 128) * 256 + i % 128];
    __syncthreads();
    for (int k = 0; k < 4; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][tx * 8 + j] * (j + 1);
      sum += Bs[k][sizeof(Bs[0]) / sizeof(float) - 1 - t];
    }
    __syncthreads();
  }
  C[t] = sum;
}

// A pointer into a group, from its end.
__global__ void backwards(const float *__restrict__ B, float *__restrict__ C,
                     int K) {
  __shared__ float Bs[4][128];
  int t = threadIdx.x, tx = t % 16;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += 4) {
    for (int i = t; i < 512; i += THREADS)
      Bs[i / 128][i % 128] = B[(k0 + i / 128) * 256 + i % 128];
    __syncthreads();
    for (int k = 0; k < 4; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][tx * 8 + j] * (j + 1);
      const float *p = &Bs[k][tx * 8 + 7];
      for (int j = 0; j < 8; ++j)
        sum += p[-j] * j;
    }
    __syncthreads();
  }
  C[t] = sum;
}

// What lies between two elements.
__global__ void distance(const float *__restrict__ B, float *__restrict__ C,
                     int K) {
  __shared__ float Bs[4][128];
  int t = threadIdx.x, tx = t % 16;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += 4) {
    for (int i = t; i < 512; i += THREADS)
      Bs[i / 128][i % 128] = B[(k0 + i / 128) * 256 + i % 128];
    __syncthreads();
    for (int k = 0; k < 4; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][tx * 8 + j] * (j + 1);
      sum += &Bs[k][tx * 8] - &Bs[0][0];
    }
    __syncthreads();
  }
  C[t] = sum;
}

// A function that goes as far as it is told.
__global__ void passed(const float *__restrict__ B, float *__restrict__ C,
                     int K) {
  __shared__ float Bs[4][128];
  int t = threadIdx.x, tx = t % 16;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += 4) {
    for (int i = t; i < 512; i += THREADS)
      Bs[i / 128][i % 128] = B[(k0 + i / 128) * 256 + i % 128];
    __syncthreads();
    for (int k = 0; k < 4; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][tx * 8 + j] * (j + 1);
      sum += total(&Bs[k][tx * 7], 16);
    }
    __syncthreads();
  }
  C[t] = sum;
}

// A counter that was something else when the pointer was made.
__global__ void later(const float *__restrict__ B, float *__restrict__ C,
                     int K) {
  __shared__ float Bs[4][128];
  int t = threadIdx.x, tx = t % 16;
  float sum = 0;
  for (int k0 = 0; k0 < K; k0 += 4) {
    for (int i = t; i < 512; i += THREADS)
      Bs[i / 128][i % 128] = B[(k0 + i / 128) * 256 + i % 128];
    __syncthreads();
    for (int k = 0; k < 4; ++k) {
      for (int j = 0; j < 8; ++j)
        sum += Bs[k][tx * 8 + j] * (j + 1);
      int i = 5 + tx;
      const float *p = &Bs[k][i];
      for (i = 0; i < 8; i += 8)
        for (int j = 0; j < 8; ++j)
          sum += p[j] * j;
    }
    __syncthreads();
  }
  C[t] = sum;
}

void launch(const float *B, float *C, int K) {
  wraps<<<1, THREADS>>>(B, C + 0, K);
  across<<<1, THREADS>>>(B, C + 128, K);
  whole<<<1, THREADS>>>(B, C + 256, K);
  vectors<<<1, THREADS>>>(B, C + 384, K);
  measured<<<1, THREADS>>>(B, C + 512, K);
  backwards<<<1, THREADS>>>(B, C + 640, K);
  distance<<<1, THREADS>>>(B, C + 768, K);
  passed<<<1, THREADS>>>(B, C + 896, K);
  later<<<1, THREADS>>>(B, C + 1024, K);
}
