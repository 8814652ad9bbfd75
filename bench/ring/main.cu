// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Checks and times all forms: bit for bit against the first, with poisoned outputs.
//   ./ring check     small shapes; ./ring small [WORD]: fewer, for compute-sanitizer, and
//                    only the forms with that word in their name
//   ./ring time      three shapes, forms interleaved
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_runtime.h>
#include <string>
#include <vector>

using bf16 = __nv_bfloat16;
#define CK(call)                                                                                   \
  do {                                                                                             \
    cudaError_t e_ = (call);                                                                       \
    if (e_ != cudaSuccess) {                                                                       \
      std::printf("CUDA error %s at line %d: %s\n", #call, __LINE__, cudaGetErrorString(e_));      \
      std::exit(1);                                                                                \
    }                                                                                              \
  } while (0)

using Entry = void (*)(int, bf16 *, int, int, int, const CUtensorMap &, const CUtensorMap &);
#define FORMS(X)                                                                                   \
  X(cde_single) X(asm_single) X(ptx_single) X(dyn_single)                                          \
  X(cde_ring2) X(cde_ring3) X(cde_ring4)                                                           \
  X(asm_ring2) X(asm_ring3) X(asm_ring4)                                                           \
  X(ptx_ring2) X(ptx_ring3) X(ptx_ring4)                                                           \
  X(dyn_ring2) X(dyn_ring3) X(dyn_ring4)                                                           \
  X(hand2) X(hand3) X(hand4)                                                                       \
  X(cde_roles2) X(cde_roles3) X(cde_roles4)                                                        \
  X(asm_roles2) X(asm_roles3) X(asm_roles4)                                                        \
  X(ptx_roles2) X(ptx_roles3) X(ptx_roles4)                                                        \
  X(hand_roles2) X(hand_roles3) X(hand_roles4)
#define DECLARE(name) void name(int, bf16 *, int, int, int, const CUtensorMap &, const CUtensorMap &);
FORMS(DECLARE)
struct Form {
  const char *Name;
  Entry Run;
};
#define ROW(name) {#name, name},
static const Form Forms[] = {FORMS(ROW)};

static CUtensorMap map_of(const bf16 *base, int cols, int rows) {
  CUtensorMap map;
  cuuint64_t size[2] = {(cuuint64_t)std::max(cols, 64), (cuuint64_t)rows};
  cuuint64_t stride[1] = {size[0] * 2};
  cuuint32_t box[2] = {64, 128}, one[2] = {1, 1};
  if (cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, (void *)base, size, stride, box, one,
                             CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                             CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
                             CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) != CUDA_SUCCESS) {
    std::printf("cuTensorMapEncodeTiled failed\n");
    std::exit(1);
  }
  return map;
}
__global__ void reference(const bf16 *A, const bf16 *B, bf16 *C, int M, int N, int K) {
  const int n = blockIdx.x * blockDim.x + threadIdx.x, m = blockIdx.y * blockDim.y + threadIdx.y;
  if (m >= M || n >= N)
    return;
  float acc = 0.f;
  for (int k = 0; k < K; ++k)
    acc += __bfloat162float(A[(size_t)m * K + k]) * __bfloat162float(B[(size_t)n * K + k]);
  C[(size_t)m * N + n] = __float2bfloat16(acc);
}
static uint32_t state = 12345;
static uint32_t rng() {
  state ^= state << 13;
  state ^= state >> 17;
  state ^= state << 5;
  return state;
}
struct Problem {
  int M, N, K;
  bf16 *A, *B, *C;
  CUtensorMap mapA, mapB;
  Problem(int M, int N, int K, bool integers) : M(M), N(N), K(K) {
    const size_t k = std::max(K, 64);
    std::vector<bf16> a(M * k), b(N * k);
    for (auto *v : {&a, &b})
      for (bf16 &x : *v)
        x = __float2bfloat16(integers ? float(int(rng() % 5) - 2) : float(rng() & 0xFFFF) / 65536.f - 0.5f);
    CK(cudaMalloc(&A, a.size() * 2));
    CK(cudaMalloc(&B, b.size() * 2));
    CK(cudaMalloc(&C, size_t(M) * N * 2));
    CK(cudaMemcpy(A, a.data(), a.size() * 2, cudaMemcpyHostToDevice));
    CK(cudaMemcpy(B, b.data(), b.size() * 2, cudaMemcpyHostToDevice));
    mapA = map_of(A, K, M);
    mapB = map_of(B, K, N);
  }
  ~Problem() {
    cudaFree(A);
    cudaFree(B);
    cudaFree(C);
  }
  void run(const Form &f, int wg) { f.Run(wg, C, M, N, K, mapA, mapB); }
  std::vector<bf16> result(const Form &f, int wg) {
    CK(cudaMemset(C, 0xFF, size_t(M) * N * 2));
    run(f, wg);
    CK(cudaGetLastError());
    CK(cudaDeviceSynchronize());
    std::vector<bf16> out(size_t(M) * N);
    CK(cudaMemcpy(out.data(), C, out.size() * 2, cudaMemcpyDeviceToHost));
    return out;
  }
};

static int check(bool small, const char *word) {
  int bad = 0, runs = 0;
  // 0, 1, 2, 3, 4, 5, 9 and 17 tiles.
  for (int tiles : {0, 1, 2, 3, 4, 5, 9, 17}) {
    if (small && tiles > 5)
      continue;
    Problem p(small ? 128 : 384, 256, tiles * 64, true);
    CK(cudaMemset(p.C, 0xFF, size_t(p.M) * p.N * 2));
    reference<<<dim3((p.N + 15) / 16, (p.M + 15) / 16), dim3(16, 16)>>>(p.A, p.B, p.C, p.M, p.N, p.K);
    std::vector<bf16> want(size_t(p.M) * p.N);
    CK(cudaMemcpy(want.data(), p.C, want.size() * 2, cudaMemcpyDeviceToHost));
    for (const Form &f : Forms)
      for (int wg : {1, 2}) {
        if (!std::strstr(f.Name, word))
          continue;
        std::vector<bf16> is = p.result(f, wg);
        ++runs;
        if (std::memcmp(is.data(), want.data(), is.size() * 2)) {
          ++bad;
          std::printf("WRONG %s, %d warpgroups, %d tiles\n", f.Name, wg, tiles);
        }
      }
  }
  std::printf("check: %d runs, %d wrong\n", runs, bad);
  return bad != 0;
}

static int time_all() {
  const int shapes[][3] = {{4096, 4096, 4096}, {2048, 2048, 8192}, {8192, 8192, 1024}};
  int failed = 0;
  for (auto &s : shapes) {
    Problem p(s[0], s[1], s[2], false);
    constexpr int NF = sizeof(Forms) / sizeof(Forms[0]);
    std::vector<float> ms[NF][2];
    for (int wg : {1, 2}) {
      const std::vector<bf16> first = p.result(Forms[0], wg);
      for (const Form &f : Forms)
        if (std::vector<bf16> is = p.result(f, wg); std::memcmp(is.data(), first.data(), is.size() * 2)) {
          std::printf("DIFFERENT BITS: %s, %d warpgroups\n", f.Name, wg);
          failed = 1;
        }
    }
    cudaEvent_t a, b;
    CK(cudaEventCreate(&a));
    CK(cudaEventCreate(&b));
    for (int round = 0; round < 25; ++round)
      for (int i = 0; i < NF; ++i)
        for (int wg : {1, 2}) {
          p.run(Forms[i], wg);
          CK(cudaEventRecord(a));
          for (int r = 0; r < 4; ++r)
            p.run(Forms[i], wg);
          CK(cudaEventRecord(b));
          CK(cudaEventSynchronize(b));
          float t;
          CK(cudaEventElapsedTime(&t, a, b));
          if (round >= 3)
            ms[i][wg - 1].push_back(t / 4);
        }
    auto median = [&](int i, int wg) {
      std::vector<float> v = ms[i][wg - 1];
      std::sort(v.begin(), v.end());
      return v[v.size() / 2];
    };
    auto tflops = [&](int i, int wg) { return 2.0 * s[0] * s[1] * s[2] / median(i, wg) * 1e-9; };
    std::printf("\n%dx%dx%d, TFLOPS        1 wg    2 wg\n", s[0], s[1], s[2]);
    for (int i = 0; i < NF; ++i)
      std::printf("  %-16s    %7.1f %7.1f\n", Forms[i].Name, tflops(i, 1), tflops(i, 2));
    auto at = [&](const std::string &name) {
      for (int i = 0; i < NF; ++i)
        if (name == Forms[i].Name)
          return i;
      std::abort();
    };
    auto best = [&](const std::string &n) { return std::max(tflops(at(n), 1), tflops(at(n), 2)); };
    auto over = [&](const std::string &a, const std::string &b) {
      std::printf("  %-28s 1 wg %.3f  2 wg %.3f  best of both %.3f\n", (a + " / " + b).c_str(),
                  tflops(at(a), 1) / tflops(at(b), 1), tflops(at(a), 2) / tflops(at(b), 2), best(a) / best(b));
    };
    over("dyn_ring3", "dyn_single");
    over("dyn_ring3", "hand3");
    for (const std::string h : {"cde", "asm", "ptx"}) {
      over(h + "_ring3", h + "_single");
      over(h + "_ring3", "hand3");
      over(h + "_roles3", h + "_single");
      over(h + "_roles3", h + "_ring3");
      over(h + "_roles3", "hand_roles3");
    }
  }
  return failed;
}

int main(int argc, char **argv) {
  const std::string mode = argc > 1 ? argv[1] : "check";
  cudaDeviceProp prop;
  CK(cudaGetDeviceProperties(&prop, 0));
  std::printf("# %s\n", prop.name);
  return mode == "time" ? time_all() : check(mode == "small", argc > 2 ? argv[2] : "");
}
