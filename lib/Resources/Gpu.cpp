//===- Gpu.cpp - A GPU and its peaks --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Resources/Gpu.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace cudapipe {
namespace {

/// "H100-SXM" and "h100 sxm" are one name.
std::string plain(StringRef Name) {
  std::string Out;
  for (char C : Name)
    if (isAlnum(C))
      Out += toLower(C);
  return Out;
}

std::string names(ArrayRef<const Gpu *> Gpus) {
  return join(map_range(Gpus, [](const Gpu *G) { return G->Name; }), ", ");
}

} // namespace

ArrayRef<Gpu> knownGpus() {
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
  for (const Gpu *G : All) {
    if (plain(G->Name) == Wanted)
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
                           "'; known are: " + names(All));
}

} // namespace cudapipe
