// A loop around the ring: its phases have to go on, and its stages have to be free.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s -- -I%S/Inputs --cuda-gpu-arch=sm_90a 2>&1 \
// RUN:   | FileCheck %s

#include "copies.cuh"

// CHECK: K-loop in 'again' left alone: {{.*}}its parity starts at 0 again [barrier-phase]
__global__ void again(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  int phase = 0;
  for (int again = 0; again < 2; ++again) {
  
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum += tile[t ^ 1];
    
    __syncthreads();
  }
  
  }
  out[t] = sum;
}

// CHECK: K-loop in 'starts_anew' left alone: {{.*}}'phase' does not start at 0 in front of the loop [barrier-phase]
__global__ void starts_anew(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  
  for (int again = 0; again < 2; ++again) {
  int phase = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, phase);
    sum += tile[t ^ 1];
    phase ^= 1;
    __syncthreads();
  }
  
  }
  out[t] = sum;
}

// CHECK: K-loop in 'set_back' left alone: {{.*}}[barrier-phase]
__global__ void set_back(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  int phase = 0;
  for (int again = 0; again < 2; ++again) {
  phase = 0;
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, phase);
    sum += tile[t ^ 1];
    phase ^= 1;
    __syncthreads();
  }
  
  }
  out[t] = sum;
}

// CHECK: K-loop in 'counts_more' left alone: {{.*}}[barrier-phase]
__global__ void counts_more(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  int trips = 0;
  for (int again = 0; again < 2; ++again) {
  
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, trips & 1);
    sum += tile[t ^ 1];
    ++trips;
    __syncthreads();
  }
  ++trips;
  }
  out[t] = sum;
}

// CHECK: K-loop in 'counts_early' left alone: {{.*}}[barrier-phase]
__global__ void counts_early(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  int trips = 0;
  for (int again = 0; again < 2; ++again) {
  
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, (trips - 1) & 1);
    sum += tile[t ^ 1];
    ++trips;
    __syncthreads();
  }
  
  }
  out[t] = sum;
}

// CHECK: K-loop in 'barrier_in_front' left alone: {{.*}}[stage-in-use]
__global__ void barrier_in_front(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  int phase = 0;
  for (int again = 0; again < 2; ++again) {
  
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, phase);
    __syncthreads();
    sum += tile[t ^ 1];
    phase ^= 1;
  }
  
  }
  out[t] = sum;
}

// CHECK: K-loop in 'two_around' left alone: {{.*}}the loop runs again with the same barriers here [barrier-phase]
__global__ void two_around(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  int phase = 0;
  for (int other = 0; other < 2; ++other) { for (int again = 0; again < 2; ++again) {
  
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, phase);
    sum += tile[t ^ 1];
    phase ^= 1;
    __syncthreads();
  }
  
  } }
  out[t] = sum;
}

// CHECK: K-loop in 'goes_on' pipelined: ring of 4 stages
__global__ void goes_on(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  int phase = 0;
  for (int again = 0; again < 2; ++again) {
  
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, phase);
    sum += tile[t ^ 1];
    phase ^= 1;
    __syncthreads();
  }
  
  }
  out[t] = sum;
}

// CHECK: K-loop in 'once' pipelined: ring of 4 stages
__global__ void once(const float *x, float *out, int tiles) {
  __shared__ alignas(128) float tile[256];
  __shared__ uint64_t full;
  const int t = threadIdx.x;
  if (t == 0) {
    start(&full, 1);
    show();
  }
  __syncthreads();
  float sum = 0;
  
  
  
  for (int k = 0; k < tiles; ++k) {
    if (t == 0) {
      expect(&full, 1024);
      row(tile, x + k * 256, 1024, &full);
    }
    stay(&full, k & 1);
    sum += tile[t ^ 1];
    
    __syncthreads();
  }
  
  
  out[t] = sum;
}

