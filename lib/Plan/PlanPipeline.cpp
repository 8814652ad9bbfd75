//===- PlanPipeline.cpp - Facts to decisions ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Plan/PlanPipeline.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/Attr.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace cudapipe {

llvm::StringRef variantName(VariantKind Kind) {
  switch (Kind) {
  case VariantKind::CpAsync:
    return "cpasync";
  case VariantKind::Ldg:
    return "ldg";
  case VariantKind::LdgSingle:
    return "ldg-single";
  }
  llvm_unreachable("covered switch");
}

namespace {

class Planner {
public:
  Planner(const LoopModel &M, const PlanRequest &Request, const ASTContext &Ctx)
      : M(M), Request(Request), Ctx(Ctx) {}

  OrRejection<PipelinePlan> plan(VariantKind Kind) const;
  bool allCopiesWide() const;
  /// A called function makes some copy.
  bool anyInHelper() const;
  bool anyIsAsync() const {
    return llvm::any_of(M.Copies,
                        [](const TileCopy &Copy) { return Copy.IsAsync; });
  }

private:
  std::optional<Rejection> whyNotAsync(const TileCopy &Copy) const;
  Rejection storedInHelper(const TileCopy &Copy) const;
  std::optional<Rejection> assignTravel(PipelinePlan &Plan) const;
  std::optional<Rejection> fitMemory(PipelinePlan &Plan) const;
  std::optional<Rejection> addStages(PipelinePlan &Plan) const;
  uint64_t minBlocks() const;
  std::optional<Rejection> moveTiles(PipelinePlan &Plan) const;
  std::optional<Rejection> askLaunches(PipelinePlan &Plan,
                                       LaunchWish Wish) const;
  void alignStages(PipelinePlan &Plan) const;
  void schedule(PipelinePlan &Plan) const;

  const LoopModel &M;
  const PlanRequest &Request;
  const ASTContext &Ctx;
};

/// PTX ISA, cp.async: 4, 8 or 16 bytes, both addresses aligned to the size.
std::optional<Rejection> Planner::whyNotAsync(const TileCopy &Copy) const {
  auto Reject = [&](std::string Detail) {
    return Rejection{RejectionKind::CopyNotAsync, Copy.Store->getSourceRange(),
                     std::move(Detail)};
  };
  if (Copy.IsAsync)
    return std::nullopt; // stays as it is
  if (M.CommitsInLoad)
    return Reject("the loop commits its asynchronous copies by itself, perhaps "
                  "before this one");
  if (Copy.Kind != TileCopy::Copy)
    return Reject(Copy.Kind == TileCopy::Fill
                      ? "what is stored has been loaded earlier, into a "
                        "temporary, or is no load at all: it has to pass "
                        "through registers"
                  : Copy.FromTexture
                      ? "the value is fetched through a texture: it has to "
                        "pass through registers"
                      : "the loaded value is converted, or computed with, on "
                        "its way to the tile");
  if (Copy.Bytes == 0)
    return Reject("the element type depends on a template parameter");
  if (Copy.Bytes != 4 && Copy.Bytes != 8 && Copy.Bytes != 16)
    return Reject(llvm::formatv("it moves {0} byte{1}, cp.async moves 4, 8 or "
                                "16",
                                Copy.Bytes, Copy.Bytes == 1 ? "" : "s"));
  if (Copy.Alignment < Copy.Bytes)
    return Reject(llvm::formatv("{0} bytes must be aligned to {0}, the type "
                                "guarantees {1}",
                                Copy.Bytes, Copy.Alignment));
  if (Copy.Guard && Copy.AddressNeedsGuard)
    return Reject("its source address must not be computed where the guard is "
                  "false");
  if (Copy.MayOverlapItself)
    return Reject("a thread may store one element of the tile twice, and "
                  "asynchronous copies have no order");
  return std::nullopt;
}

bool Planner::anyInHelper() const {
  return llvm::any_of(M.Copies,
                      [](const TileCopy &Copy) { return !Copy.Calls.empty(); });
}

/// Registers cannot be passed out of a function and in again.
Rejection Planner::storedInHelper(const TileCopy &Copy) const {
  const FunctionDecl *Function = calledFunction(*Copy.Calls.front());
  std::string Name = isLambdaBody(*Function)
                         ? "a lambda"
                         : "'" + Function->getNameAsString() + "'";
  return {RejectionKind::UnsupportedStatement,
          Copy.Calls.front()->getSourceRange(),
          Name + " loads and stores the tile; only asynchronous copies "
                 "(--variant=cpasync) can be made in a called function"};
}

bool Planner::allCopiesWide() const {
  return Request.SmVersion >= 80 &&
         llvm::all_of(M.Copies, [&](const TileCopy &Copy) {
           return !whyNotAsync(Copy) && Copy.Bytes >= 8;
         });
}

std::optional<Rejection> Planner::assignTravel(PipelinePlan &Plan) const {
  // A tile travels as a whole: its stores keep their order. Tiles that share
  // an if/else travel together.
  std::optional<Rejection> FirstWhy;
  llvm::SmallPtrSet<const VarDecl *, 4> InRegisters;
  for (const TileCopy &Copy : M.Copies)
    if (Plan.Variant != VariantKind::CpAsync) {
      InRegisters.insert(Copy.Tile);
    } else if (std::optional<Rejection> Why = whyNotAsync(Copy)) {
      InRegisters.insert(Copy.Tile);
      if (!FirstWhy)
        FirstWhy = Why;
    }
  for (size_t Before = ~size_t(0); Before != InRegisters.size();) {
    Before = InRegisters.size();
    for (const TileCopy &A : M.Copies)
      for (const TileCopy &B : M.Copies)
        if (((A.GuardIf && A.GuardIf == B.GuardIf) ||
             (!A.Calls.empty() && A.Calls == B.Calls)) &&
            InRegisters.count(A.Tile))
          InRegisters.insert(B.Tile);
  }
  for (const TileCopy &Copy : M.Copies)
    if (Copy.IsAsync && InRegisters.count(Copy.Tile)) {
      if (FirstWhy)
        return Rejection{
            FirstWhy->Kind, FirstWhy->Range,
            "other copies to '" + Copy.Tile->getNameAsString() +
                "' are asynchronous, but not this one: " + FirstWhy->Detail};
      return Rejection{RejectionKind::AsyncCopyInLoop,
                       Copy.Store->getSourceRange(),
                       "the copy is asynchronous already, it cannot go through "
                       "registers; --variant=cpasync re-stages it"};
    }
  for (const TileCopy &Copy : M.Copies) {
    bool Async = !InRegisters.count(Copy.Tile);
    Plan.UsesAsync |= Async;
    Plan.UsesRegisters |= !Async;
    Plan.Travels.push_back(Async                         ? Travel::Async
                           : Copy.Kind == TileCopy::Fill ? Travel::Direct
                                                         : Travel::Register);
  }
  if (Plan.Variant == VariantKind::CpAsync && !Plan.UsesAsync)
    return FirstWhy;
  for (const TileCopy &Copy : M.Copies)
    if (!Copy.Calls.empty() && InRegisters.count(Copy.Tile))
      return FirstWhy ? *FirstWhy : storedInHelper(Copy);
  OrRejection<StagingSplit> Split = splitStaging(M, Plan.Travels, Ctx);
  if (Rejection *Why = std::get_if<Rejection>(&Split))
    return std::move(*Why);
  Plan.Split = std::move(std::get<StagingSplit>(Split));
  return std::nullopt;
}

std::optional<Rejection> Planner::fitMemory(PipelinePlan &Plan) const {
  bool UsesDynamic = llvm::any_of(M.Kernels, [&](const FunctionDecl *Kernel) {
    return usesDynamicShared(*Kernel, Ctx);
  });
  Plan.ScalesLaunch = Plan.Stages > 1 && M.Dynamic;
  // How much dynamic memory a launch adds is not known here.
  if (Plan.Stages > 1 && !M.Dynamic && UsesDynamic)
    return Rejection{RejectionKind::SharedMemoryLimit,
                     M.Tiles.front()->getSourceRange(),
                     "the kernel has dynamic shared memory too, whose size the "
                     "launch decides"};
  std::optional<uint64_t> Before = staticSharedBytes(*M.Kernel, Ctx);
  for (const FunctionDecl *Kernel : M.Kernels) {
    std::optional<uint64_t> Bytes = staticSharedBytes(*Kernel, Ctx);
    Before = Before && Bytes ? std::optional(std::max(*Before, *Bytes))
                             : std::nullopt;
  }
  if (Before)
    Plan.SharedBytesBefore = Plan.SharedBytesAfter = *Before;
  if (Plan.Stages == 1)
    return std::nullopt;
  if (Before) // else nvcc checks it for every instantiation
    if (std::optional<Rejection> Why = addStages(Plan))
      return Why;
  if (!Plan.ScalesLaunch)
    return std::nullopt;
  alignStages(Plan);
  LaunchWish Wish;
  Wish.Stages = Plan.Stages;
  Wish.Alignment = Plan.StageAlignment;
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
  for (const VarDecl *Tile : M.Tiles) {
    if (isDynamicShared(*Tile))
      continue;
    uint64_t Bytes = Ctx.getTypeSizeInChars(Tile->getType()).getQuantity();
    unsigned Align = 1;
    if (auto It = M.StageAlignment.find(Tile); It != M.StageAlignment.end())
      Align = It->second;
    if (Bytes % Align)
      return Rejection{
          RejectionKind::StageMisaligned, Tile->getSourceRange(),
          llvm::formatv("'{0}' has {1} bytes, no multiple of the {2} that its "
                        "widest access needs",
                        Tile->getName(), Bytes, Align)};
    if (!Request.HasStages || !Request.HasStages(*Tile))
      Plan.SharedBytesAfter += Bytes * (Plan.Stages - 1);
  }
  uint64_t After = Plan.SharedBytesAfter + Request.SharedBytesAdded;
  const VarDecl *First = M.Tiles.front();
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
  uint64_t After = Plan.SharedBytesAfter + Request.SharedBytesAdded;
  auto TooMuch = [&](const VarDecl *Tile, const llvm::Twine &Why) {
    std::string Figures = llvm::formatv(
        "{0} bytes now, {1} with {2} stages, {3} are allowed",
        Plan.SharedBytesBefore, After, Plan.Stages, MaxStaticSharedBytes);
    return Rejection{RejectionKind::SharedMemoryLimit, Tile->getSourceRange(),
                     Figures + Why.str()};
  };
  LaunchWish Wish;
  Wish.Kind = LaunchWish::Add;
  Wish.Stages = Plan.Stages;
  if (M.Dynamic || Request.LaunchPromised)
    return TooMuch(M.Tiles.front(), ", and other tiles are dynamic");
  if (!M.Kernel->hasAttr<CUDAGlobalAttr>())
    return TooMuch(M.Tiles.front(),
                   "; declared in a kernel it could be dynamic");
  for (const VarDecl *Tile : M.Tiles) {
    if (M.UsedAfter.count(Tile) ||
        llvm::any_of(M.SharedWith,
                     [&](const auto &Share) { return Share.first == Tile; }))
      return TooMuch(Tile, "; used in this loop alone it could be dynamic");
    if (!Tile->isLocalVarDecl())
      return TooMuch(Tile, "; declared in the kernel it could be dynamic");
    unsigned Align = Ctx.getDeclAlign(Tile).getQuantity();
    if (auto It = M.StageAlignment.find(Tile); It != M.StageAlignment.end())
      Align = std::max(Align, It->second);
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
    uint64_t Bytes = Plan.Stages *
                     Ctx.getTypeSizeInChars(Tile.Tile->getType()).getQuantity();
    Tile.Padded = &Tile != &Wish.Tiles.back() && Bytes % Wish.Alignment != 0;
    Plan.MovedBytes += Bytes;
  }
  Wish.StaticBytes = -Plan.MovedBytes;
  return askLaunches(Plan, std::move(Wish));
}

/// Dynamic shared memory comes from the launches, if they can be edited.
std::optional<Rejection> Planner::askLaunches(PipelinePlan &Plan,
                                              LaunchWish Wish) const {
  // Also what an earlier run has put into this kernel.
  if (llvm::any_of(M.Kernels, [&](const FunctionDecl *Kernel) {
        return asksForDynamicSize(*Kernel, Ctx);
      }))
    return Rejection{RejectionKind::DynamicSharedMemory,
                     M.Tiles.front()->getSourceRange(),
                     "the kernel asks how much of it the launch gives, and "
                     "would be told of twice as much"};
  Wish.StaticBytes += Plan.SharedBytesAfter + Request.SharedBytesAdded;
  Wish.SmVersion = Request.SmVersion;
  Wish.MinBlocks = minBlocks();
  Plan.Launch = std::move(Wish);
  return Request.WhyNotLaunch ? Request.WhyNotLaunch(*Plan.Launch)
                              : std::nullopt;
}

/// The widest access to the area, so that the second stage suits it too.
void Planner::alignStages(PipelinePlan &Plan) const {
  uint64_t Needed = 1;
  for (const VarDecl *Tile : M.Tiles)
    if (auto It = M.StageAlignment.find(Tile);
        isDynamicShared(*Tile) && It != M.StageAlignment.end())
      Needed = std::max<uint64_t>(Needed, It->second);
  for (const VarDecl *Name : M.Dynamic->Names) {
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
  Plan.StageAlignment = llvm::PowerOf2Ceil(std::min<uint64_t>(Needed, 32));
}

void Planner::schedule(PipelinePlan &Plan) const {
  Plan.Prologue.push_back({Step::Load, 0});
  if (Plan.UsesAsync)
    Plan.Prologue.push_back({Step::Commit});
  if (Plan.UsesRegisters)
    Plan.Prologue.push_back({Step::Store, 0});

  if (Plan.UsesAsync)
    Plan.Body.push_back({Step::Wait, 0, /*Pending=*/0});
  Plan.Body.push_back({Step::Barrier});
  Plan.Body.push_back({Step::Load, 1});
  if (Plan.UsesAsync)
    Plan.Body.push_back({Step::Commit});
  Plan.Body.push_back({Step::Compute, 0});
  if (Plan.Stages == 1)
    Plan.Body.push_back({Step::Barrier});
  if (Plan.UsesRegisters)
    Plan.Body.push_back({Step::Store, 1});

  // `load, barrier, compute, barrier` ends with a barrier that what comes
  // after may rely on; `barrier, load, barrier, compute` starts with one.
  // With one buffer every trip still ends with the user's own.
  // A barrier that went from between the phases kept things apart, too.
  bool OneWent = !M.BarrierAtTop || !M.TileBarriers.empty();
  Plan.BarrierAfterLoop =
      Plan.Stages > 1 && ((M.BarrierNeededAfter && OneWent) ||
                          (M.BarrierAtTop && M.BarrierNeededAfterLoadPhase));
  // A later load phase had a barrier in front of it.
  bool BarrierBeforeLoad = M.BarrierAtTop;
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    const Effects &E = M.Items[I].E;
    BarrierBeforeLoad |= M.Items[I].R == Role::Load && M.inCompute(I) &&
                         !(E.MemoryReads.empty() && E.MemoryWrites.empty());
  }
  Plan.BarrierBeforePrologue =
      BarrierBeforeLoad && (M.Nested || M.MemoryWrittenBefore);
}

OrRejection<PipelinePlan> Planner::plan(VariantKind Kind) const {
  PipelinePlan Plan;
  Plan.Variant = Kind;
  Plan.Stages = Kind == VariantKind::LdgSingle ? 1 : 2;
  if (Kind == VariantKind::CpAsync && Request.SmVersion < 80)
    return Rejection{RejectionKind::ArchTooOld, M.Loop->getSourceRange(),
                     llvm::formatv("sm_{0} was asked for, cp.async needs sm_80",
                                   Request.SmVersion)};
  if (Plan.Stages > 1 && M.SingleBufferOnly)
    return *M.SingleBufferOnly;
  if (std::optional<Rejection> Why = assignTravel(Plan))
    return *Why;
  if (std::optional<Rejection> Why = fitMemory(Plan))
    return *Why;
  schedule(Plan);
  return Plan;
}

} // namespace

OrRejection<PipelinePlan> planPipeline(const LoopModel &Model,
                                       const PlanRequest &Request,
                                       const ASTContext &Ctx) {
  if (Model.Early)
    return planEarlyLoads(Model, Ctx);
  Planner P(Model, Request, Ctx);
  switch (Request.Variant) {
  case VariantRequest::CpAsync:
    return P.plan(VariantKind::CpAsync);
  case VariantRequest::Ldg:
    return P.plan(VariantKind::Ldg);
  case VariantRequest::LdgSingle:
    return P.plan(VariantKind::LdgSingle);
  case VariantRequest::Auto:
    break;
  }
  // These cannot travel in any other way.
  if (P.anyInHelper() || P.anyIsAsync())
    return P.plan(VariantKind::CpAsync);
  // Measured (docs/variants.md): 16-byte cp.async wins, many small ones lose.
  if (P.allCopiesWide()) {
    OrRejection<PipelinePlan> Plan = P.plan(VariantKind::CpAsync);
    if (std::holds_alternative<PipelinePlan>(Plan))
      return Plan;
  }
  OrRejection<PipelinePlan> Plan = P.plan(VariantKind::Ldg);
  if (std::holds_alternative<PipelinePlan>(Plan))
    return Plan;
  OrRejection<PipelinePlan> Last = P.plan(VariantKind::LdgSingle);
  if (auto *Why = std::get_if<Rejection>(&Last))
    if (std::holds_alternative<PipelinePlan>(P.plan(VariantKind::CpAsync)))
      Why->Detail += "; --variant=cpasync takes the loop, but copies this "
                     "small seldom pay";
  return Last;
}

} // namespace cudapipe
