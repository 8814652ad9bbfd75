// Which element is stored changes from trip to trip by what an object keeps of
// the counter: an element that a trip leaves out is that of an earlier tile.
//
// RUN: cuda-pipeline-rewrite --explain --variant=cpasync -o %t.cu %s 2>&1 \
// RUN:   | FileCheck %s

struct Place {
  int at;
  __device__ void go(int k) { at = k & 64; }
  __device__ int of(int t) const { return at + t; }
};

// CHECK: K-loop in 'object' left alone: {{.*}} [footprint-moves]
__global__ void object(const float *A, float *C, int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    Place place;
    place.go(k);
    tile[place.of(t)] = A[k + t];
    __syncthreads();
    sum += tile[63 - t] + tile[127 - t];
    __syncthreads();
  }
  C[t] = sum;
}

// CHECK: K-loop in 'accepted' pipelined
__global__ void accepted(const float *A, float *C, int K) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < K; k += 64) {
    Place place;
    place.go(K);
    tile[place.of(t)] = A[k + t];
    __syncthreads();
    sum += tile[63 - t] + tile[127 - t];
    __syncthreads();
  }
  C[t] = sum;
}
