// Gradients of keys and values of attention: a thread has a key with its
// gradients in registers, queries and gradients of results come in tiles of 16.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

template <int D, int ROWS, int THREADS>
__global__ void __launch_bounds__(THREADS)
    attention_backward_dk_dv(const float *__restrict__ query,
                             const float *__restrict__ key,
                             const float *__restrict__ value,
                             const float *__restrict__ grad_out,
                             const float *__restrict__ lse,
                             const float *__restrict__ delta,
                             float *__restrict__ grad_key,
                             float *__restrict__ grad_value, int n_query,
                             int n_key, float scale) {
  __shared__ float sh_query[ROWS][D];
  __shared__ float sh_grad[ROWS][D];
  __shared__ float sh_lse[ROWS];
  __shared__ float sh_delta[ROWS];

  const int j = blockIdx.x * THREADS + threadIdx.x;
  const bool active = j < n_key;
  const size_t q_off = size_t(blockIdx.y) * n_query;
  const size_t k_off = size_t(blockIdx.y) * n_key + (active ? j : 0);

  float k[D], v[D], dk[D], dv[D];
#pragma unroll
  for (int d = 0; d < D; ++d) {
    k[d] = key[k_off * D + d];
    v[d] = value[k_off * D + d];
    dk[d] = 0.f;
    dv[d] = 0.f;
  }

  for (int i0 = 0; i0 < n_query; i0 += ROWS) {
    const int rows = min(ROWS, n_query - i0);
    for (int e = threadIdx.x; e < rows * D; e += THREADS) {
      sh_query[e / D][e % D] = query[(q_off + i0) * D + e];
      sh_grad[e / D][e % D] = grad_out[(q_off + i0) * D + e];
    }
    if (threadIdx.x < rows) {
      sh_lse[threadIdx.x] = lse[q_off + i0 + threadIdx.x];
      sh_delta[threadIdx.x] = delta[q_off + i0 + threadIdx.x];
    }
    __syncthreads();

    for (int i = 0; i < rows; ++i) {
      float s = 0.f, dp = 0.f;
#pragma unroll
      for (int d = 0; d < D; ++d) {
        s += sh_query[i][d] * k[d];
        dp += sh_grad[i][d] * v[d];
      }
      const float p = __expf(s * scale - sh_lse[i]);
      const float ds = p * (dp - sh_delta[i]) * scale;
#pragma unroll
      for (int d = 0; d < D; ++d) {
        dv[d] += p * sh_grad[i][d];
        dk[d] += ds * sh_query[i][d];
      }
    }
    __syncthreads();
  }

  if (active)
#pragma unroll
    for (int d = 0; d < D; ++d) {
      grad_key[k_off * D + d] = dk[d];
      grad_value[k_off * D + d] = dv[d];
    }
}

extern "C" void launch(const float *query, const float *key, const float *value,
                       const float *grad_out, const float *lse,
                       const float *delta, float *grad_key, float *grad_value,
                       int heads, int n_query, int n_key) {
  constexpr int threads = 96;
  attention_backward_dk_dv<32, 16, threads>
      <<<dim3((n_key + threads - 1) / threads, heads), threads>>>(
          query, key, value, grad_out, lse, delta, grad_key, grad_value,
          n_query, n_key, 0.17677669f);
}
