// A number that nothing defines, for a header is missing, is none of the user's: no verdict rests on
// one that was chosen, and the text and JSON say what is missing.
//
// RUN: %exits 2 cuda-pipeline-check %s > %t.out 2>&1
// RUN: FileCheck --input-file=%t.out %s
// RUN: %exits 2 cuda-pipeline-check %s --json | FileCheck %s
// CHECK: 'ring': a part of it could not be read: 'SLOTS' is defined nowhere, and 'config_of_theirs.h' was not found; what would make a proof: -DSLOTS=<number> or -I with the folder of 'config_of_theirs.h'
//
// RUN: cuda-pipeline-check %s -DSLOTS=3 | FileCheck --check-prefix=THREE %s
// THREE: PROVED FOR ALL TRIPS: 'ring'
//
// With a slot too few a copy comes too early; it is not read too early.
// RUN: %exits 1 cuda-pipeline-check %s -DSLOTS=2 > %t.two 2>&1
// RUN: FileCheck --check-prefix=TWO --input-file=%t.two %s --implicit-check-not=copy-read-early
// TWO: a copy of thread 0 overwrites 's' where thread {{[0-9]+}} may still read [race-read-write]
// TWO: remedy: put a barrier between that read and the copy, or give the ring one slot more
// TWO: WITNESS: 'ring' with blocks of 128: 1 hazard
//
// A wait that is too lax is one.
// RUN: %exits 1 cuda-pipeline-check %s -DSLOTS=3 -DLEFT=2 > %t.lax 2>&1
// RUN: FileCheck --check-prefix=LAX --input-file=%t.lax %s
// LAX: [copy-read-early]

#include "config_of_theirs.h"
#include <cuda_pipeline.h>
#ifndef LEFT
#define LEFT 1
#endif

__global__ void ring(const float *__restrict__ A, float *out, int n) {
  __shared__ float s[SLOTS][128];
  int t = threadIdx.x;
  float acc = 0;
  for (int i = 0; i < 2; ++i) {
    if (i < n)
      __pipeline_memcpy_async(&s[i % SLOTS][t], &A[i * 128 + t], 4);
    __pipeline_commit();
  }
  for (int i = 0; i < n; ++i) {
    __pipeline_wait_prior(LEFT);
    __syncthreads();
    if (i + 2 < n)
      __pipeline_memcpy_async(&s[(i + 2) % SLOTS][t], &A[(i + 2) * 128 + t], 4);
    __pipeline_commit();
    for (int j = 0; j < 128; ++j)
      acc += s[i % SLOTS][j];
  }
  out[t] = acc;
}
void go(const float *A, float *o, int n) { ring<<<1, 128>>>(A, o, n); }
