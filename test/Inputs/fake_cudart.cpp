// A CUDA runtime for a machine without a GPU, to run what is timed: device
// memory is the host's, kernels are done by the host as far as they are known
// by name, and a clock goes on only by what a launch says that it takes.
// Preloaded, it takes the place of a runtime that is shared. FAKE_LOG: a file
// that gets a line for each call that matters for a time; FAKE_DEVICE: the
// GPU's name; FAKE_MS: milliseconds of row_sums, warm and cold; FAKE_RIGHT: so
// many of its launches are right, and then no more; FAKE_WRITES_INPUT: it does
// when cold.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>
#include <map>
#include <string>

extern "C" {
/// Milliseconds so far; what is launched moves it on.
double fakeNow;
/// Whether the cache has been emptied since outputs were poisoned.
int fakeIsCold;
/// Into FAKE_LOG.
void fakeLog(const char *Word) {
  static FILE *Log = std::getenv("FAKE_LOG")
                         ? std::fopen(std::getenv("FAKE_LOG"), "w")
                         : nullptr;
  if (Log) {
    std::fprintf(Log, "%s\n", Word);
    std::fflush(Log);
  }
}
}

namespace {

constexpr int L2Bytes = 1 << 14;
std::map<const void *, std::string> Kernels;
dim3 Grid, Block;
size_t Shared;

template <typename T> T argument(void **Arguments, int I) {
  return *static_cast<T *>(Arguments[I]);
}

/// What row_sums.cu gives is not to be seen here: something that depends on
/// all.
void rowSums(void **Arguments, unsigned Rows) {
  static int Launches, Right = std::getenv("FAKE_RIGHT")
                                   ? std::atoi(std::getenv("FAKE_RIGHT"))
                                   : 1 << 30;
  double Warm = 1, Cold = 2;
  if (const char *Text = std::getenv("FAKE_MS"))
    std::sscanf(Text, "%lf %lf", &Warm, &Cold);
  fakeNow += fakeIsCold ? Cold : Warm;
  fakeLog("launch");
  auto *A = argument<float *>(Arguments, 0),
       *Sums = argument<float *>(Arguments, 1);
  const int N = argument<int>(Arguments, 2);
  if (std::getenv("FAKE_WRITES_INPUT") && fakeIsCold)
    A[0] += 1;
  if (++Launches > Right)
    return;
  for (unsigned I = 0; I < Rows * 32; ++I) {
    Sums[I] = 0;
    for (int K = 0; K < N; ++K)
      Sums[I] += A[I / 32 * N + K];
  }
}

/// A kernel of the frame, by a part of its name.
void launch(const std::string &Name, dim3 Grid, void **Arguments) {
  auto Is = [&](const char *Part) {
    return Name.find(Part) != std::string::npos;
  };
  if (Is("fillRandom")) {
    auto *Data = argument<float *>(Arguments, 0);
    auto Count = argument<size_t>(Arguments, 1);
    for (size_t I = 0; I < Count; ++I)
      Data[I] = static_cast<float>(I % 11) / 7;
  } else if (Is("countDifferences")) {
    fakeLog("compare");
    auto *A = argument<const unsigned *>(Arguments, 0);
    auto *B = argument<const unsigned *>(Arguments, 1);
    for (size_t I = 0; I < argument<size_t>(Arguments, 2); ++I)
      *argument<unsigned long long *>(Arguments, 3) += A[I] != B[I];
  } else if (Is("row_sums")) {
    rowSums(Arguments, Grid.x);
  } else if (Is("cudapipe_sum")) {
    fakeLog("read");
    auto *Data = argument<const unsigned char *>(Arguments, 0);
    for (size_t I = 0; I < argument<size_t>(Arguments, 1); ++I)
      *argument<unsigned long long *>(Arguments, 2) +=
          (I + 1) * 0x9e3779b97f4a7c15ull * (Data[I] + 1);
  } else if (Is("cudapipe_hold")) {
    fakeLog("hold back");
  } else if (Is("readAll")) {
    fakeLog("read");
  } else if (Is("holdBack")) {
    fakeLog("hold back");
  } else {
    std::fprintf(stderr, "fake_cudart: no kernel '%s'\n", Name.c_str());
    std::exit(1);
  }
}

} // namespace

#undef cudaGetDeviceProperties
extern "C" {

void **__cudaRegisterFatBinary(void *) {
  static void *Handle;
  return &Handle;
}
void __cudaRegisterFatBinaryEnd(void **) {}
void __cudaUnregisterFatBinary(void **) {}
void __cudaRegisterFunction(void **, const char *Host, char *, const char *Name,
                            int, void *, void *, void *, void *, int *) {
  Kernels[Host] = Name;
}
unsigned __cudaPushCallConfiguration(dim3 G, dim3 B, size_t Bytes, void *) {
  return Grid = G, Block = B, Shared = Bytes, 0;
}
cudaError_t __cudaPopCallConfiguration(dim3 *G, dim3 *B, size_t *Bytes,
                                       void *) {
  return *G = Grid, *B = Block, *Bytes = Shared, cudaSuccess;
}
cudaError_t __cudaGetKernel(cudaKernel_t *Kernel, const void *Host) {
  *Kernel = static_cast<cudaKernel_t>(const_cast<void *>(Host));
  return cudaSuccess;
}
cudaError_t __cudaLaunchKernel(cudaKernel_t Kernel, dim3 Grid, dim3,
                               void **Arguments, size_t, cudaStream_t) {
  launch(Kernels[Kernel], Grid, Arguments);
  return cudaSuccess;
}
cudaError_t cudaLaunchKernel(const void *Host, dim3 Grid, dim3,
                             void **Arguments, size_t, cudaStream_t) {
  launch(Kernels[Host], Grid, Arguments);
  return cudaSuccess;
}

cudaError_t cudaMalloc(void **Pointer, size_t Bytes) {
  return *Pointer = std::malloc(Bytes), cudaSuccess;
}
cudaError_t cudaFree(void *Pointer) { return std::free(Pointer), cudaSuccess; }
cudaError_t cudaMemcpy(void *To, const void *From, size_t Bytes,
                       cudaMemcpyKind) {
  return std::memcpy(To, From, Bytes), cudaSuccess;
}
cudaError_t cudaMemcpyAsync(void *To, const void *From, size_t Bytes,
                            cudaMemcpyKind, cudaStream_t) {
  return std::memcpy(To, From, Bytes), cudaSuccess;
}
cudaError_t cudaMemset(void *To, int Value, size_t Bytes) {
  return cudaMemsetAsync(To, Value, Bytes, nullptr);
}
cudaError_t cudaMemsetAsync(void *To, int Value, size_t Bytes, cudaStream_t) {
  if (Value == 0xcd) {
    fakeLog("poison");
    fakeIsCold = 0;
  } else if (Bytes == 2 * L2Bytes) {
    fakeLog("empty the cache");
    fakeIsCold = 1;
  }
  return std::memset(To, Value, Bytes), cudaSuccess;
}
cudaError_t cudaCtxResetPersistingL2Cache() {
  return fakeLog("reset persisting lines"), cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() { return cudaSuccess; }
cudaError_t cudaGetLastError() { return cudaSuccess; }
cudaError_t cudaPeekAtLastError() { return cudaSuccess; }
const char *cudaGetErrorString(cudaError_t) { return "an error of the fake"; }
cudaError_t cudaGetDevice(int *Device) { return *Device = 0, cudaSuccess; }
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *P, int) {
  std::memset(P, 0, sizeof(*P));
  const char *Name = std::getenv("FAKE_DEVICE");
  std::strcpy(P->name, Name ? Name : "NVIDIA H100 80GB HBM3");
  P->multiProcessorCount = 132;
  P->l2CacheSize = L2Bytes;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetAttribute(int *Value, cudaDeviceAttr, int) {
  return *Value = 0, cudaSuccess;
}
cudaError_t cudaEventCreate(cudaEvent_t *Event) {
  *Event = reinterpret_cast<cudaEvent_t>(new double);
  return cudaSuccess;
}
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *A, const void *) {
  return std::memset(A, 0, sizeof(*A)), cudaSuccess;
}
cudaError_t cudaFuncSetAttribute(const void *, cudaFuncAttribute, int) {
  return cudaSuccess;
}
cudaError_t cudaEventDestroy(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventRecord(cudaEvent_t Event, cudaStream_t) {
  fakeLog("event");
  *reinterpret_cast<double *>(Event) = fakeNow;
  return cudaSuccess;
}
cudaError_t cudaEventSynchronize(cudaEvent_t) { return cudaSuccess; }
cudaError_t cudaEventElapsedTime(float *Time, cudaEvent_t Start,
                                 cudaEvent_t Stop) {
  *Time = static_cast<float>(*reinterpret_cast<double *>(Stop) -
                             *reinterpret_cast<double *>(Start));
  return cudaSuccess;
}
}
