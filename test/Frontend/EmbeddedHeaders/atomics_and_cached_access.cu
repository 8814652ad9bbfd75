// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// Atomics on all types, __ldg and its family.

__global__ void kernel(int *i, unsigned *u, float *f, double *d,
                       unsigned long long *l, float4 *v, const int2 *c) {
  __shared__ int bins[32];
  atomicAdd(&bins[threadIdx.x], 1);
  atomicAdd(u, 1);
  atomicAdd(f, 2);
  atomicAdd(d, 1.0);
  atomicAdd_block(i, 1);
  atomicAdd_system(l, 1);
  int old = atomicCAS(i, 0, 1);
  atomicMax(l, (unsigned long long)old);
  atomicExch(f, 0.f);
  atomicInc(u, 31u);
  float4 x = __ldg(v), y = __ldcg(v + 1);
  int2 z = __ldcs(c);
  x.x += __ldg(f) + z.x;
  __stcs(v, x);
  __stcg(v + 1, y);
  u[0] = __byte_perm(u[1], u[2], 0x3210) + __funnelshift_l(u[0], u[1], 3) +
         __umulhi(u[0], u[1]) + __clz(i[0]) + __ffs(i[1]) + __brev(u[2]);
  i[0] = __dp4a(i[1], i[2], i[3]) + __float_as_int(f[0]) + __float2int_rn(f[1]);
  u[1] = __vadd4(u[0], u[1]) + (unsigned)__cvta_generic_to_shared(bins);
}
