// Deep packet inspection by a deterministic automaton with 192 states and 32
// classes of bytes, its table in shared memory. 64 bytes of 128 packets a trip:
// read along the packets, scanned a packet a thread.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cuda_runtime.h>

constexpr int kStates = 192, kClasses = 32, kPackets = 128, kBytes = 64;

__global__ void __launch_bounds__(kPackets)
    scan(const uint4 *__restrict__ payload, const unsigned char *__restrict__ table,
         int *__restrict__ final_state, int *__restrict__ hits, int packets,
         int length) {
  __shared__ unsigned char next[kStates * kClasses];
  __shared__ unsigned text[kBytes / 4][kPackets + 1];

  for (int i = threadIdx.x; i < kStates * kClasses; i += kPackets)
    next[i] = table[i] % kStates;

  const int first = blockIdx.x * kPackets;
  unsigned state = 0;
  int hit = 0;

  for (int at = 0; at < length; at += kBytes) {
#pragma unroll
    for (int i = threadIdx.x; i < kPackets * kBytes / 16; i += kPackets) {
      const int p = i / (kBytes / 16), c = i % (kBytes / 16);
      uint4 v = make_uint4(0, 0, 0, 0);
      if (first + p < packets)
        v = payload[((size_t)(first + p) * length + at) / 16 + c];
      text[c * 4 + 0][p] = v.x;
      text[c * 4 + 1][p] = v.y;
      text[c * 4 + 2][p] = v.z;
      text[c * 4 + 3][p] = v.w;
    }
    __syncthreads();

    for (int w = 0; w < kBytes / 4; ++w) {
      unsigned four = text[w][threadIdx.x];
#pragma unroll
      for (int b = 0; b < 4; ++b) {
        state = next[state * kClasses + (four & (kClasses - 1))];
        hit += state >= kStates - 3;
        four >>= 8;
      }
    }
    __syncthreads();
  }
  if (first + threadIdx.x < packets) {
    final_state[first + threadIdx.x] = state;
    hits[first + threadIdx.x] = hit;
  }
}

extern "C" void launch(const uint4 *payload, const unsigned char *table,
                       int *final_state, int *hits, int packets, int length) {
  scan<<<(packets + kPackets - 1) / kPackets, kPackets>>>(
      payload, table, final_state, hits, packets, length);
}
