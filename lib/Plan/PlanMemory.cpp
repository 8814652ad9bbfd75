//===- PlanMemory.cpp - Where the stages lie ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Planner.h"
#include "clang/AST/Attr.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace cudapipe {

std::optional<Rejection> Planner::fitMemory(PipelinePlan &Plan) const {
  bool UsesDynamic = llvm::any_of(M.Kernels, [&](const FunctionDecl *Kernel) {
    return usesDynamicShared(*Kernel, Ctx);
  });
  Plan.Launches.Scales = Plan.Stages > 1 && M.Staged.Dynamic;
  // How much dynamic memory a launch adds is not known here.
  if (Plan.Stages > 1 && !M.Staged.Dynamic && UsesDynamic)
    return Rejection{RejectionKind::SharedMemoryLimit,
                     M.Staged.Tiles.front()->getSourceRange(),
                     "the kernel has dynamic shared memory too, whose size the "
                     "launch decides"};
  std::optional<uint64_t> Before = staticSharedBytes(*M.Kernel, Ctx);
  for (const FunctionDecl *Kernel : M.Kernels) {
    std::optional<uint64_t> Bytes = staticSharedBytes(*Kernel, Ctx);
    Before = Before && Bytes ? std::optional(std::max(*Before, *Bytes))
                             : std::nullopt;
  }
  if (Before)
    Plan.Shared.Before = Plan.Shared.After = *Before;
  if (Plan.Stages == 1)
    return std::nullopt;
  if (Before) // else nvcc checks it for every instantiation
    if (std::optional<Rejection> Why = addStages(Plan))
      return Why;
  if (!Plan.Launches.Scales)
    return std::nullopt;
  alignStages(Plan);
  LaunchWish Wish;
  Wish.Stages = Plan.Stages;
  Wish.Alignment = Plan.Launches.StageAlignment;
  return askLaunches(Plan, std::move(Wish));
}

/// The most that a kernel with this loop promises.
uint64_t Planner::minBlocks() const {
  uint64_t Out = 0;
  for (const FunctionDecl *Kernel : M.Kernels)
    Out = std::max(Out, minBlocksOf(*Kernel, Ctx));
  return Out;
}

/// Counts the stages of static tiles.
std::optional<Rejection> Planner::addStages(PipelinePlan &Plan) const {
  for (const VarDecl *Tile : M.Staged.Tiles) {
    if (isDynamicShared(*Tile))
      continue;
    uint64_t Bytes = Ctx.getTypeSizeInChars(Tile->getType()).getQuantity();
    unsigned Align = stageAlignment(M, Plan, Tile);
    if (Bytes % Align)
      return Rejection{
          RejectionKind::StageMisaligned, Tile->getSourceRange(),
          llvm::formatv("'{0}' has {1} bytes, no multiple of the {2} that its "
                        "widest access, or who looks at its address, needs",
                        Tile->getName(), Bytes, Align)};
    if (!Request.StagesOf || !Request.StagesOf(*Tile))
      Plan.Shared.After +=
          Plan.Variant->sharedBytes(Bytes, Plan.Stages) - Bytes;
  }
  uint64_t After = Plan.Shared.After + Request.SharedBytesAdded;
  const VarDecl *First = M.Staged.Tiles.front();
  if (After > MaxStaticSharedBytes)
    return moveTiles(Plan);
  if (std::string Why = whyNotResident(After, minBlocks(), Request.SmVersion);
      !Why.empty())
    return Rejection{RejectionKind::SharedMemoryLimit, First->getSourceRange(),
                     Why};
  if (!Request.LaunchPromised)
    return std::nullopt;
  // The tiles of another loop lie beside these.
  LaunchWish Wish;
  Wish.Kind = LaunchWish::Add;
  return askLaunches(Plan, std::move(Wish));
}

/// More than 48 KB must be dynamic: the tiles leave static memory.
std::optional<Rejection> Planner::moveTiles(PipelinePlan &Plan) const {
  uint64_t After = Plan.Shared.After + Request.SharedBytesAdded;
  auto TooMuch = [&](const VarDecl *Tile, const llvm::Twine &Why) {
    std::string Figures = llvm::formatv(
        "{0} bytes now, {1} with {2} stages, {3} are allowed",
        Plan.Shared.Before, After, Plan.Stages, MaxStaticSharedBytes);
    return Rejection{RejectionKind::SharedMemoryLimit, Tile->getSourceRange(),
                     Figures + Why.str()};
  };
  LaunchWish Wish;
  Wish.Kind = LaunchWish::Add;
  Wish.Stages = Plan.Stages;
  if (M.Staged.Dynamic || Request.LaunchPromised)
    return TooMuch(M.Staged.Tiles.front(), ", and other tiles are dynamic");
  if (!M.Kernel->hasAttr<CUDAGlobalAttr>())
    return TooMuch(M.Staged.Tiles.front(),
                   "; declared in a kernel it could be dynamic");
  for (const VarDecl *Tile : M.Staged.Tiles) {
    if (M.Staged.UsedAfter.count(Tile) ||
        llvm::any_of(M.Staged.SharedWith,
                     [&](const auto &Share) { return Share.first == Tile; }))
      return TooMuch(Tile, "; used in this loop alone it could be dynamic");
    if (!Tile->isLocalVarDecl())
      return TooMuch(Tile, "; declared in the kernel it could be dynamic");
    unsigned Align = std::max<unsigned>(Ctx.getDeclAlign(Tile).getQuantity(),
                                        stageAlignment(M, Plan, Tile));
    Wish.Alignment = std::max(Wish.Alignment, Align);
    Wish.Tiles.push_back({Tile});
  }
  const SourceManager &SM = Ctx.getSourceManager();
  llvm::sort(Wish.Tiles, [&](const DynamicTile &A, const DynamicTile &B) {
    return SM.isBeforeInTranslationUnit(A.Tile->getLocation(),
                                        B.Tile->getLocation());
  });
  Wish.Alignment = llvm::PowerOf2Ceil(Wish.Alignment);
  for (DynamicTile &Tile : Wish.Tiles) {
    uint64_t Bytes = Plan.Variant->sharedBytes(
        Ctx.getTypeSizeInChars(Tile.Tile->getType()).getQuantity(),
        Plan.Stages);
    Tile.Padded = &Tile != &Wish.Tiles.back() && Bytes % Wish.Alignment != 0;
    Plan.Shared.Moved += Bytes;
  }
  Wish.StaticBytes = -Plan.Shared.Moved;
  return askLaunches(Plan, std::move(Wish));
}

/// Dynamic shared memory comes from the launches, if they can be edited.
std::optional<Rejection> Planner::askLaunches(PipelinePlan &Plan,
                                              LaunchWish Wish) const {
  // Also what an earlier run has put into this kernel.
  if (llvm::any_of(M.Kernels, [&](const FunctionDecl *Kernel) {
        return asksForDynamicSize(*Kernel, Ctx);
      }))
    return Rejection{
        RejectionKind::DynamicSharedMemory,
        M.Staged.Tiles.front()->getSourceRange(),
        llvm::formatv("the kernel asks how much of it the "
                      "launch gives, and would be told of {0} as "
                      "much",
                      Plan.Stages == 2
                          ? std::string("twice")
                          : std::to_string(Plan.Stages) + " times")};
  Wish.StaticBytes += Plan.Shared.After + Request.SharedBytesAdded;
  Wish.SmVersion = Request.SmVersion;
  Wish.MinBlocks = minBlocks();
  Plan.Launches.Wish = std::move(Wish);
  return Request.WhyNotLaunch ? Request.WhyNotLaunch(*Plan.Launches.Wish)
                              : std::nullopt;
}

/// The widest access to the area, so that the second stage suits it too.
void Planner::alignStages(PipelinePlan &Plan) const {
  uint64_t Needed = 1;
  for (const VarDecl *Tile : M.Staged.Tiles)
    if (isDynamicShared(*Tile))
      Needed = std::max<uint64_t>(Needed, stageAlignment(M, Plan, Tile));
  for (const VarDecl *Name : M.Staged.Dynamic->Names) {
    QualType Type = Name->getType();
    if (Type->isPointerType())
      Type = Type->getPointeeType();
    Type = Ctx.getBaseElementType(Type);
    // A template parameter may be as wide as a vector.
    Needed = std::max<uint64_t>(
        Needed, Type->isDependentType()
                    ? 16
                    : Ctx.getTypeSizeInChars(Type).getQuantity());
  }
  for (const TileCopy &Copy : M.Copies)
    if (isDynamicShared(*Copy.Tile))
      Needed = std::max(Needed, std::max(Copy.Bytes, Copy.Alignment));
  Plan.Launches.StageAlignment = llvm::PowerOf2Ceil(Needed);
}

} // namespace cudapipe
