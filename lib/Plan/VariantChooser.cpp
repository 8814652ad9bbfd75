//===- VariantChooser.cpp - What each candidate costs ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers are the kernel's own in every row. Those that hold a tile on its
// way are alive beside the others for longer, but the kernel has them already:
// what that comes to, only ptxas knows (attention: 94 now, 93 with ldg-single).
//
//===----------------------------------------------------------------------===//

#include "VariantChooser.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;
using llvm::formatv;

namespace cudapipe {

VariantChooser::VariantChooser(const LoopModel &M, const PlanRequest &Request,
                               const ASTContext &Ctx)
    : M(M), Request(Request), Ctx(Ctx), P(M, Request, Ctx) {
  if (Request.Figures)
    Figures = *Request.Figures;
  ThreadsAreKnown = Figures.Threads.Source != BlockThreads::Unknown;
  // Wide copies go by a block size, and test it where no launch says it.
  if (Figures.Threads.Source == BlockThreads::Unknown && !M.Wide.Copies.empty())
    if (const auto &Block = M.Wide.Copies.front().Threads.BlockDim;
        Block[0] > 0)
      Figures.Threads = {unsigned(Block[0] * std::max<int64_t>(1, Block[1]) *
                                  std::max<int64_t>(1, Block[2])),
                         BlockThreads::SomeLaunch};
  std::optional<uint64_t> Static = 0;
  for (const FunctionDecl *Kernel : M.Kernels) {
    std::optional<uint64_t> Bytes = staticSharedBytes(*Kernel, Ctx);
    Static = Static && Bytes ? std::optional(std::max(*Static, *Bytes))
                             : std::nullopt;
  }
  if (Static && Figures.DynamicShared)
    BytesNow = *Static + Request.SharedBytesAdded + *Figures.DynamicShared;
  Now = useOf(BytesNow);
}

std::optional<Occupancy> VariantChooser::useOf(std::optional<uint64_t> Bytes,
                                               bool AsGuessed) const {
  if (!Figures.Arch || !Figures.Threads.Threads || !Bytes)
    return std::nullopt;
  // Static or dynamic is the same to the multiprocessor.
  BlockResources Block{Figures.Threads.Threads, AsGuessed
                                                    ? unsigned(ownRegisters())
                                                    : Figures.Registers};
  Block.DynamicShared = *Bytes;
  Block.MaxDynamicShared = *Bytes;
  return computeOccupancy(*Figures.Arch, Block);
}

std::optional<uint64_t>
VariantChooser::bytesOf(const PipelinePlan &Plan) const {
  if (!BytesNow)
    return std::nullopt;
  return Plan.Shared.After + Request.SharedBytesAdded +
         *Figures.DynamicShared * (Plan.Launches.Scales ? Plan.Stages : 1);
}

const Candidate &VariantChooser::candidate(const Transport &Variant,
                                           unsigned Stages) {
  for (const Candidate &C : Candidates)
    if (C.Variant == &Variant && C.Stages == Stages)
      return C;
  Candidate &New = Candidates.emplace_back(
      &Variant, Stages, P.plan(Variant, Stages), std::nullopt, std::nullopt);
  if (const PipelinePlan *Plan = New.plan()) {
    New.Bytes = bytesOf(*Plan);
    New.Use = useOf(New.Bytes);
  }
  return New;
}

OrRejection<PipelinePlan> VariantChooser::take(const Candidate &C,
                                               std::string Why) {
  Chosen = &C;
  Reason = std::move(Why);
  OrRejection<PipelinePlan> Out = C.Plan;
  if (auto *Plan = std::get_if<PipelinePlan>(&Out))
    Plan->Reason = Reason;
  return Out;
}

bool VariantChooser::losesBlocks(const Candidate &C) const {
  return C.Use && Now && C.Use->Blocks < Now->Blocks;
}

/// By the registers as guessed: with fewer, more blocks seem to be resident,
/// and to be lost. (mma.sync, 64 x 64 x 32, 80 registers, 54 with a quarter
/// less: all 6 blocks stay, not 7 of 9; cp.async 1.21, registers 1.01.)
bool VariantChooser::costsBlocks(const Candidate &C) const {
  std::optional<Occupancy> Use = useOf(C.Bytes, true),
                           Before = useOf(BytesNow, true);
  if (!Use || !Before || Use->Blocks >= Before->Blocks)
    return false;
  uint64_t Warps = Use->Blocks * llvm::divideCeil(Figures.Threads.Threads,
                                                  Figures.Arch->WarpSize);
  return (Before->Blocks - Use->Blocks) * SmallLoss > Before->Blocks &&
         Warps * 2 < Figures.Arch->WarpsPerSM;
}

/// With rows a quarter longer, three quarters of the blocks stay resident, be
/// it with dynamic tiles.
bool VariantChooser::leavesRoomForRows(const Candidate &C) const {
  if (!C.Bytes || !Now)
    return false;
  PlanRequest Longer = Request;
  uint64_t More = C.Stages * tileBytes() / 4;
  Longer.SharedBytesAdded += More;
  OrRejection<PipelinePlan> Plan =
      Planner(M, Longer, Ctx).plan(*C.Variant, C.Stages);
  std::optional<Occupancy> Use = useOf(*C.Bytes + More);
  return std::holds_alternative<PipelinePlan>(Plan) && Use &&
         Use->Blocks * 4 >= Now->Blocks * 3;
}

/// One stage of all tiles.
uint64_t VariantChooser::tileBytes() const {
  if (M.Staged.Dynamic)
    return Figures.DynamicShared.value_or(0);
  uint64_t Out = 0;
  for (const VarDecl *Tile : M.Staged.Tiles)
    if (!isDynamicShared(*Tile) && !Tile->getType()->isDependentType())
      Out += Ctx.getTypeSizeInChars(Tile->getType()).getQuantity();
  return Out;
}

/// \p Plan may be null: as it is now.
void VariantChooser::countCopies(const PipelinePlan *Plan,
                                 BudgetRow &Row) const {
  const WorkCount &Load = Figures.Work.Load;
  bool AllWide =
      Plan && Plan->UsesWide && llvm::all_of(M.Copies, [&](const TileCopy &T) {
        return M.wideCopyOf(T) != nullptr;
      });
  if (AllWide && Figures.Threads.Threads) {
    for (const WideCopy &W : M.Wide.Copies) {
      Row.Copies += double(W.Box.Rows * W.Box.Columns / W.width()) /
                    Figures.Threads.Threads;
      Row.CopyBytes = std::max(Row.CopyBytes, W.Box.Bytes);
    }
    return;
  }
  double Copies = Load.GlobalLoads + Load.AsyncCopies;
  if (Load.Missed || Copies <= 0 || Load.LoadedBytes <= 0 ||
      (Plan && Plan->UsesWide))
    return;
  Row.Copies = Copies;
  Row.CopyBytes = unsigned(Load.LoadedBytes / Copies + 0.5);
}

BudgetRow VariantChooser::row(const Candidate &C) const {
  BudgetRow Row{
      C.Stages > 1 ? formatv("{0}, {1} stages", C.Variant->Name, C.Stages).str()
                   : C.Variant->Name.str()};
  if (const auto *Why = std::get_if<Rejection>(&C.Plan)) {
    Row.WhyNot = rejectionId(Why->Kind);
    return Row;
  }
  Row.Bytes = C.Bytes;
  Row.Use = C.Use;
  Row.IsChosen = &C == Chosen;
  countCopies(C.plan(), Row);
  if (C.Use && BytesNow)
    Row.BytesAhead = C.plan()->ahead() * tileBytes() * C.Use->Blocks;
  return Row;
}

/// Which tile would not cost blocks.
std::string VariantChooser::adviceFor(const Candidate &C) const {
  if (!C.plan() || C.Stages < 2 || !losesBlocks(C))
    return "";
  BlockResources Block{Figures.Threads.Threads, Figures.Registers};
  uint64_t Tiles = tileBytes(), Other = *BytesNow - Tiles;
  std::optional<uint64_t> Most =
      sharedBytesFor(Now->Blocks, *Figures.Arch, Block);
  uint64_t Each =
      Most && *Most > Other ? (*Most - Other) / C.Stages / 16 * 16 : 0;
  if (!Each || Each >= Tiles)
    return "";
  return formatv("{0} stages of at most {1} bytes, not {2}, would keep {3} "
                 "blocks resident",
                 C.Stages, Each, Tiles, Now->Blocks);
}

PipelineBudget VariantChooser::budget() {
  PipelineBudget Out;
  Out.Figures = Figures;
  if (!Figures.Arch)
    return Out;
  const Transport &Async = Request.Variant ? *Request.Variant : cpAsync();
  if (Async.isAsync())
    for (unsigned Stages : {2u, 3u, 4u})
      if (Stages == 2 || candidate(Async, 2).plan())
        candidate(Async, Stages);
  if (!Request.Variant) {
    candidate(ldg(), 2);
    candidate(ldgSingle(), 1);
  }
  Candidates.sort([](const Candidate &A, const Candidate &B) {
    return std::pair(ordinalOf(*A.Variant), A.Stages) <
           std::pair(ordinalOf(*B.Variant), B.Stages);
  });
  BudgetRow Before{"single buffer"};
  Before.BytesAhead = 0;
  Before.Bytes = BytesNow;
  Before.Use = Now;
  countCopies(nullptr, Before);
  Out.Rows.push_back(std::move(Before));
  for (const Candidate &C : Candidates) {
    Out.Rows.push_back(row(C));
    if (Out.Advice.empty())
      Out.Advice = adviceFor(C);
  }
  if (Chosen)
    Out.Reason = "> " + Reason;
  return Out;
}

} // namespace cudapipe
