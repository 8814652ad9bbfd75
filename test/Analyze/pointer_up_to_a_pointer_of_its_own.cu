// A pointer of each thread goes up to another. Unless both are as far apart for
// all threads, and stay so, some are through earlier. Each kernel misses that by
// a little, but the first three.
//
// RUN: cuda-pipeline-rewrite --variant=ldg --dump-after=rewrite %s 2>&1 \
// RUN:   | FileCheck %s

#define KERNEL(NAME)                                                           \
  __global__ void __launch_bounds__(64)                                        \
      NAME(const float *__restrict__ A, float *__restrict__ C, int K)
#define COMPUTE                                                                \
  for (int i = 0; i < 64; ++i)                                                 \
    sum += tile[i] * (t + i)

// CHECK: rewritten up_to_the_end
KERNEL(up_to_the_end) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *a = A + t;
  const float *end = a + K;
  for (; a < end; a += 64) {
    tile[t] = *a;
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: rewritten down_to_the_start
KERNEL(down_to_the_start) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *a = A + t;
  const float *start = &a[0];
  a += K;
  while (start < a) {
    a -= 64;
    tile[t] = *a;
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: rewritten numbers
KERNEL(numbers) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *a = A + t;
  int at = t;
  const int end = at + K;
  for (; at < end; at += 64) {
    tile[t] = A[at];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum + *a;
}

// Unsigned numbers start again from zero, in some threads earlier.
// CHECK: left-alone unsigned_numbers {{.*}} barrier-not-uniform
KERNEL(unsigned_numbers) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *a = A + t;
  unsigned at = t;
  const unsigned end = at + K;
  for (; at < end; at += 64) {
    tile[t] = A[at];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum + *a;
}

// So do sums in such a type.
// CHECK: left-alone end_of_another_type {{.*}} barrier-not-uniform
KERNEL(end_of_another_type) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = t;
  const int end = at + unsigned(K);
  for (; at < end; at += 64) {
    tile[t] = A[at];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: left-alone step_of_another_type {{.*}} barrier-not-uniform
KERNEL(step_of_another_type) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  int at = t;
  const int end = at + K;
  for (; at < end; at += 64u) {
    tile[t] = A[at];
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: left-alone end_of_all {{.*}} barrier-not-uniform
KERNEL(end_of_all) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *a = A + t;
  const float *end = A + K;
  for (; a < end; a += 64) {
    tile[t] = *a;
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: left-alone own_length {{.*}} barrier-not-uniform
KERNEL(own_length) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *a = A + t;
  const float *end = a + K - t;
  for (; a < end; a += 64) {
    tile[t] = *a;
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: left-alone own_step {{.*}} barrier-not-uniform
KERNEL(own_step) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *a = A + t;
  const float *end = a + K;
  for (; a < end; a += 64 + t % 2) {
    tile[t] = *a;
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: left-alone some_start_late {{.*}} barrier-not-uniform
KERNEL(some_start_late) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *a = A + t;
  const float *end = a + K;
  if (t > 32)
    a += 64;
  for (; a < end; a += 64) {
    tile[t] = *a;
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: left-alone some_start_elsewhere {{.*}} barrier-not-uniform
KERNEL(some_start_elsewhere) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *a = A + t;
  const float *end = a + K;
  a = A + t / 2;
  for (; a < end; a += 64) {
    tile[t] = *a;
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: left-alone end_moves {{.*}} barrier-not-uniform
KERNEL(end_moves) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *a = A + t;
  const float *end = a + K;
  end += t % 2;
  for (; a < end; a += 64) {
    tile[t] = *a;
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: left-alone moved_by_another_name {{.*}} unknown-effects
KERNEL(moved_by_another_name) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *a = A + t;
  const float *end = a + K;
  const float *&same = a;
  same += t;
  for (; a < end; a += 64) {
    tile[t] = *a;
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: left-alone moved_by_a_lambda {{.*}} state-not-separable
KERNEL(moved_by_a_lambda) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *a = A + t;
  const float *end = a + K;
  auto move = [&] { a += t; };
  move();
  for (; a < end; a += 64) {
    tile[t] = *a;
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: left-alone some_skip_a_step {{.*}} barrier-not-uniform
KERNEL(some_skip_a_step) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *a = A + t;
  const float *end = a + K;
  for (int i = 0; i < 4; ++i) {
    if (t == i)
      continue;
    a += 64;
  }
  for (; a < end; a += 64) {
    tile[t] = *a;
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: left-alone some_step_more_often {{.*}} barrier-not-uniform
KERNEL(some_step_more_often) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float sum = 0.0f;
  const float *a = A + t;
  const float *end = a + K;
  for (int i = 0; i < t; ++i)
    ++a;
  for (; a < end; a += 64) {
    tile[t] = *a;
    __syncthreads();
    COMPUTE;
    __syncthreads();
  }
  C[t] = sum;
}
