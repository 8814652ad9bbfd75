// Vectors are loaded and stored by small functions of the user's: as good as
// the cast that is in them.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=dots -DTHREADS=64 -DSTEP=32 -DA_ROWS=32 -DB_ROWS=32 -DWHOLE
// RUN: %golden cpasync
// RUN: %golden ldg
// RUN: %rewrite_and_run cpasync,ldg,ldg-single columns -DKERNEL=guarded -DTHREADS=64 -DSTEP=256 -DA_ROWS=256 -DB_ROWS=4

__device__ float4 ld_vec(const float *address) {
  return *reinterpret_cast<const float4 *>(address);
}

__device__ void st_vec(float *address, float4 val) {
  *reinterpret_cast<float4 *>(address) = val;
}

// Rows of A times rows of B.
__global__ void dots(const float *__restrict__ A, const float *__restrict__ B,
                     float *__restrict__ out, int n) {
  __shared__ alignas(16) float lhs_s[32][32];
  __shared__ alignas(16) float rhs_s[32][32];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int so = 0; so < n; so += 32) {
    __syncthreads();
    int xo = 4 * (t % 8);
    // eight threads a row
    for (int y = t / 8; y < 32; y += 8) {
      st_vec(&lhs_s[y][xo], ld_vec(A + y * n + so + xo));
      st_vec(rhs_s[y] + xo, ld_vec(&B[y * n + so + xo])); // the same for B
    }
    __syncthreads();

    for (int si = 0; si < 32; si += 4) {
      float4 lhs = ld_vec(&lhs_s[t % 32][si]);
      float4 rhs = ld_vec(&rhs_s[(t + 7) % 32][si]);
      sum += lhs.x * rhs.x;
      sum += lhs.y * rhs.y;
      sum += lhs.z * rhs.z;
      sum += lhs.w * rhs.w;
    }
  }
  out[t] = sum;
}

// One side by a function, the other as it comes.
__global__ void guarded(const float *__restrict__ A,
                        const float *__restrict__ B, float *__restrict__ out,
                        int n) {
  __shared__ alignas(16) float a[256];
  __shared__ alignas(16) float b[256];
  const int t = threadIdx.x;
  float sum = 0.0f;

  for (int k = 0; k < n; k += 256) {
    st_vec(&a[4 * t], *(const float4 *)&A[k + 4 * t]);
    *(float4 *)&b[4 * t] = k + 4 * t < n ? ld_vec(B + k + 4 * t) : float4{};
    __syncthreads();
    for (int i = 0; i < 256; i += 3)
      sum = sum * 0.5f + a[i] * b[(i + t) % 256];
    __syncthreads();
  }
  out[t] = sum;
}
