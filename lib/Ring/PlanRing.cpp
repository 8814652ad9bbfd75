//===- PlanRing.cpp - How many stages a ring has, and where they lie ------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Plan/PlanPipeline.h"
#include "cudapipe/Plan/SharedMemory.h"
#include "cudapipe/Resources/Architecture.h"
#include "cudapipe/Ring/RingPlan.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include <set>

using namespace clang;

namespace cudapipe {
namespace {

/// More were not tried (docs/developers/performance-log.md).
constexpr unsigned MostRingStages = 4;

/// With so many resident blocks, a fourth stage brings nothing: with three and
/// four 0.82 to 1.04 of three stages, with two 0.99 to 1.10.
constexpr unsigned BlocksForThree = 3;
/// Boxes that are swizzled by 128 bytes repeat after so many.
constexpr unsigned SwizzleBytes = 1024;

class RingPlanner {
public:
  RingPlanner(const RingLoop &Loop, const RingRequest &Request,
              const ASTContext &Ctx)
      : Loop(Loop), Request(Request), Ctx(Ctx) {}

  OrRejection<RingPlan> run();

private:
  uint64_t bytesOf(const VarDecl *Var) const {
    return Ctx.getTypeSizeInChars(Var->getType()).getQuantity();
  }
  std::optional<Rejection> align();
  uint64_t blocksWith(unsigned Stages) const;
  void chooseStages();
  std::optional<Rejection> moveTiles();
  std::optional<Rejection> askLaunches(LaunchWish Wish);
  std::optional<Rejection> layOut();

  const RingLoop &Loop;
  const RingRequest &Request;
  const ASTContext &Ctx;
  RingPlan Out;
  /// One stage of all tiles, and its barriers.
  uint64_t StageBytes = 0, TileBytes = 0;
  /// Of StageBytes, what the launch provides.
  uint64_t DynamicBytes = 0;
};

/// Each stage is aligned as the copy needs it: a box that is swizzled over 1024
/// bytes looks like the first only if it starts at a multiple of them.
std::optional<Rejection> RingPlanner::align() {
  for (const VarDecl *Tile : Loop.Tiles) {
    if (Tile == Loop.Area) {
      // So that what rounds an address does it alike in all stages.
      Out.Alignments.push_back(SwizzleBytes);
      DynamicBytes += llvm::alignTo(
          Request.LaunchBytes.value_or(Loop.AreaBytes), Out.Alignments.back());
      if (Request.SameLaunchBytes)
        Out.AreaStride = DynamicBytes;
      continue;
    }
    const uint64_t Bytes = bytesOf(Tile);
    const bool IsBox = llvm::is_contained(Loop.Boxes, Tile);
    uint64_t Needed = std::max<uint64_t>(Ctx.getDeclAlign(Tile).getQuantity(),
                                         IsBox ? SwizzleBytes : 128);
    if (!IsBox && Bytes % Needed)
      Needed = std::max<uint64_t>(Ctx.getDeclAlign(Tile).getQuantity(), 16);
    if (Bytes % Needed)
      return Rejection{
          RejectionKind::StageMisaligned, Tile->getSourceRange(),
          llvm::formatv("'{0}' has {1} bytes, no multiple of the {2} to which "
                        "what the copy engine fills has to be aligned",
                        Tile->getName(), Bytes, Needed)};
    Out.Alignments.push_back(Needed);
    (Tile->hasExternalStorage() ? DynamicBytes : TileBytes) += Bytes;
  }
  StageBytes = TileBytes + DynamicBytes;
  std::set<const VarDecl *> Known(Loop.Tiles.begin(), Loop.Tiles.end());
  for (const RingBarrier &B : Loop.Barriers)
    if (Known.insert(B.Var).second)
      StageBytes += bytesOf(B.Var);
  StageBytes += Request.EmptyBytes;
  return std::nullopt;
}

/// Blocks for which a multiprocessor has threads, registers and shared memory.
uint64_t RingPlanner::blocksWith(unsigned Stages) const {
  const Architecture *Arch = findArchitecture(Request.SharedSm);
  if (!Arch)
    return 0;
  const uint64_t Bytes = Out.Before + (Stages - 1) * StageBytes;
  const unsigned Warps =
      std::max(1u, llvm::divideCeil((Request.Threads ? Request.Threads : 128) +
                                        Request.MoreThreads,
                                    Arch->WarpSize));
  if (Bytes > Arch->SharedPerBlockOptIn)
    return 0;
  const uint64_t Registers = llvm::alignTo<8>(std::max(1u, Request.Registers)) *
                             Arch->WarpSize * Warps;
  return std::min<uint64_t>(
      {Arch->BlocksPerSM, Arch->WarpsPerSM / Warps,
       std::max<uint64_t>(1, Arch->RegistersPerSM / Registers),
       Arch->SharedPerSM / (Bytes + Arch->ReservedPerBlock)});
}

/// As many as there is room for, where two blocks stay resident: what one
/// computes hides more than another stage. Of these the most tiles, all
/// resident blocks together, if registers are known
/// (docs/developers/performance-log.md).
void RingPlanner::chooseStages() {
  Out.BlocksBefore = blocksWith(1);
  if (Request.Stages) {
    Out.Stages = std::max(2u, *Request.Stages);
    Out.Reason = "asked for";
    return;
  }
  const bool IsKnown = Request.RegistersMeasured && Request.Threads;
  const unsigned Most = IsKnown && Out.BlocksBefore >= BlocksForThree
                            ? MostRingStages - 1
                            : MostRingStages;
  const uint64_t Wanted = std::max<uint64_t>(
      std::min<uint64_t>(2, Out.BlocksBefore), minBlocksOf(*Loop.Kernel, Ctx));
  for (uint64_t Blocks : {Wanted, uint64_t(1)}) {
    uint64_t MostTiles = 0;
    for (unsigned Stages = Most; Stages >= 2; --Stages) {
      const uint64_t Resident = blocksWith(Stages);
      if (Resident < Blocks || Stages * Resident <= MostTiles ||
          (MostTiles && !IsKnown))
        continue;
      MostTiles = Stages * Resident;
      Out.Stages = Stages;
      Out.Reason =
          Stages == Most
              ? "no more are taken unasked"
              : llvm::formatv("with one more, {0} would be resident",
                              Resident > 1 ? "fewer blocks" : "no block")
                    .str();
    }
    if (MostTiles)
      return;
  }
}

/// Static tiles of more than 48 KB become dynamic.
std::optional<Rejection> RingPlanner::moveTiles() {
  const SourceRange At = Loop.Tiles.front()->getSourceRange();
  if (Request.StaysStatic)
    return Rejection{
        RejectionKind::InstantiationsDisagree, At,
        "the tiles would become dynamic, and another instantiation may give "
        "them other sizes"};
  if (Request.LaunchPromised || usesDynamicShared(*Loop.Kernel, Ctx))
    return Rejection{RejectionKind::SharedMemoryLimit, At,
                     llvm::formatv("{0} bytes with {1} stages, of which {2} "
                                   "can be static, and the kernel has dynamic "
                                   "shared memory already",
                                   Out.After, Out.Stages,
                                   MaxStaticSharedBytes)};
  LaunchWish Wish;
  Wish.Kind = LaunchWish::Add;
  for (auto [Tile, Alignment] : llvm::zip(Loop.Tiles, Out.Alignments)) {
    if (!Ctx.getAsConstantArrayType(Tile->getType()))
      return Rejection{RejectionKind::SharedMemoryLimit, Tile->getSourceRange(),
                       "an object that would have to become dynamic"};
    Wish.Alignment = std::max(Wish.Alignment, Alignment);
    Wish.Tiles.push_back({Tile});
  }
  const SourceManager &SM = Ctx.getSourceManager();
  llvm::sort(Wish.Tiles, [&](const DynamicTile &A, const DynamicTile &B) {
    return SM.isBeforeInTranslationUnit(A.Tile->getLocation(),
                                        B.Tile->getLocation());
  });
  for (DynamicTile &Tile : Wish.Tiles) {
    const uint64_t Bytes = bytesOf(Tile.Tile) * Out.Stages;
    Tile.Padded = &Tile != &Wish.Tiles.back() && Bytes % Wish.Alignment != 0;
    Out.Moved += Bytes;
  }
  return askLaunches(std::move(Wish));
}

std::optional<Rejection> RingPlanner::askLaunches(LaunchWish Wish) {
  if (asksForDynamicSize(*Loop.Kernel, Ctx))
    return Rejection{RejectionKind::DynamicSharedMemory,
                     Loop.Tiles.front()->getSourceRange(),
                     "the kernel asks how much of it the launch gives"};
  Wish.Stages = Out.Stages;
  Wish.StaticBytes =
      Out.After + Request.Added - Out.Moved - Out.Stages * DynamicBytes;
  Wish.SmVersion = Request.SharedSm;
  Wish.MinBlocks = minBlocksOf(*Loop.Kernel, Ctx);
  Wish.MoreThreads = Request.MoreThreads;
  Out.Wish = std::move(Wish);
  return Request.WhyNotLaunch(*Out.Wish);
}

std::optional<Rejection> RingPlanner::layOut() {
  Out.Ahead = Loop.IsBehind ? Out.Stages : Out.Stages - 1;
  Out.After = Out.Before + (Out.Stages - 1) * StageBytes + Request.EmptyBytes;
  Out.Moved = 0;
  Out.Wish.reset();
  const uint64_t Limit = maxSharedBytesPerBlock(Request.SharedSm);
  const SourceRange At = Loop.Tiles.front()->getSourceRange();
  if (Out.After + Request.Added > Limit)
    return Rejection{
        RejectionKind::SharedMemoryLimit, At,
        llvm::formatv("{0} bytes now, {1} with {2} stages, sm_{3} allows a "
                      "block {4}",
                      Out.Before, Out.After, Out.Stages, Request.SharedSm,
                      Limit)};
  if (std::string Why =
          whyNotResident(Out.After + Request.Added,
                         minBlocksOf(*Loop.Kernel, Ctx), Request.SharedSm);
      !Why.empty())
    return Rejection{RejectionKind::SharedMemoryLimit, At, Why};
  if (DynamicBytes) {
    if (TileBytes || Loop.Tiles.size() > 1 || Request.LaunchPromised)
      return Rejection{RejectionKind::DynamicSharedMemory, At,
                       "the dynamic shared memory is not this tile's alone"};
    LaunchWish Wish;
    Wish.Kind = LaunchWish::Scale;
    Wish.Alignment = Out.Alignments.front();
    return askLaunches(std::move(Wish));
  }
  if (Out.After + Request.Added > MaxStaticSharedBytes)
    return moveTiles();
  // How much a launch adds is not known here.
  if (usesDynamicShared(*Loop.Kernel, Ctx))
    return Rejection{RejectionKind::SharedMemoryLimit, At,
                     "the kernel has dynamic shared memory too, whose size the "
                     "launch decides"};
  if (!Request.MoreThreads)
    return std::nullopt;
  Out.Wish.emplace();
  Out.Wish->Kind = LaunchWish::Keep;
  Out.Wish->Stages = Out.Stages;
  Out.Wish->StaticBytes = Out.After + Request.Added;
  Out.Wish->SmVersion = Request.SharedSm;
  Out.Wish->MoreThreads = Request.MoreThreads;
  return Request.WhyNotLaunch(*Out.Wish);
}

OrRejection<RingPlan> RingPlanner::run() {
  if (Request.SmVersion < 90)
    return Rejection{RejectionKind::ArchTooOld,
                     Loop.Copy.outermost()->getSourceRange(),
                     "the copy engine comes with sm_90"};
  if (std::optional<Rejection> Why = align())
    return *Why;
  const std::optional<uint64_t> Before = staticSharedBytes(*Loop.Kernel, Ctx);
  if (!Before)
    return Rejection{RejectionKind::TemplateDependent,
                     Loop.Tiles.front()->getSourceRange(),
                     "how much shared memory the kernel has is not known"};
  Out.Before = *Before;
  Out.Before += DynamicBytes;
  chooseStages();
  std::optional<Rejection> Why = layOut();
  // Fewer may do without the launches.
  const unsigned Chosen = Out.Stages;
  for (unsigned Fewer = Chosen - 1;
       Why &&
       (Why->Kind == RejectionKind::LaunchOutOfSight ||
        Why->Kind == RejectionKind::InstantiationsDisagree) &&
       !Request.Stages && !DynamicBytes && Fewer >= 2;
       --Fewer) {
    Out.Stages = Fewer;
    if (Out.Before + (Fewer - 1) * StageBytes + Request.Added >
            MaxStaticSharedBytes ||
        layOut())
      continue;
    Out.Reason = Request.StaysStatic
                     ? "more would be dynamic, and other instantiations may "
                       "have tiles of other sizes"
                     : "more would be dynamic, and launches are out of sight";
    return std::move(Out);
  }
  if (Why)
    return *Why;
  return std::move(Out);
}

} // namespace

OrRejection<RingPlan> planRing(const RingLoop &Loop, const RingRequest &Request,
                               const ASTContext &Ctx) {
  return RingPlanner(Loop, Request, Ctx).run();
}

} // namespace cudapipe
