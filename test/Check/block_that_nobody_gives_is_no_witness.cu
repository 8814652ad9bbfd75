// Without a launch in sight it may be another block: what happens with a likely one is
// said, but is no witness. --block says which.
//
// RUN: %exits 2 cuda-pipeline-check %s | FileCheck %s
// RUN: %exits 1 cuda-pipeline-check %s --block=64 | FileCheck %s --check-prefix=GIVEN
// RUN: cuda-pipeline-check %s --block=1 | FileCheck %s --check-prefix=ONE

__global__ void reversed(float *data) {
  __shared__ float tile[1024];
  tile[threadIdx.x] = data[threadIdx.x];
  data[threadIdx.x] = tile[blockDim.x - 1 - threadIdx.x];
}

// CHECK: [[#@LINE-3]]:23: note: in 'reversed', thread
// CHECK: NO PROOF: 'reversed' with blocks of {{[0-9]+}}: no launch in sight says how many threads a block has; with {{[0-9]+}} there is a hazard; what would make a proof: a launch in this file, or --block
// GIVEN: WITNESS: 'reversed' with blocks of 64:
// ONE: CLEAN: 'reversed' with blocks of 1:
