//===- ChooseVariant.cpp - What auto takes, and why ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   What auto weighs
//   What each candidate costs
//   What a tile in registers costs
//   What auto takes, and why
//   What cannot lose
//
//===----------------------------------------------------------------------===//

#include "Planner.h"
#include "cudapipe/Analyze/BoundedLoop.h"
#include "cudapipe/Analyze/LaneSectors.h"
#include "cudapipe/Plan/PipelineBudget.h"
#include "llvm/Support/FormatVariadic.h"
#include <list>

using namespace clang;
using llvm::formatv;

namespace cudapipe {

//===- What auto weighs -------------------------------------------------===//

/// A variant with a number of stages: the plan, or why there is none, and what
/// it costs.
struct Candidate {
  const Transport *Variant;
  unsigned Stages;
  OrRejection<PipelinePlan> Plan;
  /// Shared memory of a block, and who is resident; nothing: not known.
  std::optional<uint64_t> Bytes;
  std::optional<Occupancy> Use;

  const PipelinePlan *plan() const { return std::get_if<PipelinePlan>(&Plan); }
};

/// Plans what could be chosen, each once, and chooses.
class VariantChooser {
public:
  /// Losing blocks counts if more than one in so many goes and what is left
  /// are fewer than half of the warps that could be resident.
  static constexpr unsigned SmallLoss = 8;
  /// Math instructions for each copy, of a tile: with 8 and 16, 4-byte cp.async
  /// lost, with 32 and 48 it held its own.
  static constexpr double EnoughForNarrow = 24;
  /// ... of a tile: a third stage gained with 512 (1.17 and 1.31), and lost
  /// with 1024 (1.17 and 0.99).
  static constexpr double MuchWork = 512;

  VariantChooser(const LoopModel &M, const PlanRequest &Request,
                 const clang::ASTContext &Ctx);

  OrRejection<PipelinePlan> choose();
  /// After choose().
  PipelineBudget budget();

private:
  const Candidate &candidate(const Transport &Variant, unsigned Stages);
  OrRejection<PipelinePlan> take(const Candidate &C, std::string Why);
  OrRejection<PipelinePlan> chooseVariant();
  OrRejection<PipelinePlan> chooseAhead(unsigned Stages);
  OrRejection<PipelinePlan> takeAsync(std::string Why,
                                      const Transport &Variant = cpAsync());
  OrRejection<PipelinePlan> noVariant(Rejection Last);
  std::optional<Rejection> whyLeave() const;
  std::string whyUnsure(const Candidate &C) const;
  const Candidate &bestStages(const Transport &Variant, std::string &Why);

  std::optional<uint64_t> bytesOf(const PipelinePlan &Plan) const;
  std::optional<Occupancy> useOf(std::optional<uint64_t> Bytes,
                                 bool AsGuessed = false) const;
  bool losesBlocks(const Candidate &C) const;
  bool costsBlocks(const Candidate &C) const;
  bool leavesRoomForRows(const Candidate &C) const;
  bool copiesAreWideNow() const;
  bool manyLoadsBranch() const;
  bool registersAreShort() const;
  unsigned threadsOfTwoBlocks() const;
  unsigned warpsNow() const;
  bool mostWarpsReside() const;
  bool narrowPays() const;
  bool hasShortTiles() const;
  bool bytesWait(const PipelinePlan &Plan) const;
  bool areCopiesOfBlock() const;
  double ownRegisters() const;
  unsigned mostOwnRegisters() const;
  double tileRegisters() const;
  bool tileFitsRegisters() const;
  uint64_t tileBytes() const;
  void countCopies(const PipelinePlan *Plan, BudgetRow &Row) const;
  BudgetRow row(const Candidate &C) const;
  std::string adviceFor(const Candidate &C) const;

  const LoopModel &M;
  const PlanRequest &Request;
  const clang::ASTContext &Ctx;
  KernelFigures Figures;
  /// Launches or __launch_bounds__ say how many threads a block has.
  bool ThreadsAreKnown = false;
  Planner P;
  std::list<Candidate> Candidates;
  std::optional<uint64_t> BytesNow;
  std::optional<Occupancy> Now;
  const Candidate *Chosen = nullptr;
  std::string Reason;
};

//===- What each candidate costs ----------------------------------------===//
// Registers are the kernel's own in every row. Those that hold a tile on its
// way are alive beside the others for longer, but the kernel has them already:
// what that comes to, only ptxas knows (attention: 94 now, 93 with ldg-single).

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
         Plan.dynamicBytes(*Figures.DynamicShared);
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
  if (M.Staged.Dynamic && M.Staged.Dynamic->Extent)
    return M.Staged.Dynamic->Extent->End - M.Staged.Dynamic->Extent->Begin;
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

/// Registers that a form may take more than the plain loop, for addresses and
/// predicates: -6 to 2 in seven kernels with wide cp.async, 18 in an eighth.
static constexpr unsigned MoreRegisters = 18;
/// ptxas's figure was 0.64 to 1.80 of the guess, in 36 kernels.
static constexpr double MostOfGuess = 1.8, LeastOfGuess = 0.64;

/// Those of the plain kernel at most; it can be launched.
unsigned VariantChooser::mostOwnRegisters() const {
  const double Most =
      ownRegisters() * (Figures.RegistersMeasured ? 1 : MostOfGuess);
  return Figures.Arch && Figures.Threads.Threads
             ? std::min<double>(Most, Figures.Arch->RegistersPerSM /
                                          Figures.Threads.Threads)
             : Most;
}

PipelineBudget VariantChooser::budget() {
  PipelineBudget Out;
  Out.Figures = Figures;
  Out.TileBytes = tileBytes();
  Out.AllWide = P.allCopiesWide();
  Out.NarrowLoses = !Out.AllWide && !narrowPays();
  Out.LikelyRegisters = ownRegisters() + MoreRegisters;
  Out.MostRegisters = mostOwnRegisters() + MoreRegisters;
  if (Chosen && Chosen->plan())
    Out.Unsure = whyUnsure(*Chosen);
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

//===- What a tile in registers costs -----------------------------------===//

/// No thread has more registers.
static constexpr double MostRegisters = 255;
/// Of as many blocks one less is at least a third of what is resident.
static constexpr unsigned FewBlocksLeft = 3;
/// What a tile takes of a thread, to be worth 4-byte copies in its place: with
/// 4 registers (fp32 64x64x8, one element of each tile a thread) ldg was 1.14,
/// cp.async 1.06.
static constexpr double ManyRegisters = 6;
/// With fewer than these of what two blocks leave a thread, nvcc took 32 to 42
/// more because it was told of two blocks (fp32 64x64x16, fp64 64x64x8: 1.05
/// and 1.00, 1.62 and 1.56).
static constexpr double NearTheEdge = 0.75;

/// Registers of a thread, as guessed, not lowered as for Figures: a cliff is
/// what is looked for here.
double VariantChooser::ownRegisters() const {
  return Figures.RegistersMeasured ? Figures.Registers
                                   : Figures.Registers * 4.0 / 3;
}

/// Those of a tile on its way: what each load brings, and one for where it
/// comes from. With ownRegisters(), 0.6 to 1.7 times ptxas's figure in loops
/// with short tiles; within 0.1 for those of attention.
double VariantChooser::tileRegisters() const {
  const WorkCount &Load = Figures.Work.Load;
  return Load.GlobalLoads + std::max(Load.GlobalLoads, Load.LoadedBytes / 4);
}

bool VariantChooser::tileFitsRegisters() const {
  return ownRegisters() + tileRegisters() <= MostRegisters;
}

/// Registers leave room for so few blocks that a tile in them may cost a third
/// of these or more. What a form takes only ptxas knows: of seven GEMMs with
/// 8 x 8 results a thread, two took 145 and 149 registers with ldg (0.97 and
/// 1.04 of plain), the others at most 128 (1.07 to 1.29); with cp.async for
/// what it can copy all took at most 128 (1.10 to 1.31).
bool VariantChooser::registersAreShort() const {
  const WorkCount &Load = Figures.Work.Load;
  const double Copies = Load.SharedStores + Load.AsyncCopies;
  return Now && ThreadsAreKnown && Now->Blocks > 0 &&
         Now->Blocks <= FewBlocksLeft && (Now->Limiters & LimitRegisters) &&
         warpsNow() * 2 < Figures.Arch->WarpsPerSM && !Load.Missed &&
         tileRegisters() >= ManyRegisters && Copies > 0 &&
         Figures.Work.Compute.Math >= EnoughForNarrow * Copies;
}

/// ... and they suffice for two, just. Of seven such GEMMs (8 x 8 results a
/// thread, vector loads), six did best with keepTwoBlocks(): 1.12 to 1.33, with
/// cp.async for what it can copy 1.10 to 1.31.
unsigned VariantChooser::threadsOfTwoBlocks() const {
  if (!registersAreShort() || Figures.Work.Compute.Math > MuchWork)
    return 0;
  const double Most =
      Figures.Arch->RegistersPerSM / 2.0 / Figures.Threads.Threads;
  return ownRegisters() > Most * NearTheEdge && ownRegisters() <= Most
             ? Figures.Threads.Threads
             : 0;
}

//===- What auto takes, and why -----------------------------------------===//
// Few rules, each with the measurement it is from
// (docs/developers/the-choice.md has the figures). What is not known counts for
// no rule: then it is cp.async where copies are wide, registers where they are
// not.

/// Fewer tiles do not make up for the prologue: attention over two tiles took
/// 1.3 times as long.
static constexpr uint64_t FewTrips = 4;
/// Of 14 kernels with more math instructions a load, and three quarters of all
/// warps resident, the best form took 0.98 to 1.04 of the time, others as
/// little as 0.88; with 51 and less up to 1.35 (bench/evidence; H200). How many
/// warps reside must be known for that: with registers guessed, only n-body and
/// the like are left alone.
static constexpr double HighRatio = 60, HighRatioAsGuessed = 1000;
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
  // A product in blocks of 2 x 2 took 0.85 to 0.88 (H200), in blocks of 8 x 2
  // 1.01.
  if (ThreadsAreKnown && Figures.Arch &&
      Figures.Threads.Threads * 4 < Figures.Arch->WarpSize)
    return Leave(formatv(
        "a block of {0} thread{1} leaves most of its warp idle: "
        "its instructions take longer than its loads",
        Figures.Threads.Threads, Figures.Threads.Threads == 1 ? "" : "s"));
  InstructionRatio Ratio = instructionRatio(Figures.Work);
  if (!Now || !ThreadsAreKnown || !Ratio.value() || Ratio.LoadsMissing ||
      *Ratio.value() <=
          (Figures.RegistersMeasured ? HighRatio : HighRatioAsGuessed))
    return std::nullopt;
  // A grid of fewer blocks than there is room for fills nothing.
  if (!mostWarpsReside() ||
      (Figures.Blocks && *Figures.Blocks * 4 < Now->Blocks * 3))
    return std::nullopt;
  return Leave(formatv("{0} math instructions for each load, and room for {1} "
                       "of {2} warps to take turns, hide the loads already",
                       ratioText(Ratio.value(), Ratio.MathMissing, false),
                       warpsNow(), Figures.Arch->WarpsPerSM));
}

/// Of the loop as it is; not known: none.
unsigned VariantChooser::warpsNow() const {
  return Now ? Now->Blocks * llvm::divideCeil(Figures.Threads.Threads,
                                              Figures.Arch->WarpSize)
             : 0;
}

/// Copies of 4 bytes by cp.async: with three quarters of all warps resident
/// they took 0.70 to 1.05 in 18 kernels of 20 (1.16, and 2.95 where each warp
/// reads a row), with fewer 0.90 to 2.25 in 24, below 0.98 in two (H200).
bool VariantChooser::narrowPays() const {
  if (Now && ThreadsAreKnown && Figures.RegistersMeasured)
    return !mostWarpsReside();
  const WorkCount &Load = Figures.Work.Load;
  return Figures.Work.Compute.Math >=
         EnoughForNarrow * (Load.SharedStores + Load.AsyncCopies);
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

/// All threads of the block make each copy together, of whole rows: on sm_90
/// one bulk copy, of which more in flight are worth it (products of rows, 8 KB
/// a trip: 1.21 with two stages, 1.63, 1.70 with three and four; H200). Rows of
/// such tiles do not get longer.
bool VariantChooser::areCopiesOfBlock() const {
  return M.Groups.Counter && llvm::all_of(M.Copies, [](const TileCopy &Copy) {
           return Copy.From.IsAsync && Copy.From.ByGroup;
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
  const bool OfBlock = areCopiesOfBlock();
  auto BytesWith = [&](unsigned Stages) -> std::optional<uint64_t> {
    if (!BytesNow)
      return std::nullopt;
    const uint64_t LongerRows = OfBlock ? 0 : Stages * tileBytes() / 4;
    return *BytesNow + (Stages - 1) * tileBytes() + LongerRows;
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
    const unsigned Least = OfBlock ? 3 : Deep;
    for (unsigned Stages = Deep; Stages >= Least; --Stages)
      if (BytesWith(Stages).value_or(~uint64_t(0)) <= MaxStaticSharedBytes &&
          BlocksWith(Stages) >= Now->Blocks &&
          candidate(Variant, Stages).plan()) {
        Because(Stages);
        return candidate(Variant, Stages);
      }
    return Two;
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
  // What a function is given to store may wait in registers, too.
  if (P.anyInHelper() &&
      (candidate(cpAsync(), Request.Stages.value_or(2)).plan() ||
       !candidate(ldgSingle(), 1).plan()))
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
  const bool PassesByL1 = Figures.SectorFetches >= ManyFetches;
  // cp.async of 8 and 16 bytes was the best of all wherever it cost no block.
  if (P.allCopiesWide() && !PassesByL1)
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
  if (Crowds && !PassesByL1)
    if (const Candidate &Async = candidate(cpAsync(), Two);
        Async.plan() && !Async.plan()->UsesRegisters)
      return takeAsync("a tile on its way would crowd the registers");
  if (registersAreShort() && !PassesByL1)
    if (const Candidate &Async = candidate(cpAsync(), Two);
        Async.plan() && !costsBlocks(Async)) {
      OrRejection<PipelinePlan> Plan =
          takeAsync("all of a tile in registers may cost a block");
      std::get<PipelinePlan>(Plan).ThreadsOfTwoBlocks =
          Request.IsSimple ? 0 : threadsOfTwoBlocks();
      return Plan;
    }
  if (Ldg.plan() && manyLoadsBranch() && !PassesByL1)
    if (const Candidate &Async = candidate(cpAsync(), Two);
        Async.plan() && !Async.plan()->UsesRegisters && !costsBlocks(Async))
      return take(Async, "copies are narrow, but in registers each would wait "
                         "behind a branch");
  if (LdgIsBetter)
    return take(Ldg, PassesByL1
                         ? "cp.async would pass by L1, and fetch parts of "
                           "sectors twice"
                         : "copies are too narrow for cp.async to pay, or "
                           "it cannot make them");
  if (Single().plan())
    return take(Single(), Ldg.plan()
                              ? "a second buffer would cost resident blocks"
                              : "a second buffer is not possible: " +
                                    std::get<Rejection>(Ldg.Plan).Detail);
  return noVariant(std::get<Rejection>(Single().Plan));
}

/// \p Last, with what would help.
OrRejection<PipelinePlan> VariantChooser::noVariant(Rejection Last) {
  const WorkCount &Load = Figures.Work.Load;
  if (const Candidate &Async = candidate(cpAsync(), Request.Stages.value_or(2));
      Async.plan() && Load.SharedStores + Load.AsyncCopies > 0 &&
      narrowPays() && Figures.SectorFetches < ManyFetches)
    return takeAsync("registers cannot hold a tile: " + Last.Detail);
  if (candidate(cpAsync(), Request.Stages.value_or(2)).plan())
    Last.Detail +=
        Figures.SectorFetches >= ManyFetches
            ? formatv(
                  "; --variant=cpasync takes the loop, but passes by L1, and "
                  "would fetch each sector of 32 bytes {0:F1} times",
                  Figures.SectorFetches)
                  .str()
            : "; --variant=cpasync takes the loop, but copies this small "
              "seldom "
              "pay";
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

//===- What cannot lose -------------------------------------------------===//

/// What only a compiler knows of \p C, and may make it lose; empty: nothing.
std::string VariantChooser::whyUnsure(const Candidate &C) const {
  const PipelinePlan &Plan = *C.plan();
  if (Plan.UsesRegisters || !Plan.UsesAsync)
    return "a tile waits in registers";
  if (!P.allCopiesWide())
    return "cp.async copies fewer than 8 bytes at a time";
  if (Figures.Threads.Source == BlockThreads::Unknown || !Figures.Arch ||
      !ThreadsAreKnown)
    return "no launch in sight says how many threads a block has";
  if (!BytesNow || !C.Bytes)
    return "no launch in sight says how much shared memory a block has";
  if (Figures.Trips)
    return "its trips are constant, and the compiler may unroll them all";
  const double Guess = ownRegisters();
  // The plain kernel can be launched.
  const unsigned Least = Guess * LeastOfGuess,
                 Most = std::min<unsigned>(Guess * MostOfGuess,
                                           Figures.Arch->RegistersPerSM /
                                               Figures.Threads.Threads);
  auto At = [&](unsigned Registers, uint64_t Bytes) {
    BlockResources Block{Figures.Threads.Threads, Registers};
    Block.DynamicShared = Block.MaxDynamicShared.emplace(Bytes);
    return computeOccupancy(*Figures.Arch, Block);
  };
  if (Most + MoreRegisters > MostRegisters)
    return "registers may not suffice";
  for (unsigned Registers = std::max(16u, Least); Registers <= Most;
       Registers += 8)
    for (unsigned More : {0u, MoreRegisters}) {
      const unsigned Before = At(Registers, *BytesNow).Blocks,
                     After = At(Registers + More, *C.Bytes).Blocks;
      if (!isMadeUpFor({Before, After, Figures.Threads.Threads,
                        C.plan()->ahead() * tileBytes() * After},
                       *Figures.Arch))
        return formatv("with {0} registers a thread, {1}{2} of {3} blocks stay "
                       "resident",
                       Registers,
                       More ? formatv("and {0} more, ", More).str() : "", After,
                       Before);
    }
  return "";
}

OrRejection<PipelinePlan> planPipeline(const LoopModel &Model,
                                       const PlanRequest &Request,
                                       const ASTContext &Ctx,
                                       PipelineBudget *Budget) {
  if (Model.Early) {
    if (Budget)
      Budget->Unsure = "its loads wait in registers";
    return planEarlyLoads(Model, Ctx);
  }
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
