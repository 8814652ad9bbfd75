// What is stored came in a trip ago and moves through registers: only what
// enters the window could be loaded early.
//
// RUN: cuda-pipeline-rewrite --explain -o %t.cu %s 2>&1 | FileCheck %s

// CHECK: remark: K-loop in 'rejected' left alone: {{.*}}'current' takes over the value of 'infront', a window that slides from trip to trip: what enters it has to be loaded a trip ahead by hand [state-not-separable]
// CHECK: current = infront;
__global__ void rejected(const float *__restrict__ in, float *__restrict__ out,
                         int planes) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float behind = 0.0f, current = in[t], infront = in[64 + t];
  float sum = 0.0f;
  for (int z = 1; z < planes - 1; ++z) {
    behind = current;
    current = infront;
    infront = in[(z + 1) * 64 + t];
    __syncthreads();
    tile[t] = current;
    __syncthreads();
    sum += behind + infront + tile[63 - t];
  }
  out[t] = sum;
}

// The plane is loaded anew.
// CHECK: remark: K-loop in 'accepted' pipelined
__global__ void accepted(const float *__restrict__ in, float *__restrict__ out,
                         int planes) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float behind = 0.0f, current = in[t], infront = in[64 + t];
  float sum = 0.0f;
  for (int z = 1; z < planes - 1; ++z) {
    __syncthreads();
    tile[t] = in[z * 64 + t];
    __syncthreads();
    behind = current;
    current = infront;
    infront = in[(z + 1) * 64 + t];
    sum += behind + infront + tile[63 - t];
  }
  out[t] = sum;
}
