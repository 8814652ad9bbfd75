//===- Record.cpp - One launch, as it is stored ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Record.h"

#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

using namespace cudapipe;

/// Kernels have at most so many bytes of parameters.
static constexpr size_t MostParameterBytes = 32764;

bool cudapipe::layoutOf(const Driver &Cuda, const void *Function, Layout &Out) {
  // A CUkernel or a CUfunction: both are handles, and the driver knows which.
  auto *Handle = const_cast<void *>(Function);
  for (bool IsKernel : {true, false}) {
    Out.clear();
    for (size_t I = 0;; ++I) {
      ParameterPlace P = {0, 0};
      CUresult Status = CUDA_ERROR_NOT_SUPPORTED;
      if (IsKernel && Cuda.cuKernelGetParamInfo)
        Status = Cuda.cuKernelGetParamInfo(static_cast<CUkernel>(Handle), I,
                                           &P.Offset, &P.Bytes);
      else if (!IsKernel && Cuda.cuFuncGetParamInfo)
        Status = Cuda.cuFuncGetParamInfo(static_cast<CUfunction>(Handle), I,
                                         &P.Offset, &P.Bytes);
      if (Status == CUDA_ERROR_INVALID_VALUE && I > 0)
        return true; // Behind the last one.
      if (Status != CUDA_SUCCESS || P.Offset + P.Bytes > MostParameterBytes)
        break;
      Out.push_back(P);
    }
  }
  return false;
}

std::string Record::readArguments(const Layout &Places) {
  for (const ParameterPlace &P : Places) {
    Argument A = {P.Offset, Bytes(P.Bytes)};
    const unsigned char *From = nullptr;
    if (Launch.Packed && P.Offset + P.Bytes <= Launch.PackedBytes)
      From = static_cast<const unsigned char *>(Launch.Packed) + P.Offset;
    else if (Launch.Arguments)
      From = static_cast<unsigned char *>(Launch.Arguments[Arguments.size()]);
    if (!From)
      return "the arguments could not be read";
    std::memcpy(A.Value.data(), From, P.Bytes);
    Arguments.push_back(std::move(A));
  }
  return "";
}

Allocation Record::allocationAt(uint64_t Address, bool IsArgument) const {
  Allocation Found = Live.find(Address);
  if (Found.Bytes || !IsArgument || Address < 4096)
    return Found;
  // Made before we looked, or by a call that we do not know.
  CUdeviceptr Start = 0;
  size_t Size = 0;
  if (Cuda.cuMemGetAddressRange(&Start, &Size, Address) == CUDA_SUCCESS && Size)
    return {Start, Size, "other"};
  return {};
}

std::string Record::add(const Allocation &A, const std::string &Global,
                        size_t Room) {
  for (const auto &P : Pieces)
    if (P->At.Start == A.Start)
      return "";
  if (Total + A.Bytes > Room)
    return "its memory is more than is left of --capture-limit";
  auto New = std::make_unique<Piece>();
  New->At = A;
  New->Global = Global;
  New->Before.resize(A.Bytes);
  CUresult Status = Cuda.cuMemcpyDtoH(New->Before.data(), A.Start, A.Bytes);
  if (Status != CUDA_SUCCESS)
    return "its memory could not be read: " + Cuda.text(Status);
  Total += A.Bytes;
  Pieces.push_back(std::move(New));
  return "";
}

/// Records what the aligned words of \p Data point to.
std::string Record::addWords(const Bytes &Data, std::vector<size_t> *Pointers,
                             bool IsArgument, size_t Room) {
  auto [Low, High] = Live.span();
  for (size_t At = 0; At + 8 <= Data.size(); At += 8) {
    uint64_t Word;
    std::memcpy(&Word, &Data[At], 8);
    if (!IsArgument && (Word < Low || Word >= High))
      continue;
    Allocation A = allocationAt(Word, IsArgument);
    if (!A.Bytes)
      continue;
    if (std::string Problem = add(A, "", Room); !Problem.empty())
      return Problem;
    if (Pointers)
      Pointers->push_back(At);
  }
  return "";
}

std::string Record::addVariables(const void *Of, size_t Room) {
  CUmodule Module = nullptr;
  CUlibrary Library = nullptr;
  auto *Handle = const_cast<void *>(Of);
  CUfunction Function = static_cast<CUfunction>(Handle);
  Dl_info Symbol;
  bool IsHandle = !dladdr(Handle, &Symbol);
  if (IsHandle && Cuda.cuKernelGetLibrary)
    Cuda.cuKernelGetLibrary(&Library, static_cast<CUkernel>(Handle));
  if (IsHandle && Cuda.cuKernelGetFunction)
    Cuda.cuKernelGetFunction(&Function, static_cast<CUkernel>(Handle));
  if (IsHandle && Cuda.cuFuncGetModule(&Module, Function) != CUDA_SUCCESS)
    Module = nullptr;
  VariablesDone = IsHandle || Wish.Globals.empty();
  if (!VariablesDone)
    return ""; // The runtime's address of host code: the driver's call follows.
  for (const std::string &Name : Wish.Globals) {
    Allocation A = {0, 0, "variable"};
    CUdeviceptr Start = 0;
    bool Found = Module && Cuda.cuModuleGetGlobal(&Start, &A.Bytes, Module,
                                                  Name.c_str()) == CUDA_SUCCESS;
    if (!Found && Library && Cuda.cuLibraryGetGlobal)
      Found = Cuda.cuLibraryGetGlobal(&Start, &A.Bytes, Library,
                                      Name.c_str()) == CUDA_SUCCESS;
    A.Start = Start;
    if (!Found || !A.Bytes) {
      Notes.push_back("variable '" + Name + "' could not be read");
      continue;
    }
    if (std::string Problem = add(A, Name, Room); !Problem.empty())
      return Problem;
  }
  return addPointedTo(Room);
}

/// Arrays of pointers: the list grows while we walk it.
std::string Record::addPointedTo(size_t Room) {
  for (size_t I = 0; I < Pieces.size(); ++I) {
    std::vector<size_t> Pointers;
    std::string Problem = addWords(Pieces[I]->Before, &Pointers, false, Room);
    if (!Problem.empty())
      return Problem;
    Pieces[I]->Pointers = std::move(Pointers);
  }
  return "";
}

std::string Record::begin(const Layout &Places, size_t Room) {
  std::string Problem = readArguments(Places);
  // Other streams may still write what this launch reads.
  if (Problem.empty())
    if (CUresult Status = Cuda.cuCtxSynchronize(); Status != CUDA_SUCCESS)
      Problem = "waiting for earlier work: " + Cuda.text(Status);
  for (size_t I = 0; Problem.empty() && I < Arguments.size(); ++I)
    Problem = addWords(Arguments[I].Value, nullptr, true, Room);
  if (Problem.empty())
    Problem = addVariables(Launch.Function, Room);
  return Problem.empty() ? addPointedTo(Room) : Problem;
}

std::string Record::write(const std::string &Name, const Bytes &Data) const {
  std::ofstream File(Folder + "/" + Name, std::ios::binary);
  File.write(reinterpret_cast<const char *>(Data.data()),
             static_cast<std::streamsize>(Data.size()));
  return File.flush() ? "" : "cannot write '" + Folder + "/" + Name + "'";
}

std::string Record::finish() {
  if (!VariablesDone)
    for (const std::string &Name : Wish.Globals)
      Notes.push_back("variable '" + Name + "' could not be read");
  if (CUresult Status = Cuda.cuCtxSynchronize(); Status != CUDA_SUCCESS)
    return "the launch failed: " + Cuda.text(Status);
  if (mkdir(Folder.c_str(), 0777) != 0)
    return "cannot make the folder '" + Folder + "'";
  std::vector<bool> Changed;
  for (size_t I = 0; I < Pieces.size(); ++I) {
    Piece &P = *Pieces[I];
    const std::string Name = "memory-" + std::to_string(I);
    if (std::string Problem = write(Name, P.Before); !Problem.empty())
      return Problem;
    Bytes After(P.At.Bytes);
    CUresult Status = Cuda.cuMemcpyDtoH(After.data(), P.At.Start, P.At.Bytes);
    if (Status != CUDA_SUCCESS)
      return "its memory could not be read: " + Cuda.text(Status);
    Changed.push_back(After != P.Before);
    if (Changed.back())
      if (std::string Problem = write(Name + ".after", After); !Problem.empty())
        return Problem;
  }
  // Last: a folder without it is not complete.
  const std::string Text = describe(Changed);
  return write("launch.txt", Bytes(Text.begin(), Text.end()));
}

static std::string three(const unsigned Sizes[3]) {
  std::string Text;
  for (int I = 0; I < 3; ++I)
    Text += " " + std::to_string(Sizes[I]);
  return Text;
}

std::string Record::describe(const std::vector<bool> &Changed) const {
  static const char Digits[] = "0123456789abcdef";
  CUdevice Device = 0;
  int Major = 0, Minor = 0;
  char Name[256] = "?";
  if (Cuda.cuCtxGetDevice(&Device) == CUDA_SUCCESS) {
    Cuda.cuDeviceGetName(Name, sizeof(Name), Device);
    Cuda.cuDeviceGetAttribute(
        &Major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, Device);
    Cuda.cuDeviceGetAttribute(
        &Minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, Device);
  }
  std::ostringstream Out;
  Out << "cudapipe-launch 1\nkernel " << Kernel << "\nsignature " << Signature
      << "\ncall " << Launch.Call << "\nprocess " << getpid() << "\nnumber "
      << Number << "\ndevice " << Name << "\nsm " << Major * 10 + Minor
      << "\ngrid" << three(Launch.Grid) << "\nblock" << three(Launch.Block)
      << "\ncluster" << three(Launch.Cluster) << "\ncooperative "
      << Launch.IsCooperative << "\nshared " << Launch.Shared << "\n";
  for (const Argument &A : Arguments) {
    Out << "argument " << A.Offset << " " << A.Value.size() << " ";
    for (unsigned char Byte : A.Value)
      Out << Digits[Byte >> 4] << Digits[Byte & 15];
    Out << "\n";
  }
  for (size_t I = 0; I < Pieces.size(); ++I) {
    const Piece &P = *Pieces[I];
    Out << "memory " << I << " " << std::hex << P.At.Start << std::dec << " "
        << P.At.Bytes << " " << (Changed[I] ? "changed" : "same") << " "
        << P.At.Kind << "\n";
    if (!P.Global.empty())
      Out << "variable " << I << " " << P.Global << "\n";
    for (size_t At : P.Pointers)
      Out << "pointer " << I << " " << At << "\n";
  }
  for (const std::string &Note : Notes)
    Out << "note " << Note << "\n";
  return Out.str();
}
