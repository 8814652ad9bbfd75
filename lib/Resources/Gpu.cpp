//===- Gpu.cpp - A GPU and its peaks --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Resources/Gpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace cudapipe {
namespace {

/// "NVIDIA H100-SXM" and "h100 sxm" are one name.
std::string plain(StringRef Name) {
  std::string Letters;
  for (char C : Name)
    if (isAlnum(C))
      Letters += toLower(C);
  StringRef Out = Letters;
  for (StringRef Brand : {"nvidia", "tesla", "quadro", "geforce"})
    Out.consume_front(Brand);
  return Out.str();
}

/// What we call the GPU that the driver calls \p Plain; empty: nothing else.
StringRef nameByDriver(StringRef Plain) {
  constexpr std::pair<StringLiteral, StringLiteral> Names[] = {
#define DRIVER_NAME(Called, Name) {Called, Name},
#include "cudapipe/Resources/Gpus.def"
  };
  for (auto [Called, Name] : Names)
    if (plain(Called) == Plain)
      return Name;
  return "";
}

std::string names(ArrayRef<const Gpu *> Gpus) {
  return join(map_range(Gpus, [](const Gpu *G) { return G->Name; }), ", ");
}

} // namespace

ArrayRef<Gpu> knownGpus() {
  constexpr std::nullopt_t Unknown = std::nullopt;
  static const std::vector<Gpu> Table = {
#define GPU(Name, Chip, Sm, Multiprocessors, Clock, Fp32, Fp64, Fp16, Int8,    \
            Bandwidth, L2KB)                                                   \
  {Name, Chip, Sm,   Multiprocessors, Clock, Fp32,                             \
   Fp64, Fp16, Int8, Bandwidth,       L2KB},
#include "cudapipe/Resources/Gpus.def"
  };
  return Table;
}

Expected<Gpu> chooseGpu(StringRef Name, ArrayRef<Gpu> Own) {
  SmallVector<const Gpu *> All, OfChip, Nearest;
  for (ArrayRef<Gpu> Gpus : {Own, knownGpus()})
    for (const Gpu &G : Gpus)
      All.push_back(&G);
  std::string Wanted = plain(Name);
  if (Wanted == "native")
    return installedGpu(Own);
  std::string OfDriver = plain(nameByDriver(Wanted));
  for (const Gpu *G : All) {
    if (plain(G->Name) == Wanted || plain(G->Name) == OfDriver)
      return *G;
    if (!G->Chip.empty() && plain(G->Chip) == Wanted)
      OfChip.push_back(G);
    if (!Wanted.empty() && StringRef(plain(G->Name)).contains(Wanted))
      Nearest.push_back(G);
  }
  if (OfChip.size() == 1)
    return *OfChip.front();
  if (!OfChip.empty())
    return createStringError("several GPUs have a " + Name +
                             "; choose one of: " + names(OfChip));
  if (!Nearest.empty())
    return createStringError("unknown GPU '" + Name +
                             "'; did you mean one of: " + names(Nearest));
  return createStringError("unknown GPU '" + Name +
                           "'; --gpu=list shows what is known, --gpu-file "
                           "takes GPUs of your own");
}

void printGpus(raw_ostream &OS) {
  auto Column = [](auto Value) {
    return Value ? formatv("{0:f0}", double(*Value)).str() : std::string("-");
  };
  constexpr StringLiteral Row = "{0,-38} {1,-7} {2,3} {3,5} {4,6} {5,6}\n";
  OS << formatv(Row.data(), "name", "arch", "SMs", "MHz", "fp32", "GB/s");
  for (const Gpu &G : knownGpus())
    OS << formatv(Row.data(), G.Name, "sm_" + std::to_string(G.SmVersion),
                  G.Multiprocessors, Column(G.ClockMHz),
                  G.Fp32Tflops ? formatv("{0:f1}", *G.Fp32Tflops).str() : "-",
                  Column(G.BandwidthGBs));
  OS << "\nSMs: multiprocessors. MHz: boost clock. fp32: TFLOPS without tensor "
        "cores.\nGB/s: of device memory. -: not known.\n";
}

} // namespace cudapipe
