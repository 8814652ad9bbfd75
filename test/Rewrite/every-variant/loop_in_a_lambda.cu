// K-loops in lambdas that are called once: the body takes the place of the call.
//
// RUN: %rewrite_and_run cpasync,ldg,ldg-single,cpasync3 walk -DMORE \
// RUN:   -DKERNELS=plain,passed,copied,own_names,two,in_a_branch
// RUN: %golden cpasync

__global__ void plain(const float *__restrict__ A, float *__restrict__ out,
                      int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 1.0f;

  // The whole main loop.
  auto mainloop = [&]() {
    for (int k = 0; k < n; k += 32) {
      tile[t] = t < n - k ? A[k + t] : 0.0f; // zeros behind the end
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (t + 1);
      __syncthreads();
    }
  };

  mainloop();
  out[t] = sum;
}

__global__ void passed(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  auto add = [&](const float *from, int length) {
    for (int k = 0; k < length; k += 32) {
      tile[t] = t < length - k ? from[k + t] : 0.0f;
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (t + 1);
      __syncthreads();
    }
  };
  add(A + n / 32 * 4, n - n / 32 * 4);
  out[t] = sum;
}

__global__ void copied(const float *__restrict__ A, float *__restrict__ out,
                       int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  auto add = [=, &sum] {
    for (int k = 0; k < n; k += 32) {
      tile[t] = t < n - k ? A[k + t] : 0.0f;
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (t + 1);
      __syncthreads();
    }
  };
  add();
  out[t] = sum;
}

__global__ void own_names(const float *__restrict__ A, float *__restrict__ out,
                          int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  auto add = [&] {
    int k = 0;
    float part = 0.0f;
    while (k < n) {
      tile[t] = t < n - k ? A[k + t] : 0.0f;
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        part += tile[i] * (t + 1);
      __syncthreads();
      k += 32;
    }
    sum += part;
  };
  add();
  float part = sum * 2.0f;
  out[t] = part;
}

__global__ void two(const float *__restrict__ A, float *__restrict__ out,
                    int n) {
  __shared__ float tile[32];
  __shared__ float other[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  auto add = [&] {
    for (int k = 0; k < n; k += 32) {
      tile[t] = t < n - k ? A[k + t] : 0.0f;
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum += tile[i] * (t + 1);
      __syncthreads();
    }
  };
  add();
  auto fold = [&] {
    for (int k = 0; k < n; k += 32) {
      other[t] = t < n - k ? A[k + t] : 0.0f;
      __syncthreads();
      for (int i = 0; i < 32; ++i)
        sum = sum * 0.9375f + other[i];
      __syncthreads();
    }
  };
  fold();
  out[t] = sum;
}

__global__ void in_a_branch(const float *__restrict__ A,
                            float *__restrict__ out, int n) {
  __shared__ float tile[32];
  const int t = threadIdx.x;
  float sum = 1.0f;
  auto add = [&] {
    if (n != 64)
      for (int k = 0; k < n; k += 32) {
        tile[t] = t < n - k ? A[k + t] : 0.0f;
        __syncthreads();
        for (int i = 0; i < 32; ++i)
          sum += tile[i] * (t + 1);
        __syncthreads();
      }
  };
  add();
  out[t] = sum;
}
