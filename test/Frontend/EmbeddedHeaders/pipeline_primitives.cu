// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// __pipeline_* and __mbarrier_*.

#include <cuda_awbarrier_primitives.h>
#include <cuda_pipeline.h>
#include <cuda_pipeline_primitives.h>

__global__ void kernel(const float4 *p, int bytes) {
  __shared__ float4 s[2][32];
  __shared__ __mbarrier_t barrier;
  __mbarrier_init(&barrier, blockDim.x);
  __pipeline_memcpy_async(&s[0][threadIdx.x], p, sizeof(float4));
  __pipeline_memcpy_async(&s[1][threadIdx.x], p, 16, 16 - bytes);
  __pipeline_commit();
  __pipeline_wait_prior(1);
  __pipeline_arrive_on(&barrier);
  __mbarrier_token_t token = __mbarrier_arrive(&barrier);
  while (!__mbarrier_test_wait(&barrier, token))
    __nanosleep(20);
}
