// What is stored came in a trip ago and moves through registers: what enters the
// window is loaded early, if nobody writes it.
//
// RUN: cuda-pipeline-rewrite --widen=none --explain -o %t.cu %s 2>&1 | FileCheck %s
// RUN: cuda-pipeline-rewrite --widen=none --explain --variant=cpasync -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ASYNC

// CHECK: remark: K-loop in 'rejected' left alone: {{.*}}'in' may be written by 'out[z * 64 + t]' (declare the pointers __restrict__{{.*}} [source-may-change]
// ASYNC: remark: K-loop in 'rejected' left alone: {{.*}}
__global__ void rejected(const float *in, float *out, int planes) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float behind = 0.0f, current = in[t], infront = in[64 + t];
  for (int z = 1; z < planes - 1; ++z) {
    behind = current;
    current = infront;
    infront = in[(z + 1) * 64 + t];
    __syncthreads();
    tile[t] = current;
    __syncthreads();
    out[z * 64 + t] = behind + infront + tile[63 - t];
  }
}

// CHECK: remark: K-loop in 'accepted' pipelined: ldg-single, loads only
// ASYNC: remark: K-loop in 'accepted' left alone: {{.*}}'current' takes over the value of 'infront', a window that slides from trip to trip: what enters it has to be loaded a trip ahead by hand; --variant=ldg-single makes its loads early [state-not-separable]
__global__ void accepted(const float *__restrict__ in, float *__restrict__ out,
                         int planes) {
  __shared__ float tile[64];
  const int t = threadIdx.x;
  float behind = 0.0f, current = in[t], infront = in[64 + t];
  for (int z = 1; z < planes - 1; ++z) {
    behind = current;
    current = infront;
    infront = in[(z + 1) * 64 + t];
    __syncthreads();
    tile[t] = current;
    __syncthreads();
    out[z * 64 + t] = behind + infront + tile[63 - t];
  }
}

// The plane is loaded anew: a tile like others.
// CHECK: remark: K-loop in 'plain' pipelined: ldg,
__global__ void plain(const float *__restrict__ in, float *__restrict__ out,
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
