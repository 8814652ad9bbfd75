// In another build the compute phase reads the tile with other words, and waits once
// more. The stage has the name of the tile there.
//
// RUN: cuda-pipeline-rewrite --variant=cpasync --warnings-as-errors -o %t.cpasync.cu %s
// RUN: cuda-pipeline-rewrite --variant=ldg --warnings-as-errors -o %t.ldg.cu %s
// RUN: cuda-pipeline-rewrite --variant=ldg-single --warnings-as-errors -o %t.single.cu %s
// RUN: cuda-pipeline-rewrite --warnings-as-errors --guess -o %t.auto.cu %s
// RUN: %run_on_cpu %S/../Inputs/walk.driver.cu %s %t.cpasync.cu %t.ldg.cu %t.single.cu \
// RUN:   %t.auto.cu -DPADDED "-DKERNELS=branches,beside,members,members_of_zero"
// RUN: %run_on_cpu %S/../Inputs/walk.driver.cu %s %t.cpasync.cu %t.ldg.cu %t.single.cu \
// RUN:   %t.auto.cu -DPADDED "-DKERNELS=branches,beside,members,members_of_zero" -DWEIGHED
// RUN: %run_on_cpu %S/../Inputs/walk.driver.cu %s %t.cpasync.cu %t.ldg.cu %t.single.cu \
// RUN:   %t.auto.cu -DPADDED "-DKERNELS=branches,beside,members,members_of_zero" -DTRACED

__device__ float weighed(float a, float b, float sum) {
  return a * 0.25f + b * sum;
}

__global__ void branches(const float *__restrict__ A, float *__restrict__ out,
                         int n) {
  __shared__ float tile[4][8];
  const int t = threadIdx.x, row = t / 8, column = t % 8;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[row][column] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 8; ++i) {
#ifdef WEIGHED
      sum = weighed(tile[row][i], tile[3 - row][column], sum);
#else
      sum += tile[row][i] * tile[3 - row][column];
#endif
    }
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void beside(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 32) {
    tile[t] = A[k + t];
    __syncthreads();

#ifdef TRACED
    sum += tile[t] < 0.5f ? 1.0f : (float)tile[31 - t];
    __syncthreads();
    if (tile[t] > 0.25f && k > 0)
      sum = max(sum, tile[t ^ 1]);
    __syncthreads();
#endif
    // The rest.
    for (int i = 0; i < 32; ++i)
      sum = sum * 0.5f + tile[i] * (i + t);
#ifdef WEIGHED
    const float last = static_cast<float>(tile[t]);
    sum -= last;
#endif
    __syncthreads();
  }
  out[t] = sum;
}

__global__ void members(const float *__restrict__ A, float *__restrict__ out,
                        int n) {
  __shared__ float2 tile[32];
  const float2 *pairs = reinterpret_cast<const float2 *>(A);
  const int t = threadIdx.x;
  float2 sum = {0.0f, 0.0f};
  for (int k = 0; k < n / 32; ++k) {
    tile[t] = pairs[k * 16 + t / 2];
    __syncthreads();
    for (int i = 0; i < 32; ++i) {
#if defined(WEIGHED) || defined(TRACED)
      sum.x += tile[i].x * tile[31 - i].y;
      sum.y -= tile[i ^ 1].y;
#else
      sum.x += tile[i].y;
#endif
    }
    __syncthreads();
  }
  out[t] = sum.x + sum.y;
}

// The tile is filled member by member.
__global__ void members_of_zero(const float *__restrict__ A,
                                float *__restrict__ out, int n) {
  __shared__ float2 tile[32];
  const float2 *pairs = reinterpret_cast<const float2 *>(A);
  const int t = threadIdx.x;
  float2 sum = {0.0f, 0.0f};
  for (int k = 0; k < n / 32; ++k) {
    if (t % 4 < 3) {
      tile[t] = pairs[k * 16 + t / 2];
    } else {
      tile[t].x = 0;
      tile[t].y = 0;
    }
    __syncthreads();
    for (int i = 0; i < 32; ++i) {
#ifdef WEIGHED
      sum.x += tile[i].x * tile[31 - i].y;
      sum.y -= tile[i ^ 1].y;
#else
      sum.x += tile[i].y;
#endif
    }
    __syncthreads();
  }
  out[t] = sum.x + sum.y;
}
