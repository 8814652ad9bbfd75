// A lambda with `auto` is a template: each instance of a kernel that it launches is played with the
// block that the same arguments give. One whose block cannot be told is not played with one warp
// only, in which there are no races.
//
// RUN: %exits 1 %check %s > %t.out 2>&1
// RUN: FileCheck --input-file=%t.out %s
//
// CHECK-NOT: 'sums<128>' with blocks of 32
// CHECK: CLEAN: 'sums<32>' with blocks of 32
// CHECK: WITNESS: 'sums<128>' with blocks of 128
// CHECK-NOT: 'told_by_nobody' with blocks of 32:
// CHECK: NO PROOF: 'told_by_nobody' with blocks of 256: its launch does not say how many threads

template <int V> struct constant {
  static constexpr int value = V;
};

// One warp sums alone, several race.
template <int BlockSize> __global__ void sums(float *out, const float *in, int n) {
  __shared__ float s;
  float acc = 0;
  for (int i = threadIdx.x; i < n; i += BlockSize)
    acc += in[i];
  for (int by = 16; by > 0; by /= 2)
    acc += __shfl_xor_sync(~0u, acc, by);
  if (threadIdx.x % 32 == 0)
    s = acc;
  __syncwarp();
  out[threadIdx.x] = s;
}
template <class L> void dispatch(L &&launch, int block_size) {
  switch (block_size) {
  case 32:
    return launch(constant<32>{});
  case 128:
    return launch(constant<128>{});
  }
}
void go(float *o, const float *i, int n, int size) {
  auto launch = [&](auto chosen) {
    constexpr int block_size = chosen.value;
    sums<block_size><<<1, block_size>>>(o, i, n);
  };
  dispatch(launch, size);
}

__global__ void told_by_nobody(float *out, const float *in, int n) {
  __shared__ float s;
  if (threadIdx.x % 32 == 0)
    s = in[threadIdx.x];
  __syncwarp();
  out[threadIdx.x] = s;
}
void go(float *o, const float *i, int n, dim3 block) { told_by_nobody<<<1, block>>>(o, i, n); }
