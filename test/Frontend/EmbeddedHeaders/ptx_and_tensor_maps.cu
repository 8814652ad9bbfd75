// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s -- --cuda-gpu-arch=sm_90a
// cuda::ptx, cde::, tensor maps and the memory that several devices map.

#include <cuda.h>
#include <cuda/barrier>
#include <cuda/ptx>

namespace ptx = cuda::ptx;
namespace cde = cuda::device::experimental;
using barrier = cuda::barrier<cuda::thread_scope_block>;

__global__ void kernel(const __grid_constant__ CUtensorMap map, float *p) {
  __shared__ alignas(128) float tile[1024];
  __shared__ barrier bar;
  __shared__ uint64_t raw;
  ptx::mbarrier_init(&raw, 1);
  ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  ptx::fence_proxy_async(ptx::space_shared);
  // Coordinates in braces, in a variable, and for several blocks.
  ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, &tile, &map, {0, 0}, cuda::device::barrier_native_handle(bar));
  const int32_t where[3] = {0, 1, 2};
  ptx::cp_async_bulk_tensor(ptx::space_shared, ptx::space_global, tile, &map, where, &raw);
  ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, &map, where, &raw, uint16_t(3));
  ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &map, {0, 0, 0, 0, 0}, tile);
  ptx::cp_reduce_async_bulk_tensor(ptx::space_global, ptx::space_shared, ptx::op_add, &map, {0}, tile);
  ptx::cp_async_bulk_commit_group();
  ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>());
  const uint64_t token = ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &raw, 4096);
  while (!ptx::mbarrier_try_wait(&raw, token))
    ;
  cde::cp_async_bulk_tensor_5d_global_to_shared(tile, &map, 0, 0, 0, 0, 0, bar);
  cde::cp_async_bulk_tensor_3d_shared_to_global(&map, 0, 0, 0, tile);
  while (!bar.try_wait_parity(true))
    ;
  p[threadIdx.x] = tile[threadIdx.x];
}

void encode(CUtensorMap *map, void *at, const uint64_t *sizes, const uint64_t *strides, const uint32_t *box, const uint32_t *steps) {
  cuTensorMapEncodeTiled(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, at, sizes, strides, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                         CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

void share(CUmemGenericAllocationHandle *handle, size_t size) {
  CUmemAllocationProp what = {};
  what.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  what.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  cuMemCreate(handle, size, &what, 0);
  CUmulticastObjectProp group = {};
  group.numDevices = 2;
  cuMulticastCreate(handle, &group);
}
