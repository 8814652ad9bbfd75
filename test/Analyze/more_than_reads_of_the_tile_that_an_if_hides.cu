// What an #if hides may read elements of the tile, where visible code may. More than
// that, or what its words may mean otherwise, stands against a pipeline.
//
// RUN: cuda-pipeline-rewrite --explain --variant=ldg -o %t.cu %s 2>&1 | FileCheck %s

using Ref = float &;
__device__ void raise(float &x) { x += 1.0f; }
__device__ float first(const float *x) { return *x; }
__device__ float twice(float x) { return 2.0f * x; }
#define CLEAR(x) x = 0.0f
#define LAST 3] = 0.0f, tile[3

#define KERNEL(NAME)                                                          \
  __global__ void NAME(const float *__restrict__ A, float *__restrict__ C,    \
                       int K)

// CHECK: 'accepted' pipelined
KERNEL(accepted) {
  __shared__ float tile[64];
  __shared__ float other[64];
  const int t = threadIdx.x;
  float sum = 0.0f, x = 0.0f;
  other[t] = x;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
#ifdef MORE
    x = twice(tile[t]) * 2;
#endif
    __syncthreads();
  }
  C[t] = sum + x;
}

// CHECK: 'stored' left alone: {{.*}} hides a use of 'tile' [macro-loop]
KERNEL(stored) {
  __shared__ float tile[64];
  __shared__ float other[64];
  const int t = threadIdx.x;
  float sum = 0.0f, x = 0.0f;
  other[t] = x;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
#ifdef MORE
    tile[t] = x;
#endif
    __syncthreads();
  }
  C[t] = sum + x;
}

// CHECK: 'stepped' left alone: {{.*}} hides a use of 'tile' [macro-loop]
KERNEL(stepped) {
  __shared__ float tile[64];
  __shared__ float other[64];
  const int t = threadIdx.x;
  float sum = 0.0f, x = 0.0f;
  other[t] = x;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
#ifdef MORE
    x = ++(tile[t]);
#endif
    __syncthreads();
  }
  C[t] = sum + x;
}

// CHECK: 'chosen' left alone: {{.*}} hides a use of 'tile' [macro-loop]
KERNEL(chosen) {
  __shared__ float tile[64];
  __shared__ float other[64];
  const int t = threadIdx.x;
  float sum = 0.0f, x = 0.0f;
  other[t] = x;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
#ifdef MORE
    (x > 0 ? tile[t] : x) = 1.0f;
#endif
    __syncthreads();
  }
  C[t] = sum + x;
}

// CHECK: 'addressed' left alone: {{.*}} hides a use of 'tile' [macro-loop]
KERNEL(addressed) {
  __shared__ float tile[64];
  __shared__ float other[64];
  const int t = threadIdx.x;
  float sum = 0.0f, x = 0.0f;
  other[t] = x;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
#ifdef MORE
    x = first(&tile[t]);
#endif
    __syncthreads();
  }
  C[t] = sum + x;
}

// CHECK: 'whole' left alone: {{.*}} hides a use of 'tile' [macro-loop]
KERNEL(whole) {
  __shared__ float tile[64];
  __shared__ float other[64];
  const int t = threadIdx.x;
  float sum = 0.0f, x = 0.0f;
  other[t] = x;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
#ifdef MORE
    x = first(tile);
#endif
    __syncthreads();
  }
  C[t] = sum + x;
}

// CHECK: 'referred' left alone: {{.*}} hides a use of 'tile' [macro-loop]
KERNEL(referred) {
  __shared__ float tile[64];
  __shared__ float other[64];
  const int t = threadIdx.x;
  float sum = 0.0f, x = 0.0f;
  other[t] = x;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
#ifdef MORE
    float &r = tile[t];
    r = x;
#endif
    __syncthreads();
  }
  C[t] = sum + x;
}

// CHECK: 'referred_by_a_name' left alone: {{.*}} hides a use of 'tile' [macro-loop]
KERNEL(referred_by_a_name) {
  __shared__ float tile[64];
  __shared__ float other[64];
  const int t = threadIdx.x;
  float sum = 0.0f, x = 0.0f;
  other[t] = x;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
#ifdef MORE
    Ref r = tile[t];
    r = x;
#endif
    __syncthreads();
  }
  C[t] = sum + x;
}

// CHECK: 'passed' left alone: {{.*}} hides a use of 'tile' [macro-loop]
KERNEL(passed) {
  __shared__ float tile[64];
  __shared__ float other[64];
  const int t = threadIdx.x;
  float sum = 0.0f, x = 0.0f;
  other[t] = x;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
#ifdef MORE
    raise(tile[t]);
#endif
    __syncthreads();
  }
  C[t] = sum + x;
}

// CHECK: 'unknown' left alone: {{.*}} hides a use of 'tile' [macro-loop]
KERNEL(unknown) {
  __shared__ float tile[64];
  __shared__ float other[64];
  const int t = threadIdx.x;
  float sum = 0.0f, x = 0.0f;
  other[t] = x;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
#ifdef MORE
    from_elsewhere(tile[t]);
#endif
    __syncthreads();
  }
  C[t] = sum + x;
}

// CHECK: 'hidden_by_a_lambda' left alone: {{.*}} hides a use of 'tile' [macro-loop]
KERNEL(hidden_by_a_lambda) {
  __shared__ float tile[64];
  __shared__ float other[64];
  const int t = threadIdx.x;
  float sum = 0.0f, x = 0.0f;
  other[t] = x;
  for (int k = 0; k < K; k += 64) {
    auto twice = [](float &x) { x *= 2; return x; };
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i] + twice(x);
#ifdef MORE
    x = twice(tile[t]);
#endif
    __syncthreads();
  }
  C[t] = sum + x;
}

// CHECK: 'in_a_lambda' left alone: {{.*}} hides a use of 'tile' [macro-loop]
KERNEL(in_a_lambda) {
  __shared__ float tile[64];
  __shared__ float other[64];
  const int t = threadIdx.x;
  float sum = 0.0f, x = 0.0f;
  other[t] = x;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
#ifdef MORE
    auto later = [=] { return tile[t]; };
    x = later();
#endif
    __syncthreads();
  }
  C[t] = sum + x;
}

// CHECK: 'in_a_macro' left alone: {{.*}} [macro-loop]
KERNEL(in_a_macro) {
  __shared__ float tile[64];
  __shared__ float other[64];
  const int t = threadIdx.x;
  float sum = 0.0f, x = 0.0f;
  other[t] = x;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
#ifdef MORE
    CLEAR(tile[t]);
#endif
    __syncthreads();
  }
  C[t] = sum + x;
}

// CHECK: 'by_a_subscript' left alone: {{.*}} [macro-loop]
KERNEL(by_a_subscript) {
  __shared__ float tile[64];
  __shared__ float other[64];
  const int t = threadIdx.x;
  float sum = 0.0f, x = 0.0f;
  other[t] = x;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
#ifdef MORE
    x = tile[LAST];
#endif
    __syncthreads();
  }
  C[t] = sum + x;
}

// CHECK: 'in_assembly' left alone: {{.*}} [macro-loop]
KERNEL(in_assembly) {
  __shared__ float tile[64];
  __shared__ float other[64];
  const int t = threadIdx.x;
  float sum = 0.0f, x = 0.0f;
  other[t] = x;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
#ifdef MORE
    asm("mov.f32 %0, %1;" : "=f"(tile[t]) : "f"(x));
#endif
    __syncthreads();
  }
  C[t] = sum + x;
}

// In front of the barrier that publishes it, the tile is that of the next trip.
// CHECK: 'too_early' left alone: {{.*}} hides a use of 'tile' [macro-loop]
KERNEL(too_early) {
  __shared__ float tile[64];
  __shared__ float other[64];
  const int t = threadIdx.x;
  float sum = 0.0f, x = 0.0f;
  other[t] = x;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
#ifdef MORE
    x += tile[t];
#endif
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum + x;
}

// CHECK: 'too_late' left alone: {{.*}} hides a use of 'tile' [macro-loop]
KERNEL(too_late) {
  __shared__ float tile[64];
  __shared__ float other[64];
  const int t = threadIdx.x;
  float sum = 0.0f, x = 0.0f;
  other[t] = x;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
#ifdef MORE
    x += tile[t];
#endif
  }
  C[t] = sum + x;
}

// CHECK: 'of_another' left alone: {{.*}} hides a use of 'other' [macro-loop]
KERNEL(of_another) {
  __shared__ float tile[64];
  __shared__ float other[64];
  const int t = threadIdx.x;
  float sum = 0.0f, x = 0.0f;
  other[t] = x;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
#ifdef MORE
    x += other[t];
#endif
    __syncthreads();
  }
  C[t] = sum + x;
}

// CHECK: 'waits_too_early' left alone: {{.*}}threads may wait for each other{{.*}} [macro-loop]
KERNEL(waits_too_early) {
  __shared__ float tile[64];
  __shared__ float other[64];
  const int t = threadIdx.x;
  float sum = 0.0f, x = 0.0f;
  other[t] = x;
  for (int k = 0; k < K; k += 64) {
    tile[t] = A[k + t];
#ifdef MORE
    __syncthreads();
#endif
    __syncthreads();
    for (int i = 0; i < 64; ++i)
      sum += tile[i];
    __syncthreads();
  }
  C[t] = sum + x;
}
