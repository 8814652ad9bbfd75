//===- PtxInstructions.cpp - The table of PTX, asked ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/AsmText.h"
#include "cudapipe/Analyze/TransferStep.h"

using llvm::StringRef;

namespace cudapipe {

static constexpr PtxInstruction PtxTable[] = {
#define PTX_INSTRUCTION(Start, Part, Step, Reads, Writes, Waits, Joins)        \
  {Start,                                                                      \
   Part,                                                                       \
   TransferStep::Step,                                                         \
   PtxMemory::Reads,                                                           \
   PtxMemory::Writes,                                                          \
   PtxWait::Waits,                                                             \
   PtxJoin::Joins},
#include "cudapipe/Analyze/PtxInstructions.def"
};

const PtxInstruction *ptxInstruction(StringRef Mnemonic) {
  for (const PtxInstruction &Row : PtxTable) {
    StringRef Rest = Mnemonic;
    if (Rest.consume_front(Row.Start) &&
        (Rest.empty() || Rest.starts_with(".")) && Rest.contains(Row.Part))
      return &Row;
  }
  return nullptr;
}

const PtxInstruction *ptxFunction(StringRef Name) {
  auto WithDots = [](StringRef Text) {
    std::string Out = Text.str();
    std::replace(Out.begin(), Out.end(), '_', '.');
    return Out;
  };
  const std::string Whole = WithDots(Name);
  for (const PtxInstruction &Row : PtxTable) {
    StringRef Rest = Whole;
    if (Rest.consume_front(WithDots(Row.Start)) &&
        (Rest.empty() || Rest.starts_with(".")) &&
        Rest.contains(WithDots(Row.Part)))
      return &Row;
  }
  return nullptr;
}

/// What makes an instruction more than a computation; empty for the others.
static StringRef whatItDoes(const PtxInstruction &Row) {
  switch (Row.WaitsFor) {
  case PtxWait::Phase:
    return "waits until others have arrived at a barrier";
  case PtxWait::Groups:
  case PtxWait::BulkGroups:
    return "waits for copies";
  case PtxWait::MmaGroups:
  case PtxWait::TensorMemory:
    return "waits for products that were started before";
  case PtxWait::Threads:
    return "waits for other threads";
  case PtxWait::Grid:
    return "orders it with other grids";
  case PtxWait::Nothing:
    break;
  }
  if (Row.Reads == PtxMemory::AsyncShared)
    return "reads shared memory when the thread has gone on";
  if (Row.Writes == PtxMemory::AsyncShared)
    return "writes shared memory when the thread has gone on";
  if (Row.Writes == PtxMemory::Barrier)
    return "changes a barrier";
  if (Row.Reads == PtxMemory::AsyncTensor ||
      Row.Writes == PtxMemory::AsyncTensor)
    return "uses tensor memory";
  if (Row.Writes == PtxMemory::Shared)
    return "writes shared memory";
  switch (Row.Step) {
  case TransferStep::ProxyFence:
  case TransferStep::InitFence:
  case TransferStep::Fence:
  case TransferStep::MmaFence:
    return "orders accesses to memory";
  case TransferStep::NamedArrive:
    return "lets other threads go on";
  case TransferStep::Registers:
    return "changes how many registers the warp has";
  case TransferStep::BulkCommit:
  case TransferStep::Commit:
  case TransferStep::MmaCommit:
    return "closes a group";
  default:
    return "";
  }
}

std::string wordsOfPtx(StringRef Text) {
  llvm::SmallVector<StringRef, 8> Instructions;
  Text.split(Instructions, ';', -1, /*KeepEmpty=*/false);
  for (StringRef Instruction : Instructions)
    if (const PtxInstruction *Row = ptxInstruction(mnemonicOf(Instruction)))
      if (StringRef Does = whatItDoes(*Row); !Does.empty())
        return (Row->Start +
                (Row->Step == TransferStep::TileStore ? Row->Part : "") +
                ", which " + Does)
            .str();
  return "";
}

} // namespace cudapipe
