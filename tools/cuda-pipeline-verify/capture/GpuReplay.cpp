//===- GpuReplay.cpp - Replays a recorded launch on a GPU -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   GpuReplay CASE.txt [--repeat=N] [--write=FOLDER] [--expect=FOLDER]
//                      [--launches=N] [--cold=N]     (LaunchFile.h, Replay.h)
//
// The memory is mapped where the program had it, so that every pointer in it
// stays right:
//
//      program   ..|--A--|...|-B-|.............|--C--|....
//      here      [canary A canary B canary]    [ C canary ]   whole pages
//
// What lies between is canary. Where addresses are taken in this process, all
// memory lies elsewhere, and pointers are moved (Replay.h).
//
//===----------------------------------------------------------------------===//

#include "DriverTiming.h"

using namespace cudapipe;

namespace {

constexpr unsigned char Canary = 0xa5;

/// Pages of device memory.
struct Range {
  uint64_t Start, End, Here;
  std::vector<size_t> Memories;
};

class GpuReplay {
public:
  explicit GpuReplay(Replay &R) : R(R) {}
  void run();

private:
  void check(CUresult Status, const std::string &What) const {
    if (Status != CUDA_SUCCESS)
      R.fail(What + ": " + Cuda.text(Status));
  }
  void start();
  bool reserve();
  void map(Range &New) const;
  void placeAnywhere();
  void load();
  void upload(const Range &To);
  void look(const Range &From, unsigned Round);
  void launch();
  void time();

  Replay &R;
  CUdeviceptr Wanted = 0, Got = 0; ///< Of the last range.
  CUdevice Number = 0;
  Driver Cuda;
  CUmemAllocationProp Kind = {};
  CUfunction Function = nullptr;
  std::vector<Range> Ranges;
  std::vector<std::vector<unsigned char>> Arguments;
};

bool isVariable(const RecordedMemory &M) { return !M.Variable.empty(); }

void GpuReplay::start() {
  if (std::string Problem = Cuda.load(); !Problem.empty())
    R.fail(Problem);
  check(Cuda.cuInit(0), "cuInit");
  Kind.type = CU_MEM_ALLOCATION_TYPE_PINNED;
  Kind.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
  // Before there is a context, which would take addresses for itself.
  bool AtOldAddresses = reserve();
  CUcontext Context;
  check(Cuda.cuDeviceGet(&Number, 0), "the first GPU");
  check(Cuda.cuDevicePrimaryCtxRetain(&Context, Number), "the first GPU");
  check(Cuda.cuCtxSetCurrent(Context), "the first GPU");
  if (!AtOldAddresses) {
    Ranges.clear();
    AtOldAddresses = reserve(); // Some drivers want a context.
  }
  if (!AtOldAddresses)
    placeAnywhere();
  for (Range &One : Ranges)
    if (AtOldAddresses)
      map(One);
  std::printf("{\"addresses\": \"%s\", \"%llx\": \"%llx\"}\n",
              AtOldAddresses ? "same" : "moved",
              static_cast<unsigned long long>(Wanted),
              static_cast<unsigned long long>(Got));
}

/// Takes the pages of all memories at their old addresses; false if it cannot.
bool GpuReplay::reserve() {
  if (std::getenv("CUDAPIPE_MOVE_MEMORY")) // For tests of what else is done.
    return false;
  size_t Page = 0;
  check(Cuda.cuMemGetAllocationGranularity(&Page, &Kind,
                                           CU_MEM_ALLOC_GRANULARITY_MINIMUM),
        "the size of pages");
  std::map<uint64_t, size_t> InOrder;
  for (size_t I = 0; I < R.Now.size(); ++I)
    if (!isVariable(R.File.Memories[I]))
      InOrder[R.File.Memories[I].Address] = I;
  for (auto [Address, I] : InOrder) {
    uint64_t Start = Address / Page * Page;
    uint64_t Size = R.File.Memories[I].Before.size();
    uint64_t End = (Address + Size + Page - 1) / Page * Page;
    if (Ranges.empty() || Ranges.back().End < Start)
      Ranges.push_back({Start, End, Start, {}});
    Ranges.back().End = std::max(Ranges.back().End, End);
    Ranges.back().Memories.push_back(I);
    R.Now[I] = Address;
  }
  for (size_t I = 0; I < Ranges.size(); ++I) {
    Got = 0;
    Wanted = Ranges[I].Start;
    size_t Size = Ranges[I].End - Ranges[I].Start;
    CUresult Status =
        Cuda.cuMemAddressReserve(&Got, Size, 0, Ranges[I].Start, 0);
    if (Status == CUDA_SUCCESS && Got == Ranges[I].Start)
      continue;
    if (Status == CUDA_SUCCESS)
      Cuda.cuMemAddressFree(Got, Size);
    for (size_t J = 0; J < I; ++J)
      Cuda.cuMemAddressFree(Ranges[J].Start, Ranges[J].End - Ranges[J].Start);
    return false;
  }
  return true;
}

void GpuReplay::map(Range &New) const {
  CUmemGenericAllocationHandle Handle;
  size_t Size = New.End - New.Start;
  check(Cuda.cuMemCreate(&Handle, Size, &Kind, 0), "device memory");
  check(Cuda.cuMemMap(New.Start, Size, 0, Handle, 0), "mapping memory");
  CUmemAccessDesc Access = {};
  Access.location = Kind.location;
  Access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
  check(Cuda.cuMemSetAccess(New.Start, Size, &Access, 1), "mapping memory");
}

void GpuReplay::placeAnywhere() {
  constexpr size_t Guard = 256;
  Ranges.clear();
  for (size_t I = 0; I < R.Now.size(); ++I) {
    const RecordedMemory &M = R.File.Memories[I];
    if (isVariable(M))
      continue;
    // As far from a multiple of 256 as it was: kernels may look at that.
    size_t Front = Guard + M.Address % Guard;
    size_t Size = Front + M.Before.size() + Guard;
    CUdeviceptr At = 0;
    check(Cuda.cuMemAlloc(&At, Size), "device memory");
    R.Now[I] = At + Front;
    Ranges.push_back({M.Address - Front, M.Address - Front + Size, At, {I}});
  }
}

void GpuReplay::load() {
  CUmodule Module;
  check(Cuda.cuModuleLoad(&Module, R.File.Cubin.c_str()),
        "loading '" + R.File.Cubin + "'");
  check(Cuda.cuModuleGetFunction(&Function, Module, R.File.Kernel.c_str()),
        "the kernel " + R.File.Kernel);
  for (size_t I = 0; I < R.Now.size(); ++I) {
    RecordedMemory &M = R.File.Memories[I];
    if (!isVariable(M))
      continue;
    CUdeviceptr At = 0;
    size_t Size = 0;
    check(Cuda.cuModuleGetGlobal(&At, &Size, Module, M.Variable.c_str()),
          "the variable '" + M.Variable + "'");
    if (Size != M.Before.size())
      R.fail("the variable '" + M.Variable + "' has another size");
    R.Now[I] = At;
    Ranges.push_back({M.Address, M.Address + Size, At, {I}});
  }
  if (R.File.Shared)
    check(
        Cuda.cuFuncSetAttribute(Function,
                                CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                static_cast<int>(R.File.Shared)),
        "dynamic shared memory of " + std::to_string(R.File.Shared) + " bytes");
  for (const RecordedArgument &A : R.File.Arguments) {
    Arguments.push_back(A.Value);
    R.move(Arguments.back(), nullptr);
  }
}

void GpuReplay::upload(const Range &To) {
  std::vector<unsigned char> Image(To.End - To.Start, Canary);
  for (size_t I : To.Memories) {
    std::vector<unsigned char> Data = R.start(I);
    std::memcpy(&Image[R.File.Memories[I].Address - To.Start], Data.data(),
                Data.size());
  }
  check(Cuda.cuMemcpyHtoD(To.Here, Image.data(), Image.size()), "upload");
}

void GpuReplay::look(const Range &From, unsigned Round) {
  std::vector<unsigned char> Image(From.End - From.Start);
  check(Cuda.cuMemcpyDtoH(Image.data(), From.Here, Image.size()), "download");
  size_t Behind = 0;
  const char *Last = "the memory";
  auto CheckCanary = [&](size_t End) {
    for (size_t At = Behind; At < End; ++At)
      if (Image[At] != Canary)
        R.fail(std::string("the kernel wrote outside of '") + Last + "', " +
               std::to_string(At - Behind) + " bytes behind it");
  };
  for (size_t I : From.Memories) {
    const RecordedMemory &M = R.File.Memories[I];
    size_t At = M.Address - From.Start;
    if (Behind)
      CheckCanary(At);
    else
      for (size_t J = 0; J < At; ++J)
        if (Image[J] != Canary)
          R.fail("the kernel wrote outside of '" + M.Name + "', " +
                 std::to_string(At - J) + " bytes in front of it");
    Behind = At + M.Before.size();
    Last = M.Name.c_str();
    R.look(I, Round, {Image.begin() + At, Image.begin() + Behind});
  }
  CheckCanary(Image.size());
}

void GpuReplay::launch() {
  CUlaunchAttribute Attributes[2] = {};
  const LaunchFile &F = R.File;
  CUlaunchConfig C = {};
  C.gridDimX = F.Grid[0], C.gridDimY = F.Grid[1], C.gridDimZ = F.Grid[2];
  C.blockDimX = F.Block[0], C.blockDimY = F.Block[1], C.blockDimZ = F.Block[2];
  C.sharedMemBytes = static_cast<unsigned>(F.Shared);
  C.attrs = Attributes;
  if (F.IsCooperative) {
    CUlaunchAttribute &A = Attributes[C.numAttrs++];
    A.id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
    A.value.cooperative = 1;
  }
  if (F.Cluster[0] * F.Cluster[1] * F.Cluster[2] > 1) {
    CUlaunchAttribute &A = Attributes[C.numAttrs++];
    A.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    A.value.clusterDim.x = F.Cluster[0];
    A.value.clusterDim.y = F.Cluster[1];
    A.value.clusterDim.z = F.Cluster[2];
  }
  std::vector<void *> Values;
  for (std::vector<unsigned char> &Value : Arguments)
    Values.push_back(Value.data());
  check(Cuda.cuLaunchKernelEx(&C, Function, Values.data(), nullptr),
        "launch of the kernel");
}

void GpuReplay::time() {
  DriverGpu Gpu(Cuda, Number, R.File.TimingCubin);
  TimedLaunches<DriverGpu> Timed(Gpu);
  for (const Range &One : Ranges) {
    upload(One);
    // Named by what is written in it.
    std::string Read, Written;
    for (size_t I : One.Memories) {
      const RecordedMemory &M = R.File.Memories[I];
      std::string &Names = M.IsPoisoned || M.Before != M.After ? Written : Read;
      Names += (Names.empty() ? "" : ", ") + M.Name;
    }
    TimedMemory New = {Written.empty() ? Read : Written,
                       reinterpret_cast<char *>(One.Here),
                       One.End - One.Start,
                       Written.empty(),
                       nullptr,
                       0};
    if (!New.IsInput) {
      New.Fresh = Gpu.allocate(New.Bytes);
      Gpu.copy(New.Fresh, New.At, New.Bytes);
    }
    Timed.add(std::move(New));
  }
  launch();
  check(Cuda.cuCtxSynchronize(), "the kernel");
  Timed.expect();
  for (const Range &One : Ranges)
    look(One, R.Wish.Repeat);
  Timed.measure(R.Wish.Launches, R.Wish.Cold, [&] { launch(); });
}

void GpuReplay::run() {
  start();
  load();
  for (unsigned Round = 0; Round < R.Wish.Repeat; ++Round) {
    for (const Range &One : Ranges)
      upload(One);
    launch();
    check(Cuda.cuCtxSynchronize(), "the kernel");
    for (const Range &One : Ranges)
      look(One, Round);
  }
  if (R.Wish.Launches)
    time();
  R.end();
  std::printf("{\"end\": true}\n");
}

} // namespace

int main(int Argc, char **Argv) {
  RunWish Wish;
  std::string Path = readFlags(Argc, Argv, Wish);
  Replay R(readLaunch(Path), Wish);
  GpuReplay(R).run();
  return 0;
}
