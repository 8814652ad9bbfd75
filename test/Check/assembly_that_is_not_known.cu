// Instructions that only compute give numbers that are made up, and are named. What says
// that it touches memory and is not known gives no proof.
//
// RUN: cuda-pipeline-check %s --kernel=computes | FileCheck %s
// RUN: %exits 2 cuda-pipeline-check %s --kernel=touches | FileCheck %s --check-prefix=TOUCHES

__global__ void computes(const unsigned *in, unsigned *out) {
  __shared__ unsigned tile[64];
  unsigned x;
  asm("lop3.b32 %0, %1, %1, %1, 0x96;" : "=r"(x) : "r"(in[threadIdx.x]));
  tile[threadIdx.x] = x;
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}
// CHECK: CLEAN: 'computes'
// CHECK-NEXT: note: values of asm 'lop3.b32' were made up

__global__ void touches(const unsigned *in, unsigned *out) {
  __shared__ unsigned tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  asm volatile("tcgen05.wait::st.sync.aligned;" ::: "memory");
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}
// TOUCHES: NO PROOF: 'touches' with blocks of 64: asm 'tcgen05.wait::st.sync.aligned', which is not modelled in line [[#@LINE-4]]

void run(const unsigned *in, unsigned *out) {
  computes<<<1, 64>>>(in, out);
  touches<<<1, 64>>>(in, out);
}
