// Inline assembly loads under a predicate: in a function object, in a function, in a
// method. What its brackets name is read, what its outputs name is set, and the
// registers wait for their store as those of other loads do.
//
// RUN: %rewrite_and_run ldg,ldg-single walk -DSTEP=128 \
// RUN:   "-DKERNELS=by_an_object,by_a_function,by_a_method"
// RUN: cuda-pipeline-rewrite --variant=ldg -o %t.cu %s
// RUN: grep -v "^//" %t.cu | FileCheck %s

// The constructor of an object that nobody keeps.
template <typename T, int Bytes> struct load_global;
template <typename T> struct load_global<T, 16> {
  __device__ load_global(T &to, const void *from, bool in) {
    uint4 &words = reinterpret_cast<uint4 &>(to);
    asm volatile("{\n"
                 "  .reg .pred p;\n"
                 "  setp.ne.b32 p, %5, 0;\n"
                 "  mov.b32 %0, %6;\n"
                 "  mov.b32 %1, %7;\n"
                 "  mov.b32 %2, %8;\n"
                 "  mov.b32 %3, %9;\n"
                 "  @p ld.global.v4.u32 {%0, %1, %2, %3}, [%4];\n"
                 "}\n"
                 : "=r"(words.x), "=r"(words.y), "=r"(words.z), "=r"(words.w)
                 : "l"(from), "r"(int(in)), "r"(words.x), "r"(words.y), "r"(words.z),
                   "r"(words.w));
  }
};

// CHECK: __global__ void by_an_object
// CHECK: uint4 next_loaded[2];
// CHECK: auto fetch_tile = [&](int k) {
// CHECK: uint4 loaded = make_uint4(0, 0, 0, 0);
// CHECK-NEXT: load_global<uint4, sizeof(uint4)>(loaded, A + at, at + 4 <= n);
// CHECK-NEXT: next_loaded[v] = loaded;
// CHECK: auto &tile = tile_stages[stage];
// CHECK: reinterpret_cast<uint4 *>(tile)[v * 16 + t % 16] = next_loaded[v];
__global__ void by_an_object(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ alignas(16) float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  for (int k = 0; k < n; k += 128) {
    if (t < 16) {
#pragma unroll
      for (int v = 0; v < 2; ++v) {
        const int at = k + v * 64 + t * 4;
        uint4 loaded = make_uint4(0, 0, 0, 0);
        load_global<uint4, sizeof(uint4)>(loaded, A + at, at + 4 <= n);
        reinterpret_cast<uint4 *>(tile)[v * 16 + t % 16] = loaded;
      }
    }
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += tile[i] * (t + i);
    __syncthreads();
  }
  out[t] = sum;
}

__device__ __forceinline__ void load128(float &a, float &b, float &c, float &d,
                                        const void *from, bool in) {
  asm volatile("{.reg .pred p;\n"
               " setp.ne.b32 p, %5, 0;\n"
               " @!p mov.b32 %0, 0;\n"
               " @!p mov.b32 %1, 0;\n"
               " @!p mov.b32 %2, 0;\n"
               " @!p mov.b32 %3, 0;\n"
               " @p ld.global.nc.L1::no_allocate.v4.f32 {%0, %1, %2, %3}, [%4];}\n"
               : "=f"(a), "=f"(b), "=f"(c), "=f"(d)
               : "l"(from), "r"((int)in));
}

// CHECK: __global__ void by_a_function
// CHECK: auto fetch_tile = [&](int k) {
// CHECK-NEXT: load128(r[0], r[1], r[2], r[3], A + k + t * 4, k + t * 4 + 4 <= n);
// CHECK-NEXT: };
// CHECK: auto &tile = tile_stages[stage];
// CHECK: tile[t * 4 + j] = r[j];
__global__ void by_a_function(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float tile[128];
  const int t = threadIdx.x;
  float sum = 0.0f;
  float r[4];
  for (int k = 0; k < n; k += 128) {
    load128(r[0], r[1], r[2], r[3], A + k + t * 4, k + t * 4 + 4 <= n);
    __syncthreads();
    for (int j = 0; j < 4; ++j)
      tile[t * 4 + j] = r[j];
    __syncthreads();
    for (int i = 0; i < 128; ++i)
      sum += tile[i] * (t + i);
  }
  out[t] = sum;
}

struct Loader {
  const float *from;
  __device__ void operator()(float4 &to, int at, bool in) const {
    asm("{ .reg .pred p; setp.ne.u32 p, %5, 0; @p ld.global.ca.v4.f32 {%0, %1, %2, %3}, [%4]; }"
        : "+f"(to.x), "+f"(to.y), "+f"(to.z), "+f"(to.w)
        : "l"(from + at), "r"((unsigned)in));
  }
};

// CHECK: __global__ void by_a_method
// CHECK: auto fetch_tile = [&](int k) {
// CHECK-NEXT: v = make_float4(0, 0, 0, 0);
// CHECK-NEXT: load(v, k + t * 4, k + t * 4 + 4 <= n);
// CHECK-NEXT: };
__global__ void by_a_method(const float *__restrict__ A, float *__restrict__ out, int n) {
  __shared__ float4 tile[32];
  const int t = threadIdx.x;
  const Loader load{A};
  float sum = 0.0f;
  for (int k = 0; k < n; k += 128) {
    float4 v = make_float4(0, 0, 0, 0);
    load(v, k + t * 4, k + t * 4 + 4 <= n);
    tile[t] = v;
    __syncthreads();
    for (int i = 0; i < 32; ++i)
      sum += tile[i].x * (t + i) + tile[i].y - tile[i].z * tile[i].w;
    __syncthreads();
  }
  out[t] = sum;
}
