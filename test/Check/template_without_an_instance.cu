// What nothing instantiates is played as one plausible instance, which gives no witness.
//
// RUN: %exits 2 cuda-pipeline-check %s | FileCheck %s

template <typename T> __global__ void racy(const T *in, T *out) {
  __shared__ T tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  out[threadIdx.x] = tile[63 - threadIdx.x];
}
// CHECK: NO PROOF: 'racy<float>' with blocks of 64:

template <typename T> __global__ void right(const T *in, T *out) {
  __shared__ T tile[64];
  tile[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[63 - threadIdx.x];
}
// CHECK: CLEAN: 'right<float>' with blocks of 64:

template <typename T, int N> __global__ void sized(const T *in, T *out) {
  __shared__ T tile[N][N];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.y * N + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
// CHECK: CLEAN: 'sized<float, 32>' with blocks of 32x32:

template <int *P> __global__ void unknown() {
  __shared__ float tile[64];
  tile[threadIdx.x] = 1;
}
// CHECK: NO PROOF: 'unknown': nothing in this file instantiates it; what would make a proof: an explicit instantiation, or a launch
