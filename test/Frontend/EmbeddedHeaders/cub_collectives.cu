// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// What kernels use of CUB: collectives of a block and a warp, operators.
#include <cub/block/block_radix_sort.cuh>
#include <cub/cub.cuh>

template <typename T, int THREADS> __global__ void totals(const T *in, T *out) {
  using BlockReduce = cub::BlockReduce<T, THREADS>;
  using BlockScan = cub::BlockScan<T, THREADS, cub::BLOCK_SCAN_WARP_SCANS>;
  __shared__ typename BlockReduce::TempStorage sums;
  __shared__ union {
    typename BlockScan::TempStorage scan;
    T values[THREADS];
  } shared;
  T pair[2] = {in[threadIdx.x], in[threadIdx.x + THREADS]};
  T sum = BlockReduce(sums).Sum(pair);
  __syncthreads();
  T largest = BlockReduce(sums).Reduce(pair[0], cub::Max(), 64);
  T before = 0, all;
  BlockScan(shared.scan).ExclusiveSum(pair[1], before, all);
  BlockScan(shared.scan).InclusiveScan(pair, pair, cub::Sum());
  out[threadIdx.x] = sum + largest + before + all + cub::Min()(pair[0], pair[1]);
}

__global__ void warps(int *data) {
  typedef cub::WarpReduce<int> WarpReduce;
  __shared__ typename WarpReduce::TempStorage temp[4];
  __shared__ cub::WarpScan<int, 16>::TempStorage scan;
  int sum = WarpReduce(temp[threadIdx.x / 32]).Sum(data[threadIdx.x]);
  cub::WarpScan<int, 16>(scan).InclusiveSum(sum, sum);
  data[threadIdx.x] = sum;
}

struct Longer {
  __device__ bool operator()(int a, int b) const { return a > b; }
};

__global__ void __launch_bounds__(128) sorted(int *keys, float *values) {
  using Sort = cub::BlockRadixSort<int, 128, 4, float>;
  using Load = cub::BlockLoad<int, 128, 4, cub::BLOCK_LOAD_TRANSPOSE>;
  using Pair = cub::KeyValuePair<int, float>;
  __shared__ typename Sort::TempStorage sort;
  __shared__ typename Load::TempStorage load;
  __shared__ cub::BlockReduce<Pair, 128>::TempStorage best;
  int own[4];
  float payload[4];
  Load(load).Load(keys, own);
  Sort(sort).SortDescending(own, payload);
  Pair first = cub::BlockReduce<Pair, 128>(best).Reduce(Pair(own[0], payload[0]),
                                                        cub::ArgMax());
  keys[threadIdx.x] = first.key;
  values[threadIdx.x] = first.value;
}

template __global__ void totals<float, 128>(const float *, float *);
