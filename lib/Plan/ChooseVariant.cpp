//===- ChooseVariant.cpp - What auto takes, and why -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Few rules, each with the measurement it is from (docs/variants.md#the-choice
// has the figures). What is not known counts for no rule: then it is cp.async
// where copies are wide, registers where they are not.
//
//===----------------------------------------------------------------------===//

#include "VariantChooser.h"
#include "cudapipe/Analyze/BoundedLoop.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;
using llvm::formatv;

namespace cudapipe {

/// Fewer tiles do not make up for the prologue: attention over two tiles took
/// 1.3 times as long.
static constexpr uint64_t FewTrips = 4;
/// Loops with 32 and 48 math instructions a load still gained, one with 1792
/// and three quarters of the warps resident gained nothing. In between nothing
/// was measured, so that this is near the upper end.
static constexpr double HighRatio = 1000;
/// 4-byte cp.async lost with 8 and 16 math instructions a copy, and held its
/// own with 32 and 48: VariantChooser::EnoughForNarrow.
static constexpr double ManyLoads = 8;

std::optional<Rejection> VariantChooser::whyLeave() const {
  if (!Request.MayLeave)
    return std::nullopt;
  auto Leave = [&](std::string Why) {
    return Rejection{RejectionKind::WillNotPay, M.Header.Loop->getSourceRange(),
                     Why + "; --force rewrites it"};
  };
  if (Figures.Trips && *Figures.Trips < FewTrips)
    return Leave(formatv("it makes {0} trip{1}, and what comes before the "
                         "first is made up for from {2} on",
                         *Figures.Trips, *Figures.Trips == 1 ? "" : "s",
                         FewTrips));
  InstructionRatio Ratio = instructionRatio(Figures.Work);
  if (!Now || !ThreadsAreKnown || !Ratio.value() || Ratio.LoadsMissing ||
      *Ratio.value() <= HighRatio)
    return std::nullopt;
  if (!mostWarpsReside())
    return std::nullopt;
  return Leave(formatv("{0} math instructions for each load, and {1} of {2} "
                       "warps to take turns, hide the loads already",
                       ratioText(Ratio.value(), Ratio.MathMissing, false),
                       warpsNow(), Figures.Arch->WarpsPerSM));
}

/// Of the loop as it is; not known: none.
unsigned VariantChooser::warpsNow() const {
  return Now ? Now->Blocks * llvm::divideCeil(Figures.Threads.Threads,
                                              Figures.Arch->WarpSize)
             : 0;
}

bool VariantChooser::mostWarpsReside() const {
  return Now && warpsNow() * 4 >= Figures.Arch->WarpsPerSM * 3;
}

/// Bytes that a thread loads at a time now, in every copy.
bool VariantChooser::copiesAreWideNow() const {
  return llvm::all_of(M.Copies,
                      [](const TileCopy &Copy) { return Copy.Bytes >= 8; });
}

/// Each load of a loop would stand in a branch of its own, so that they wait
/// for each other, as threads may make different numbers of trips; and there
/// are many, and enough to compute for each.
bool VariantChooser::manyLoadsBranch() const {
  InstructionRatio Ratio = instructionRatio(Figures.Work);
  return !M.Proofs.EvenLoops && Ratio.Loads >= ManyLoads &&
         !Ratio.LoadsMissing && Ratio.value().value_or(0) >= EnoughForNarrow &&
         llvm::any_of(M.Copies, [](const TileCopy &Copy) {
           return !Copy.Path.Loops.empty();
         });
}

/// A copy loop ends earlier where the last tile is shorter.
bool VariantChooser::hasShortTiles() const {
  return llvm::any_of(M.Copies, [&](const TileCopy &Copy) {
    return llvm::any_of(Copy.Path.Loops, [&](const ForStmt *Loop) {
      std::optional<BoundedLoop> Bounded =
          boundedLoop(*Loop, Ctx, M.Proofs.BlockDim);
      return Bounded && Bounded->Guard;
    });
  });
}

OrRejection<PipelinePlan> VariantChooser::takeAsync(std::string Why,
                                                    const Transport &Variant) {
  const Candidate &Best = bestStages(Variant, Why);
  return take(Best, std::move(Why));
}

/// Where copies cannot be made wide, cp.async cannot make them at all: they are
/// waited for, stage by stage. With a loop of their own there are registers for
/// several at once.
bool VariantChooser::bytesWait(const PipelinePlan &Plan) const {
  return !Plan.Steps.EachWidth &&
         llvm::any_of(M.Copies, [&](const TileCopy &Copy) {
           return Copy.Bytes < 4 && M.wideCopyOf(Copy);
         });
}

/// What waits at one barrier has to be hidden by other blocks, or by tiles that
/// travel for longer. With at most two blocks resident, 3 and 4 stages gained 5
/// to 10 percent (fp16 128x128x32, fp32 128x128x8 and 32x32); with more blocks
/// a third where copies were made wide, but not of bytes in one loop
/// (int8: 3.44, 3.37 with 2, 3; 0.68, 0.55 where they stay narrow; in
/// two 3.41, 3.37; 0.93, 1.12), and a fourth where they are wide as they stand
/// (fp16 64x64x16: 2.12, 2.18, 2.28 with 2, 3, 4). A quarter more bytes leave
/// room for longer rows. Launches are edited for a fourth stage only: at once,
/// if at all.
const Candidate &VariantChooser::bestStages(const Transport &Variant,
                                            std::string &Why) {
  unsigned Wanted = Request.Stages.value_or(2);
  const unsigned Most = P.mostStages();
  const Candidate &Two = candidate(Variant, Wanted);
  if (Request.Stages || Most == 2 || !Two.plan() || !Now || M.Staged.Dynamic ||
      !M.Staged.SharedWith.empty() || P.whyNotAhead())
    return Two;
  const bool Narrow = !P.allCopiesWide();
  bool FewBlocks =
      Narrow ? registersAreShort() && Figures.Work.Compute.Math <= MuchWork
             : Now->Blocks > 0 && Now->Blocks <= 2;
  bool WideNow = M.Wide.Copies.empty() && P.allCopiesWide();
  if (!FewBlocks && !WideNow &&
      (M.Wide.Copies.empty() || bytesWait(*Two.plan())))
    return Two;
  auto BytesWith = [&](unsigned Stages) -> std::optional<uint64_t> {
    if (!BytesNow)
      return std::nullopt;
    return *BytesNow + (Stages - 1) * tileBytes() + Stages * tileBytes() / 4;
  };
  auto BlocksWith = [&](unsigned Stages) {
    std::optional<Occupancy> Use = useOf(BytesWith(Stages));
    return Use ? Use->Blocks : 0;
  };
  auto Because = [&](unsigned Stages) {
    unsigned Kept = BlocksWith(Stages), All = BlocksWith(2);
    if (FewBlocks)
      Why += formatv("; with {0} block{1} resident, tiles travel for longer",
                     Now->Blocks, Now->Blocks == 1 ? "" : "s")
                 .str();
    else if (Kept < All)
      Why += formatv("; {0} stages leave {1} of {2} blocks", Stages, Kept, All)
                 .str();
    else
      Why += formatv("; {0} stages cost no block", Stages).str();
  };
  const unsigned Deep = std::min(4u, Most);
  if (WideNow && !FewBlocks) {
    bool Fits =
        BytesWith(Deep).value_or(~uint64_t(0)) <= MaxStaticSharedBytes &&
        BlocksWith(Deep) >= Now->Blocks;
    if (!Fits || !candidate(Variant, Deep).plan())
      return Two;
    Because(Deep);
    return candidate(Variant, Deep);
  }
  // With a loop for each width, two of three blocks are enough: bf16 4.13, 4.20
  // with 2, 3, where 6 blocks became 4.
  unsigned Enough = Two.plan()->Steps.EachWidth && !FewBlocks
                        ? (BlocksWith(2) * 2 + 2) / 3
                        : BlocksWith(2);
  if (BytesWith(3).value_or(~uint64_t(0)) <= MaxStaticSharedBytes &&
      BlocksWith(3) > 0 && BlocksWith(3) >= Enough) {
    const Candidate &Three = candidate(Variant, 3);
    if (Three.plan()) {
      Because(3);
      return Three;
    }
  } else if (FewBlocks && !Narrow && Deep == 4 &&
             BlocksWith(4) >= Now->Blocks) {
    const Candidate &Four = candidate(Variant, 4);
    if (Four.plan()) {
      Because(4);
      return Four;
    }
  }
  return Two;
}

/// For each loop one of these, in this order; the reason says which.
OrRejection<PipelinePlan> VariantChooser::chooseVariant() {
  if (P.anyInHelper())
    return takeAsync("a called function makes the copies");
  if (P.anyIsAsync())
    return takeAsync("the copies are asynchronous already");
  if (std::optional<Rejection> Why = whyLeave())
    return *Why;

  const unsigned Two = Request.Stages.value_or(2);
  auto Single = [&]() -> const Candidate & {
    return candidate(ldgSingle(), 1);
  };
  const Candidate &Ldg = candidate(ldg(), 2);
  const bool LdgIsBetter = Ldg.plan() && !(costsBlocks(Ldg) && Single().plan());
  // Copy loops that may end earlier are unrolled in registers only. These were
  // the better ones in 17 of 20 kernels; with more for the tile than for all
  // else, they lost a sixth.
  const bool Short = M.Wide.Copies.empty() && hasShortTiles();
  const bool Crowds =
      !tileFitsRegisters() || (Short && tileRegisters() > ownRegisters());
  // One buffer was better in attention and GEMM (1.41 and 1.28, 1.26 and 1.08),
  // two where all warps reside (nearest point: 0.97 and 1.03).
  if (Short && !Crowds && LdgIsBetter && mostWarpsReside())
    return take(Ldg, "tiles may be short, and are copied with the least work "
                     "through registers");
  if (Short && !Crowds && Single().plan())
    return take(Single(), "tiles may be short, and are copied with the least "
                          "work through registers, into one buffer");
  // cp.async of 8 and 16 bytes was the best of all wherever it cost no block.
  if (P.allCopiesWide())
    if (const Candidate &Async = candidate(cpAsync(), Two); Async.plan()) {
      if (!costsBlocks(Async))
        return takeAsync(M.Wide.Copies.empty()
                             ? "all copies are wide enough for cp.async"
                             : "copies can be made wide, for cp.async");
      // Attention: 1.95 with four of five blocks and longer rows, 1.82 with
      // registers, 1.64 with three blocks. Copies that were narrow in registers
      // lost against any of that.
      if (leavesRoomForRows(Async))
        return takeAsync(formatv("all copies are wide, and {0} of {1} blocks "
                                 "stay resident",
                                 Async.Use->Blocks, Now->Blocks));
      if (!copiesAreWideNow() || !Single().plan())
        return takeAsync("copies are wide, and registers would do no better");
      return take(Single(), formatv("a second buffer would leave {0} of {1} "
                                    "blocks resident, registers leave all",
                                    Async.Use->Blocks, Now->Blocks));
    }
  if (Crowds)
    if (const Candidate &Async = candidate(cpAsync(), Two);
        Async.plan() && !Async.plan()->UsesRegisters)
      return takeAsync("a tile on its way would crowd the registers");
  if (registersAreShort())
    if (const Candidate &Async = candidate(cpAsync(), Two);
        Async.plan() && !costsBlocks(Async)) {
      OrRejection<PipelinePlan> Plan =
          takeAsync("all of a tile in registers may cost a block");
      std::get<PipelinePlan>(Plan).ThreadsOfTwoBlocks = threadsOfTwoBlocks();
      return Plan;
    }
  if (Ldg.plan() && manyLoadsBranch())
    if (const Candidate &Async = candidate(cpAsync(), Two);
        Async.plan() && !Async.plan()->UsesRegisters && !costsBlocks(Async))
      return take(Async, "copies are narrow, but in registers each would wait "
                         "behind a branch");
  if (LdgIsBetter)
    return take(Ldg, "copies are too narrow for cp.async to pay, or it cannot "
                     "make them");
  if (Single().plan())
    return take(Single(), Ldg.plan()
                              ? "a second buffer would cost resident blocks"
                              : "a second buffer is not possible: " +
                                    std::get<Rejection>(Ldg.Plan).Detail);
  return noVariant(std::get<Rejection>(Single().Plan));
}

/// \p Last, with what would help.
OrRejection<PipelinePlan> VariantChooser::noVariant(Rejection Last) {
  if (candidate(cpAsync(), Request.Stages.value_or(2)).plan())
    Last.Detail += "; --variant=cpasync takes the loop, but copies this small "
                   "seldom pay";
  return Last;
}

/// More than two stages, where the loop can have them.
OrRejection<PipelinePlan> VariantChooser::chooseAhead(unsigned Stages) {
  std::string Why;
  if (!M.Staged.SharedWith.empty()) {
    Why = "other loops have its tiles too, and may not get as many; with "
          "--variant=cpasync all get the same";
  } else if (const Candidate &Ahead = candidate(cpAsync(), Stages);
             Ahead.plan()) {
    return take(Ahead, formatv("{0} stages were asked for", Stages));
  } else {
    Why = std::get<Rejection>(Ahead.Plan).Detail;
  }
  PlanRequest Two = Request;
  Two.Stages = 2;
  VariantChooser Other(M, Two, Ctx);
  OrRejection<PipelinePlan> Plan = Other.chooseVariant();
  if (auto *Done = std::get_if<PipelinePlan>(&Plan)) {
    Done->Remark = formatv("{0}, not {1} stages: {2}",
                           Done->Stages > 1 ? "2" : "one buffer", Stages, Why);
    Chosen = &candidate(*Done->Variant, Done->Stages);
    Reason = Other.Reason;
  }
  return Plan;
}

OrRejection<PipelinePlan> VariantChooser::choose() {
  if (Request.Decided) {
    const Candidate &Same =
        candidate(*Request.Decided->Variant, Request.Decided->Stages);
    if (Same.plan())
      return take(Same, Request.Decided->Reason);
  }
  if (const Transport *Asked = Request.Variant) {
    std::string Why = "--variant=" + Asked->Name.str();
    return Asked->isAsync() ? takeAsync(Why, *Asked)
                            : take(candidate(*Asked, Asked->MostStages), Why);
  }
  return Request.Stages.value_or(2) > 2 ? chooseAhead(*Request.Stages)
                                        : chooseVariant();
}

OrRejection<PipelinePlan> planPipeline(const LoopModel &Model,
                                       const PlanRequest &Request,
                                       const ASTContext &Ctx,
                                       PipelineBudget *Budget) {
  if (Model.Early)
    return planEarlyLoads(Model, Ctx);
  PlanRequest OfUse = Request;
  const unsigned Most = Planner(Model, Request, Ctx).mostStages();
  const bool TooMany = Request.Stages.value_or(0) > Most &&
                       (!Request.Variant || Request.Variant->isAsync());
  if (TooMany)
    OfUse.Stages = Most;
  VariantChooser Chooser(Model, OfUse, Ctx);
  OrRejection<PipelinePlan> Plan = Chooser.choose();
  if (auto *Done = std::get_if<PipelinePlan>(&Plan);
      TooMany && Done && Done->Stages == Most)
    Done->Remark = formatv("{0}, not {1} stages: it makes no more trips", Most,
                           *Request.Stages);
  auto *Why = std::get_if<Rejection>(&Plan);
  if (Budget && (!Why || Why->Kind == RejectionKind::WillNotPay))
    *Budget = Chooser.budget();
  return Plan;
}

} // namespace cudapipe
