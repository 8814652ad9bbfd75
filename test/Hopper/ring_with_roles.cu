// Some threads load, others compute: both loops are told which part they are, and how
// many stages there are. Of one buffer that goes to and fro, the copies are told.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "ptx.cuh"
#include <cuda/barrier>

using barrier = cuda::barrier<cuda::thread_scope_block>;
namespace cde = cuda::device::experimental;

// CHECK: :[[#@LINE + 10]]:7: remark: K-loop in 'by_warps' left alone: {{.*}}a ring of 4 stages with roles: this loop fills it, other threads compute [already-pipelined]
// CHECK: :[[#@LINE + 22]]:3: remark: K-loop in 'by_warps' left alone: {{.*}}a ring of 4 stages with roles: this loop computes, others have started its copies [already-pipelined]
__global__ void by_warps(const float *x, float *C, int K) {
  __shared__ alignas(128) float tile[4][256];
  __shared__ u64 full[4], empty[4];
  const int t = threadIdx.x;
  if (t >= 256) {
    if (t == 256) {
      int stage = 0, phase = 1;

      for (int k = 0; k < K; ++k) {
        f_stay(&empty[stage], phase);
        f_bytes(&full[stage], 1024);
        f_row(tile[stage], x + k * 256, 1024, &full[stage]);
        stage = (stage + 1) % 4;
        phase ^= stage == 0;
      }
    }
    return;
  }
  float sum = 0;
  int stage = 0, phase = 0;

  for (int k = 0; k < K; ++k) {
    f_stay(&full[stage], phase);
    sum += tile[stage][t ^ 1];
    f_come(&empty[stage]);
    stage = (stage + 1) % 4;
    phase ^= stage == 0;
  }
  C[t] = sum;
}

template <int Q> struct Storage {
  alignas(128) float A[Q * 256];
  barrier full[Q], empty[Q];
};

// CHECK: K-loop in 'by_tokens' left alone: {{.*}}a ring of 3 stages with roles: this loop fills it, other threads compute [already-pipelined]
// CHECK: K-loop in 'by_tokens' left alone: {{.*}}a ring of 3 stages with roles: this loop computes{{.*}} [already-pipelined]
template <int Q> __global__ void by_tokens(const CUtensorMap *m, float *C, int K) {
  extern __shared__ unsigned char raw[];
  Storage<Q> &s = *reinterpret_cast<Storage<Q> *>(raw);
  const int group = threadIdx.x / 128;
  if (group == 0) {
    if (threadIdx.x == 0) {
      int at = 0;
      for (int k = 0; k < K; ++k, ++at) {
        if (at == Q)
          at = 0;
        s.empty[at].wait(s.empty[at].arrive());
        cde::cp_async_bulk_tensor_2d_global_to_shared(&s.A[at * 256], m, k, 0, s.full[at]);
        auto token = cuda::device::barrier_arrive_tx(s.full[at], 1, 1024);
      }
    }
  } else {
    for (int i = 0; i < Q; ++i)
      auto token = s.empty[i].arrive();
    float sum = 0;
    int at = 0;
    for (int k = 0; k < K; ++k, ++at) {
      if (at == Q)
        at = 0;
      s.full[at].wait(s.full[at].arrive());
      sum += s.A[at * 256 + threadIdx.x % 128];
      auto token = s.empty[at].arrive();
    }
    C[threadIdx.x] = sum;
  }
}
void run(const CUtensorMap *m, float *C, int K) { by_tokens<3><<<1, 256, 8192>>>(m, C, K); }

// CHECK: K-loop in 'to_and_fro' left alone: {{.*}}into one buffer, which others read before the next is started [bulk-copy-in-loop]
// CHECK: K-loop in 'to_and_fro' left alone: {{.*}}the loop waits for a bulk copy into one buffer, which other threads start [bulk-copy-in-loop]
__global__ void to_and_fro(const float *x, float *C, int K) {
  __shared__ alignas(128) float tile[256];
  __shared__ u64 full, empty;
  const int t = threadIdx.x;
  float sum = 0;
  if (t == 256) {
    for (int k = 0; k < K; ++k) {
      f_stay(&empty, (k & 1) ^ 1);
      f_bytes(&full, 1024);
      f_row(tile, x + k * 256, 1024, &full);
    }
  } else {
    for (int k = 0; k < K; ++k) {
      f_stay(&full, k & 1);
      sum += tile[t ^ 1];
      f_come(&empty);
    }
    C[t] = sum;
  }
}
