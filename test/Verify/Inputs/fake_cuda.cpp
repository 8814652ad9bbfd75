// A libcuda.so.1 and a libcupti.so for a machine without a GPU, in one file:
// device memory is the host's, and the one kernel is row_sums.cu, done by the
// host. Calls are reported as CUPTI does it. FAKE_FAULT: the rewritten kernel
// is wrong; FAKE_LAZY: it writes nothing from its sixth launch on; FAKE_OTHER:
// outside of the program, every kernel is another one; FAKE_TAKEN: old
// addresses are not free; FAKE_STRAY: it writes behind its memory.
#include <cuda.h>
#include <cupti.h>

#ifndef FAKE_PROGRAM
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <string>
#include <sys/mman.h>

namespace {

CUpti_CallbackFunc Listener;
bool HasListener;
std::map<uint64_t, size_t> Memory;

struct Kernel {
  std::string Path, Name;
};
Kernel OfTheProgram = {"program", "_Z8row_sumsPKfPfi"};

void tell(CUpti_ApiCallbackSite Site, const char *Name, unsigned Id,
          const void *Parameters, const char *Symbol) {
  if (!HasListener)
    return;
  static CUresult Status = CUDA_SUCCESS;
  CUpti_CallbackData Data = {};
  Data.callbackSite = Site;
  Data.functionName = Name;
  Data.functionParams = Parameters;
  Data.functionReturnValue = &Status;
  Data.symbolName = Symbol;
  Listener(nullptr, CUPTI_CB_DOMAIN_DRIVER_API, Id, &Data);
}

/// The order of additions is that of row_sums.cu.
void rowSums(const float *A, float *Sums, int N, unsigned Rows, float More) {
  for (unsigned Row = 0; Row < Rows; ++Row)
    for (int T = 0; T < 32; ++T) {
      float Sum = More;
      for (int K = 0; K < N; K += 32)
        for (int I = 0; I < 32; ++I) {
          int At = K + (I + T) % 32;
          Sum += At < N ? A[Row * N + At] : 0.0f;
        }
      Sums[Row * 32 + T] = Sum;
    }
}

void launch(const Kernel &K, unsigned Rows, void **Arguments) {
  if (K.Name == "cudapipe_hold")
    return;
  if (K.Name == "cudapipe_sum") {
    auto *Data = *static_cast<const unsigned char **>(Arguments[0]);
    for (size_t I = 0; I < *static_cast<size_t *>(Arguments[1]); ++I)
      **static_cast<uint64_t **>(Arguments[2]) +=
          (I + 1) * 0x9e3779b97f4a7c15ull * (Data[I] + 1);
    return;
  }
  bool IsProgram = K.Path == "program";
  static int Launches;
  if (K.Path.find("rewritten") != std::string::npos &&
      std::getenv("FAKE_LAZY") && ++Launches > 5)
    return;
  bool IsWrong = (K.Path.find("rewritten") != std::string::npos &&
                  std::getenv("FAKE_FAULT")) ||
                 (!IsProgram && std::getenv("FAKE_OTHER"));
  auto *Sums = *static_cast<float **>(Arguments[1]);
  rowSums(*static_cast<const float **>(Arguments[0]), Sums,
          *static_cast<int *>(Arguments[2]), Rows, IsWrong ? 1.0f : 0.0f);
  if (!IsProgram && std::getenv("FAKE_STRAY"))
    Sums[Rows * 32] = 1;
}

} // namespace

extern "C" {

CUptiResult cuptiSubscribe(CUpti_SubscriberHandle *, CUpti_CallbackFunc F,
                           void *) {
  Listener = F;
  return CUPTI_SUCCESS;
}
CUptiResult cuptiEnableDomain(uint32_t, CUpti_SubscriberHandle,
                              CUpti_CallbackDomain) {
  HasListener = true;
  return CUPTI_SUCCESS;
}

CUresult cuInit(unsigned) {
  if (const char *Path = std::getenv("CUDA_INJECTION64_PATH"))
    if (void *Library = dlopen(Path, RTLD_NOW))
      reinterpret_cast<int (*)()>(dlsym(Library, "InitializeInjection"))();
  return CUDA_SUCCESS;
}
CUresult cuGetErrorString(CUresult, const char **Text) {
  *Text = "an error of the fake";
  return CUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice *D, int) { return *D = 0, CUDA_SUCCESS; }
CUresult cuDeviceGetName(char *Name, int Length, CUdevice) {
  std::strncpy(Name, "Fake GPU", Length);
  return CUDA_SUCCESS;
}
CUresult cuDeviceGetAttribute(int *Value, CUdevice_attribute A, CUdevice) {
  *Value = A == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR ? 9
           : A == CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE          ? 4096
                                                             : 0;
  return CUDA_SUCCESS;
}
CUresult cuDevicePrimaryCtxRetain(CUcontext *, CUdevice) {
  return CUDA_SUCCESS;
}
CUresult cuCtxSetCurrent(CUcontext) { return CUDA_SUCCESS; }
CUresult cuCtxGetDevice(CUdevice *D) { return *D = 0, CUDA_SUCCESS; }
CUresult cuCtxSynchronize() { return CUDA_SUCCESS; }
CUresult cuModuleLoad(CUmodule *M, const char *Path) {
  *M = reinterpret_cast<CUmodule>(new std::string(Path));
  return CUDA_SUCCESS;
}
CUresult cuModuleGetFunction(CUfunction *F, CUmodule M, const char *Name) {
  *F = reinterpret_cast<CUfunction>(
      new Kernel{*reinterpret_cast<std::string *>(M), Name});
  return CUDA_SUCCESS;
}
CUresult cuModuleGetGlobal_v2(CUdeviceptr *, size_t *, CUmodule, const char *) {
  return CUDA_ERROR_NOT_FOUND;
}
CUresult cuFuncSetAttribute(CUfunction, CUfunction_attribute, int) {
  return CUDA_SUCCESS;
}
CUresult cuFuncGetModule(CUmodule *M, CUfunction) {
  return *M = nullptr, CUDA_ERROR_NOT_FOUND;
}
CUresult cuMemAlloc_v2(CUdeviceptr *Pointer, size_t Bytes) {
  void *At = nullptr;
  if (posix_memalign(&At, 256, Bytes + 512))
    return CUDA_ERROR_OUT_OF_MEMORY;
  cuMemAlloc_v2_params P = {Pointer, Bytes};
  tell(CUPTI_API_ENTER, "cuMemAlloc_v2", 243, &P, nullptr);
  *Pointer = reinterpret_cast<CUdeviceptr>(At);
  tell(CUPTI_API_EXIT, "cuMemAlloc_v2", 243, &P, nullptr);
  return CUDA_SUCCESS;
}
CUresult cuMemcpy(CUdeviceptr To, CUdeviceptr From, size_t Bytes) {
  std::memcpy(reinterpret_cast<void *>(To),
              reinterpret_cast<const void *>(From), Bytes);
  return CUDA_SUCCESS;
}
CUresult cuMemcpyHtoD_v2(CUdeviceptr To, const void *From, size_t Bytes) {
  return cuMemcpy(To, reinterpret_cast<CUdeviceptr>(From), Bytes);
}
CUresult cuMemcpyDtoH_v2(void *To, CUdeviceptr From, size_t Bytes) {
  return cuMemcpy(reinterpret_cast<CUdeviceptr>(To), From, Bytes);
}
CUresult cuMemcpyDtoD_v2(CUdeviceptr To, CUdeviceptr From, size_t Bytes) {
  return cuMemcpy(To, From, Bytes);
}
CUresult cuMemsetD8_v2(CUdeviceptr To, unsigned char Value, size_t Bytes) {
  std::memset(reinterpret_cast<void *>(To), Value, Bytes);
  return CUDA_SUCCESS;
}
CUresult cuCtxResetPersistingL2Cache() { return CUDA_SUCCESS; }
CUresult cuMemGetAddressRange_v2(CUdeviceptr *, size_t *, CUdeviceptr) {
  return CUDA_ERROR_NOT_FOUND;
}
CUresult cuPointerGetAttribute(void *, CUpointer_attribute, CUdeviceptr) {
  return CUDA_ERROR_INVALID_VALUE;
}
CUresult cuMemAddressReserve(CUdeviceptr *Pointer, size_t Size, size_t,
                             CUdeviceptr Wish, unsigned long long) {
  void *At =
      mmap(reinterpret_cast<void *>(std::getenv("FAKE_TAKEN") ? 0 : Wish), Size,
           PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  *Pointer = reinterpret_cast<CUdeviceptr>(At);
  return CUDA_SUCCESS;
}
CUresult cuMemAddressFree(CUdeviceptr At, size_t Size) {
  munmap(reinterpret_cast<void *>(At), Size);
  return CUDA_SUCCESS;
}
CUresult cuMemCreate(CUmemGenericAllocationHandle *, size_t,
                     const CUmemAllocationProp *, unsigned long long) {
  return CUDA_SUCCESS;
}
CUresult cuMemMap(CUdeviceptr, size_t, size_t, CUmemGenericAllocationHandle,
                  unsigned long long) {
  return CUDA_SUCCESS;
}
CUresult cuMemSetAccess(CUdeviceptr, size_t, const CUmemAccessDesc *, size_t) {
  return CUDA_SUCCESS;
}
CUresult cuMemGetAllocationGranularity(size_t *Size,
                                       const CUmemAllocationProp *,
                                       CUmemAllocationGranularity_flags) {
  return *Size = 4096, CUDA_SUCCESS;
}
CUresult cuStreamIsCapturing(CUstream, CUstreamCaptureStatus *S) {
  return *S = CU_STREAM_CAPTURE_STATUS_NONE, CUDA_SUCCESS;
}
CUresult cuKernelGetParamInfo(CUkernel, size_t I, size_t *Offset,
                              size_t *Size) {
  if (I > 2)
    return CUDA_ERROR_INVALID_VALUE;
  *Offset = 8 * I;
  *Size = I == 2 ? 4 : 8;
  return CUDA_SUCCESS;
}
CUresult cuLaunchKernelEx(const CUlaunchConfig *C, CUfunction F,
                          void **Arguments, void **) {
  launch(*reinterpret_cast<Kernel *>(F), C->gridDimX, Arguments);
  return CUDA_SUCCESS;
}
CUresult cuLaunchKernel(CUfunction, unsigned Rows, unsigned, unsigned,
                        unsigned Threads, unsigned, unsigned, unsigned,
                        CUstream, void **Arguments, void **) {
  // A handle is no address of code: on the heap.
  static auto *Handle = new Kernel(OfTheProgram);
  cuLaunchKernel_params P = {reinterpret_cast<CUfunction>(Handle),
                             Rows,
                             1,
                             1,
                             Threads,
                             1,
                             1,
                             0,
                             nullptr,
                             Arguments,
                             nullptr};
  tell(CUPTI_API_ENTER, "cuLaunchKernel", 307, &P, Handle->Name.c_str());
  launch(*Handle, Rows, Arguments);
  tell(CUPTI_API_EXIT, "cuLaunchKernel", 307, &P, Handle->Name.c_str());
  return CUDA_SUCCESS;
}
CUresult cuEventCreate(CUevent *Event, unsigned) {
  *Event = reinterpret_cast<CUevent>(new std::chrono::steady_clock::time_point);
  return CUDA_SUCCESS;
}
CUresult cuEventRecord(CUevent Event, CUstream) {
  *reinterpret_cast<std::chrono::steady_clock::time_point *>(Event) =
      std::chrono::steady_clock::now();
  return CUDA_SUCCESS;
}
CUresult cuEventSynchronize(CUevent) { return CUDA_SUCCESS; }
#undef cuEventElapsedTime // The first of that name will do.
CUresult cuEventElapsedTime(float *Time, CUevent, CUevent) {
  return *Time = 1, CUDA_SUCCESS;
}
}

#else // The program that is captured.
#include <cstdio>
#include <vector>
int main() {
  cuInit(0);
  const int N = 70, Rows = 2;
  CUdeviceptr A, Sums;
  cuMemAlloc(&A, Rows * N * 4);
  cuMemAlloc(&Sums, Rows * 32 * 4);
  std::vector<float> Values(Rows * N);
  for (int I = 0; I < Rows * N; ++I)
    Values[I] = static_cast<float>(I % 11) / 7;
  cuMemcpyHtoD(A, Values.data(), Values.size() * 4);
  int Length = N;
  void *Arguments[] = {&A, &Sums, &Length};
  for (int I = 0; I < 3; ++I)
    cuLaunchKernel(nullptr, Rows, 1, 1, 32, 1, 1, 0, nullptr, Arguments,
                   nullptr);
  std::puts("the program is done");
}
#endif
