// RUN: cuda-pipeline-rewrite --cuda-headers=embedded --dump-after=match %s
// Every function and variable qualifier.

__constant__ float table[64];
__device__ int counter;
__managed__ int managed;
extern __shared__ __align__(16) unsigned char dynamic_shared[];
struct __align__(8) Pair { float a, b; };
static_assert(alignof(Pair) == 8, "");

__device__ __noinline__ float slow(float x) { return x; }
__device__ __forceinline__ float fast(float x) { return x; }
__host__ __device__ inline float both(float x) { return x; }

__global__ void __launch_bounds__(256, 2)
bounded(float *__restrict__ p, const __grid_constant__ Pair pair) {
  __shared__ float s[32][33];
  s[threadIdx.y][threadIdx.x] = slow(fast(both(table[0]))) + pair.a;
  __syncthreads();
  p[0] = s[0][0] + dynamic_shared[0] + counter + managed;
}
__global__ void __maxnreg__(64) limited(float *p) {}
__global__ void __cluster_dims__(2, 1, 1) clustered(float *p) {}

#if !defined(__CUDACC__) || __CUDACC_VER_MAJOR__ < 12
#error "version macros"
#endif
