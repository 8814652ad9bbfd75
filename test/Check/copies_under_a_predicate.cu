// A predicate of PTX decides whether a copy is made; its bytes are zero where it has none.
//
// RUN: cuda-pipeline-check %s | FileCheck %s

__device__ void copy(void *to, const void *from, bool isInside) {
  const unsigned there = (unsigned)__cvta_generic_to_shared(to);
  asm volatile("{\n  .reg .pred p;\n  setp.ne.b32 p, %0, 0;\n"
               "  @p cp.async.ca.shared.global [%1], [%2], 4;\n"
               "  @!p st.shared.u32 [%1], 0;\n}\n" ::"r"((int)isInside),
               "r"(there), "l"(from) : "memory");
}
__global__ void rows(const float *in, float *out, int n) {
  __shared__ float tile[128];
  const int t = threadIdx.x, i = blockIdx.x * 128 + t;
  copy(&tile[t], in + i, i < n);
  asm volatile("cp.async.commit_group;\n" ::: "memory");
  asm volatile("cp.async.wait_group %0;\n" ::"n"(0) : "memory");
  __syncthreads();
  if (i < n)
    out[i] = tile[127 - t];
}
// CHECK: CLEAN: 'rows' with blocks of 128:
void run(const float *in, float *out, int n) { rows<<<(n + 127) / 128, 128>>>(in, out, n); }
