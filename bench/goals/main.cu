// Checks and times the forms of one kernel: bits against the first,
// interleaved, best of 5.
//   main KIND SECONDS SIZES NAME=FORM.so...
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <dlfcn.h>
#include <string>
#include <vector>
#define CU(x)                                                                  \
  do {                                                                         \
    cudaError_t e = (x);                                                       \
    if (e != cudaSuccess) {                                                    \
      printf("ERROR %s: %s\n", #x, cudaGetErrorString(e));                     \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)
static __device__ uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}
template <typename T> __device__ T value(uint64_t r);
template <> __device__ int8_t value(uint64_t r) { return (int8_t)r; }
template <> __device__ half value(uint64_t r) {
  return __float2half((float)(r >> 40) / (1 << 23) - 1.0f);
}
template <> __device__ __nv_bfloat16 value(uint64_t r) {
  return __float2bfloat16((float)(r >> 40) / (1 << 23) - 1.0f);
}
template <> __device__ float value(uint64_t r) {
  return (float)(r >> 40) / (1 << 23) - 1.0f;
}
template <> __device__ double value(uint64_t r) {
  return (double)(r >> 11) / (1ull << 52) - 1.0;
}
template <typename T> __global__ void fill(T *p, size_t n, uint64_t seed) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
       i += (size_t)gridDim.x * blockDim.x)
    p[i] = value<T>(mix(seed * 0x100000001ull + i));
}
__global__ void differ(const uint32_t *a, const uint32_t *b, size_t n,
                       unsigned long long *count) {
  for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n;
       i += (size_t)gridDim.x * blockDim.x)
    if (a[i] != b[i])
      atomicAdd(count, 1ull);
}
struct Form {
  std::string name;
  void *f;
  std::vector<float> ms;
  bool bad = false;
};
template <typename T> void *random_(size_t n, uint64_t seed) {
  T *p;
  CU(cudaMalloc(&p, n * sizeof(T)));
  fill<<<1024, 256>>>(p, n, seed);
  CU(cudaGetLastError());
  return p;
}
int main(int argc, char **argv) {
  std::string kind = argv[1];
  double seconds = atof(argv[2]);
  std::vector<std::string> sizes;
  for (char *s = strtok(argv[3], ","); s; s = strtok(nullptr, ","))
    sizes.push_back(s);
  std::vector<Form> forms;
  for (int i = 4; i < argc; ++i) {
    std::string w = argv[i];
    size_t e = w.find('=');
    void *l = dlopen(w.substr(e + 1).c_str(), RTLD_NOW | RTLD_LOCAL);
    void *s = l ? dlsym(l, "launch") : nullptr;
    if (!s) {
      printf("ERROR %s: %s\n", w.c_str(), dlerror());
      continue;
    }
    forms.push_back({w.substr(0, e), s});
  }
  cudaDeviceProp prop;
  CU(cudaGetDeviceProperties(&prop, 0));
  printf("DEVICE %s\n", prop.name);
  unsigned long long *count;
  CU(cudaMallocManaged(&count, 8));
  for (auto &size : sizes) {
    // GEMM: N (three times); attention: heads x sequence
    int x = atoi(size.c_str()),
        y = size.find('x') == std::string::npos
                ? 0
                : atoi(size.c_str() + size.find('x') + 1);
    void *in[3] = {}, *out, *want;
    size_t bytes;
    bool attention = y != 0;
    size_t n = attention ? 0 : (size_t)x * x;
    if (kind == "int8") {
      in[0] = random_<int8_t>(n, 1);
      in[1] = random_<int8_t>(n, 2);
      bytes = n * 4;
    } else if (kind == "half") {
      in[0] = random_<half>(n, 1);
      in[1] = random_<half>(n, 2);
      bytes = n * 2;
    } else if (kind == "halffloat") {
      in[0] = random_<half>(n, 1);
      in[1] = random_<half>(n, 2);
      bytes = n * 4;
    } else if (kind == "bf16") {
      in[0] = random_<__nv_bfloat16>(n, 1);
      in[1] = random_<__nv_bfloat16>(n, 2);
      bytes = n * 4;
    } else if (kind == "float") {
      in[0] = random_<float>(n, 1);
      in[1] = random_<float>(n, 2);
      bytes = n * 4;
    } else if (kind == "double") {
      in[0] = random_<double>(n, 1);
      in[1] = random_<double>(n, 2);
      bytes = n * 8;
    } else if (kind.substr(0, 9) == "attention") { // attentionDIM, half
      n = (size_t)x * y * atoi(kind.c_str() + 9);
      for (int i = 0; i < 3; ++i)
        in[i] = random_<half>(n, i + 1);
      bytes = n * 2;
    } else { // windowDIM, float
      n = (size_t)x * y * atoi(kind.c_str() + 6);
      for (int i = 0; i < 3; ++i)
        in[i] = random_<float>(n, i + 1);
      bytes = n * 4;
    }
    CU(cudaMalloc(&out, bytes));
    CU(cudaMalloc(&want, bytes));
    auto run = [&](Form &f) {
      if (attention)
        ((void (*)(void *, void *, void *, void *, int, int))f.f)(
            in[0], in[1], in[2], out, x, y);
      else
        ((void (*)(void *, void *, void *, int, int, int))f.f)(in[0], in[1],
                                                               out, x, x, x);
    };
    auto check = [&](Form &f, bool first) {
      CU(cudaMemset(out, 0xcd, bytes));
      run(f);
      cudaError_t e = cudaGetLastError();
      if (e == cudaSuccess)
        e = cudaDeviceSynchronize();
      if (e != cudaSuccess) {
        printf("BAD %s %s %s\n", size.c_str(), f.name.c_str(),
               cudaGetErrorString(e));
        f.bad = true;
        if (e != cudaErrorInvalidValue && e != cudaErrorInvalidConfiguration)
          exit(1);
        return;
      }
      if (first) {
        CU(cudaMemcpy(want, out, bytes, cudaMemcpyDeviceToDevice));
        CU(cudaMemset(out, 0xcd, bytes));
      }
      *count = 0;
      differ<<<1024, 256>>>((uint32_t *)out, (uint32_t *)want, bytes / 4,
                            count);
      CU(cudaDeviceSynchronize());
      if (first) {
        if (*count < bytes / 4 * 0.99)
          printf("WARN %s: plain wrote %llu of %zu words\n", size.c_str(),
                 *count, bytes / 4);
      } else if (*count) {
        printf("BAD %s %s %llu words differ\n", size.c_str(), f.name.c_str(),
               *count);
        f.bad = true;
      }
    };
    for (auto &f : forms) {
      f.ms.clear();
      f.bad = false;
      check(f, &f == &forms[0]);
    }
    cudaEvent_t a, b;
    CU(cudaEventCreate(&a));
    CU(cudaEventCreate(&b));
    std::vector<int> repeats;
    for (auto &f : forms) {
      if (f.bad) {
        repeats.push_back(0);
        continue;
      }
      CU(cudaEventRecord(a));
      for (int i = 0; i < 3; ++i)
        run(f);
      CU(cudaEventRecord(b));
      CU(cudaEventSynchronize(b));
      float ms;
      CU(cudaEventElapsedTime(&ms, a, b));
      repeats.push_back(std::max(3, (int)(seconds * 1000 / (ms / 3)) + 1));
    }
    for (int round = 0; round < 5; ++round)
      for (size_t k = 0; k < forms.size(); ++k) {
        size_t i = (k + round * 3) % forms.size();
        auto &f = forms[i];
        if (f.bad)
          continue;
        run(f);
        CU(cudaEventRecord(a));
        for (int r = 0; r < repeats[i]; ++r)
          run(f);
        CU(cudaEventRecord(b));
        CU(cudaEventSynchronize(b));
        float ms;
        CU(cudaEventElapsedTime(&ms, a, b));
        f.ms.push_back(ms / repeats[i]);
      }
    for (auto &f : forms) {
      bool bad = f.bad;
      if (!bad && &f != &forms[0])
        check(f, false);
      if (!f.bad)
        printf("TIME %s %s %.5f %.5f\n", size.c_str(), f.name.c_str(),
               *std::min_element(f.ms.begin(), f.ms.end()),
               *std::max_element(f.ms.begin(), f.ms.end()));
    }
    fflush(stdout);
    for (void *p : in)
      if (p)
        cudaFree(p);
    cudaFree(out);
    cudaFree(want);
  }
}
