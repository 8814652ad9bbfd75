//===- PlanPipeline.cpp - Facts to decisions ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   Facts to decisions
//   How many tiles ahead
//   A pipeline for each width of the copies
//   Where the stages lie
//
//===----------------------------------------------------------------------===//

#include "Analyze/Integers/IndexForm.h"
#include "Planner.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Analyze/BoundedLoop.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace cudapipe {

//===- Facts to decisions -----------------------------------------------===//

unsigned stageAlignment(const LoopModel &M, const PipelinePlan &Plan,
                        const VarDecl *Tile) {
  auto It = M.Staged.StageAlignment.find(Tile);
  unsigned Out = It == M.Staged.StageAlignment.end() ? 1 : It->second;
  for (const WideCopy &W : M.Wide.Copies)
    if (Plan.UsesWide && W.Tile == Tile)
      Out = std::max(Out, W.Box.Bytes);
  return Out;
}

/// A thread copies one element of this tile a trip. Then the load and the store
/// cost less than a cp.async of 4 bytes (docs/developers/performance-log.md).
bool Planner::isOnlyElement(const TileCopy &Copy) const {
  return Copy.Path.Loops.empty() && Copy.Path.Calls.empty() &&
         !Copy.StoreCall && !Copy.From.IsAsync &&
         llvm::count_if(M.Copies, [&](const TileCopy &Other) {
           return Other.Name == Copy.Name && Other.Fields == Copy.Fields;
         }) == 1;
}

/// Where \p Copy is not wide, the user's own statement makes it.
bool Planner::storesPlainly(const TileCopy &Copy,
                            const Transport &Variant) const {
  bool AllAlone = true;
  for (const TileCopy &Other : M.Copies) {
    if (&Other != &Copy &&
        (!Copy.Zero.GuardIf || Other.Zero.GuardIf != Copy.Zero.GuardIf))
      continue; // no part of the same statement
    if (!M.wideCopyOf(Other))
      return false;
    if (Variant.whyNot(Other, M, Ctx))
      return true;
    AllAlone &= isOnlyElement(Other) && Other.Bytes < 8;
  }
  return AllAlone;
}

/// \p Copy stores what is known in front of the loop, a zero mostly, to a tile
/// that is copied otherwise: nothing is waited for, and the thread stores it
/// where the copies start.
///   if (in) for (i = t; i < d; i += 32) T[r][i] = A[i];
///   else    for (i = t; i < d; i += 32) T[r][i] = 0;
bool Planner::storesWithoutLoad(const TileCopy &Copy) const {
  // Whose groups a loop with copies of the user's waits for is another matter.
  if (anyIsAsync() || Copy.Kind != TileCopy::Fill || Copy.StoreCall ||
      !Copy.Path.Calls.empty() ||
      llvm::none_of(M.Copies, [&](const TileCopy &Other) {
        return Other.Tile == Copy.Tile && Other.Kind == TileCopy::Copy;
      }))
    return false;
  // T[i] = U[i] = 0 is one statement.
  if (llvm::any_of(M.Copies, [&](const TileCopy &Other) {
        return &Other != &Copy && (contains(Copy.Store, Other.Store) ||
                                   contains(Other.Store, Copy.Store));
      }))
    return false;
  return isKnownInFront(*Copy.Value);
}

/// Nothing in the loop sets what \p E is made of: early, it is the same.
bool Planner::isKnownInFront(const Expr &E) const {
  const Effects Value = effectsOf(&E, *M.Pointers, Ctx);
  return Value.MemoryReads.empty() && Value.Writes.empty() &&
         Value.Pinned.empty() && Value.Unknown.empty() &&
         llvm::none_of(M.Items, [&](const BodyItem &Item) {
           return llvm::any_of(Value.Reads, [&](const VarDecl *Var) {
             return Item.E.Writes.count(Var);
           });
         });
}

/// \p Fill, where the other arm of an if, or one behind it, copies to the same
/// element: a register takes either.
bool Planner::isOtherArm(const TileCopy &Fill) const {
  const llvm::ArrayRef<const Expr *> Outer = Fill.Path.Conditions;
  return Fill.Kind == TileCopy::Fill && !Fill.StoreCall && !Fill.Zero.GuardIf &&
         isKnownInFront(*Fill.Value) &&
         llvm::any_of(M.Copies, [&](const TileCopy &Other) {
           const llvm::ArrayRef<const Expr *> Inner = Other.Path.Conditions;
           return Other.Kind == TileCopy::Copy && Other.Tile == Fill.Tile &&
                  !Other.Zero.GuardIf && !Other.StoreCall &&
                  !Other.From.RawLoad && !Other.From.IsAsync &&
                  Other.Path.Loops == Fill.Path.Loops &&
                  Inner.size() >= Outer.size() &&
                  Inner.take_front(Outer.size()) == Outer &&
                  (Inner.size() > Outer.size() ||
                   Other.Path.isDividedFrom(Fill.Path)) &&
                  sameExpression(Other.Destination, Fill.Destination, Ctx);
         });
}

bool Planner::anyInHelper() const {
  return llvm::any_of(
      M.Copies, [](const TileCopy &Copy) { return !Copy.Path.Calls.empty(); });
}

/// A function stores what it is given, `unpack(word, scale, &Bs[row])`: its
/// call waits for the stores as it is.
bool Planner::storesArguments(const TileCopy &Copy) const {
  if (Copy.Path.Calls.empty())
    return false;
  const Effects E = effectsOf(Copy.Path.Calls.front(), *M.Pointers, Ctx);
  return E.MemoryReads.empty() && E.Writes.empty() && E.Barriers.empty() &&
         E.AsyncCopies.empty() && E.Exits.empty() && E.Pinned.empty() &&
         E.Unknown.empty() && E.BlockWaits.empty() &&
         llvm::all_of(E.MemoryWrites, [&](const MemoryAccess &W) {
           return W.Root.Kind == MemoryRoot::Shared &&
                  llvm::is_contained(M.Staged.Tiles, W.Root.Var);
         });
}

/// Registers cannot be passed out of a function and in again.
Rejection Planner::storedInHelper(const TileCopy &Copy) const {
  const FunctionDecl *Function = calledFunction(*Copy.Path.Calls.front());
  std::string Name = isLambdaBody(*Function)
                         ? "a lambda"
                         : "'" + Function->getNameAsString() + "'";
  return {RejectionKind::UnsupportedStatement,
          Copy.Path.Calls.front()->getSourceRange(),
          Name + " loads and stores the tile; only asynchronous copies "
                 "(--variant=cpasync) can be made in a called function"};
}

bool Planner::allCopiesWide() const {
  return Request.SmVersion >= cpAsync().LeastSm &&
         llvm::all_of(M.Copies, [&](const TileCopy &Copy) {
           if (const WideCopy *Wide = M.wideCopyOf(Copy))
             return Wide->Box.Bytes >= 8;
           return !cpAsync().whyNot(Copy, M, Ctx) && Copy.Bytes >= 8;
         });
}

std::optional<Rejection> Planner::assignTravel(PipelinePlan &Plan) const {
  // A tile travels as a whole: its stores keep their order. Tiles that share
  // an if/else travel together.
  std::optional<Rejection> FirstWhy;
  llvm::SmallPtrSet<const VarDecl *, 4> InRegisters;
  const Transport &Variant = *Plan.Variant;
  Plan.UsesWide = Variant.isAsync() && !M.Wide.Copies.empty();
  for (const TileCopy &Copy : M.Copies)
    if (!Variant.isAsync() ||
        (Copy.From.IsAsync && !Variant.KeepsAsyncCopies)) {
      InRegisters.insert(Copy.Tile);
    } else if (!Variant.OfBlock &&
               (M.wideCopyOf(Copy) || storesWithoutLoad(Copy))) {
      continue;
    } else if (std::optional<Rejection> Why = Variant.whyNot(Copy, M, Ctx)) {
      InRegisters.insert(Copy.Tile);
      if (!FirstWhy)
        FirstWhy = Why;
    }
  for (size_t Before = ~size_t(0); Before != InRegisters.size();) {
    Before = InRegisters.size();
    for (const TileCopy &A : M.Copies)
      for (const TileCopy &B : M.Copies)
        if (((A.Zero.GuardIf && A.Zero.GuardIf == B.Zero.GuardIf) ||
             (!A.Path.Calls.empty() && A.Path.Calls == B.Path.Calls)) &&
            InRegisters.count(A.Tile))
          InRegisters.insert(B.Tile);
  }
  for (const TileCopy &Copy : M.Copies)
    if (Copy.From.IsAsync && InRegisters.count(Copy.Tile)) {
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
    Plan.StoredPlainly.push_back(
        (Plan.UsesWide && (Variant.OfBlock || storesPlainly(Copy, Variant))) ||
        (Async && !M.wideCopyOf(Copy) && storesWithoutLoad(Copy)));
    Plan.UsesAsync |= Async;
    Plan.UsesRegisters |= !Async;
    Plan.Travels.push_back(
        Async ? Travel::Async
        : (Copy.Kind == TileCopy::Fill && !isOtherArm(Copy)) ||
                storesArguments(Copy)
            ? Travel::Direct
            : Travel::Register);
  }
  if (Variant.isAsync() &&
      (!Plan.UsesAsync || (Variant.OfBlock && !InRegisters.empty())))
    return FirstWhy;
  for (const TileCopy &Copy : M.Copies)
    if (!Copy.Path.Calls.empty() && InRegisters.count(Copy.Tile) &&
        !storesArguments(Copy))
      return FirstWhy ? *FirstWhy : storedInHelper(Copy);
  // Where the arms of an if do not become one store, a constant waits for it.
  for (bool Again = true; Again;) {
    OrRejection<StagingSplit> Split =
        splitStaging(M, Plan.Travels, Ctx, Request.LoadsAreConverted);
    if (Rejection *Why = std::get_if<Rejection>(&Split))
      return std::move(*Why);
    Plan.Split = std::move(std::get<StagingSplit>(Split));
    Again = false;
    for (auto [I, Copy] : llvm::enumerate(M.Copies))
      if (Plan.Travels[I] == Travel::Register && Copy.Kind == TileCopy::Fill &&
          !Plan.Split.isInJoinedArm(I)) {
        Plan.Travels[I] = Travel::Direct;
        Again = true;
      }
  }
  return std::nullopt;
}

/// Why no one thread may copy for the block, whatever it copies.
std::optional<Rejection> Planner::whyNotOfBlock() const {
  auto Reject = [&](RejectionKind Kind, std::string Detail) {
    return Rejection{Kind, M.Header.Loop->getSourceRange(),
                     std::move(Detail) + "; --variant=cpasync can"};
  };
  if (M.Early)
    return Reject(RejectionKind::CopyNotAsync,
                  "its tile stays where it is, and has no stages to copy to");
  if (M.Around.Nested)
    return Reject(RejectionKind::UnsupportedLoop,
                  "it stands in another loop: the barriers that count bulk "
                  "copies would be set up again for each of its trips");
  if (M.Around.SourceWrittenBefore)
    return Reject(RejectionKind::SourceMayChange,
                  "the kernel may write what is copied, in front of the loop: "
                  "bulk copies are not ordered behind stores of threads");
  if (M.Barriers.Votes || M.Barriers.VotesLast)
    return Reject(RejectionKind::EarlyExit,
                  "where the block votes to leave, a bulk copy would be in "
                  "flight");
  return std::nullopt;
}

OrRejection<PipelinePlan> Planner::plan(const Transport &Variant,
                                        unsigned Stages) const {
  PipelinePlan Plan;
  Plan.Variant = &Variant;
  Plan.Stages = Stages;
  if (Request.SmVersion < Variant.LeastSm)
    return Rejection{RejectionKind::ArchTooOld, M.Header.Loop->getSourceRange(),
                     llvm::formatv("sm_{0} was asked for, {1} needs sm_{2}",
                                   Request.SmVersion, Variant.Instruction,
                                   Variant.LeastSm)};
  if (M.Barriers.Votes && Variant.needs({Step::Acquire}))
    return Rejection{RejectionKind::EarlyExit,
                     M.Items[M.Barriers.Reuse].S->getSourceRange(),
                     "where the block votes to leave, a stage would be held; "
                     "--variant=cpasync holds none"};
  if (Plan.Stages > 1 && M.Staged.SingleBufferOnly)
    return *M.Staged.SingleBufferOnly;
  if (Variant.OfBlock)
    if (std::optional<Rejection> Why = whyNotOfBlock())
      return *Why;
  if (std::optional<Rejection> Why = assignTravel(Plan))
    return *Why;
  if (M.Barriers.VotesLast && llvm::is_contained(Plan.Travels, Travel::Async))
    return Rejection{RejectionKind::EarlyExit,
                     M.Items[M.Barriers.Reuse].S->getSourceRange(),
                     "where the block votes to leave, the next tile would be "
                     "in flight; as the first statement of the trip the vote "
                     "would find none, and --variant=ldg has none"};
  OrRejection<PipelinePlan> Fitted = planStages(std::move(Plan));
  if (auto *Done = std::get_if<PipelinePlan>(&Fitted)) {
    Done->Steps = makeSchedule(M, *Done, Ctx);
    Done->Steps.EachWidth = wantsEachWidth(*Done);
  }
  return Fitted;
}

//===- How many tiles ahead ---------------------------------------------===//
// One tile ahead, the next trip's values do: the loop has them all but in its
// hands. Further ahead the load keeps the loop's state by itself, and must be
// able to make every step of it.

std::optional<Rejection> Planner::whyNotAhead() const {
  auto Reject = [](const Stmt *S, std::string Detail) {
    return Rejection{RejectionKind::TooManyStages, S->getSourceRange(),
                     std::move(Detail)};
  };
  if (M.Groups.CommitsInLoad && !M.Groups.WaitsForOldest &&
      M.Groups.CommitsPerTile == 0) {
    std::optional<AsyncOperation> Wait = asyncOperation(M.Groups.Wait, Ctx);
    return Reject(M.Groups.Wait,
                  "this wait would have to count commits, and the load phase "
                  "makes them by itself, none in the last trips; " +
                      std::string(Wait && Wait->Pipeline
                                      ? "consumer_wait() and one commit a tile "
                                        "can"
                                      : "commit once, behind the load phase"));
  }
  if (M.Barriers.Votes || M.Barriers.VotesLast)
    return Reject(M.Items[M.Barriers.Reuse].S,
                  "where the block votes to leave, tiles further ahead would "
                  "be in flight");
  // What sets the next tile's place has to be made for tiles to come.
  for (const BodyItem &Early : M.Items)
    for (const VarDecl *Var : Early.E.UpwardReads)
      for (const BodyItem &Other : M.Items)
        if (Early.Early && !Other.Early && Other.R != Role::Advance &&
            Other.E.Writes.count(Var))
          return Reject(Early.S, "where later tiles start depends on '" +
                                     Var->getNameAsString() +
                                     "', which the rest of the trip changes");
  return std::nullopt;
}

unsigned Planner::mostStages() const {
  constexpr unsigned Any = ~0u;
  const auto *For = dyn_cast<ForStmt>(M.Header.Loop);
  // Loops that share a tile, or the launch's memory, have as many stages.
  if (!For || !M.Staged.SharedWith.empty() || M.Staged.Dynamic)
    return Any;
  std::optional<BoundedLoop> Trips = boundedLoop(*For, Ctx, M.Proofs.BlockDim);
  if (!Trips || Trips->Symbolic || Trips->Trips >= Any)
    return Any;
  return std::max<unsigned>(2, Trips->Trips);
}

/// An earlier loop has made another number of stages of a tile.
std::optional<Rejection>
Planner::whyOtherStages(const PipelinePlan &Plan) const {
  for (const VarDecl *Tile : M.Staged.Tiles)
    if (unsigned Known = Request.StagesOf ? Request.StagesOf(*Tile) : 0;
        Known && Plan.Stages > 1 && Known != Plan.Stages)
      return Rejection{RejectionKind::TooManyStages, Tile->getSourceRange(),
                       llvm::formatv("'{0}' has {1} stages already, of another "
                                     "loop",
                                     Tile->getName(), Known)};
  return std::nullopt;
}

/// The most stages, fewer than \p Plan has, that the memory is enough for; 0 if
/// there is no such number.
unsigned Planner::largestThatFits(PipelinePlan Plan) const {
  while (--Plan.Stages >= 2) {
    PipelinePlan Trial = Plan;
    if (!fitMemory(Trial))
      return Plan.Stages;
  }
  return 0;
}

OrRejection<PipelinePlan> Planner::planStages(PipelinePlan Plan) const {
  std::optional<Rejection> Why;
  if (Plan.Stages > 2)
    Why = whyNotAhead();
  if (Why) {
    PipelinePlan Two = Plan;
    Two.Stages = 2;
    if (Request.Variant && !fitMemory(Two))
      Why->Detail += "; --stages=2 works";
    return *Why;
  }
  if ((Why = whyOtherStages(Plan)))
    return *Why;
  PipelinePlan Fitted = Plan;
  Why = fitMemory(Fitted);
  if (!Why)
    return Fitted;
  if (Plan.Stages > 2 && Why->Kind == RejectionKind::SharedMemoryLimit)
    if (unsigned Most = largestThatFits(std::move(Plan)))
      Why->Detail += llvm::formatv("; --stages={0} fits", Most);
  return *Why;
}

//===- A pipeline for each width of the copies --------------------------===//
// Where copies may be wide or not, and those of single bytes pass through
// registers, these stand in the way of the wide ones in the same loop, and have
// no registers left (docs/developers/performance-log.md: bf16 4.03 and 4.20 of
// 4.29 by hand, int8 in odd sizes 0.69 and 1.12 of plain). Then the whole
// pipeline is a lambda that is called with a constant: nvcc makes two loops of
// it.

namespace {

/// nvcc 13 inlined a lambda with 9400 nodes (100 statements, a call of sinf in
/// each) in two places, one with 18600 in none. Then what the loop sums up
/// would be in local memory.
constexpr unsigned MostNodes = 3000;

/// Counts what would be there twice. Jumps, labels and what cannot be captured
/// have been refused before.
class NodeCounter : public DynamicRecursiveASTVisitor {
public:
  unsigned Nodes = 0;
  /// `__func__` is another in a lambda.
  bool NamesFunction = false;

  bool VisitStmt(Stmt *S) override {
    ++Nodes;
    NamesFunction |= isa<PredefinedExpr>(S);
    return true;
  }
};

} // namespace

bool Planner::wantsEachWidth(const PipelinePlan &Plan) const {
  if (!Plan.UsesWide || Plan.Variant->OfBlock || !M.Staged.UsedAfter.empty())
    return false;
  bool Pays = llvm::any_of(M.Wide.Copies, [](const WideCopy &W) {
    int64_t Threads = std::max<int64_t>(1, W.Threads.BlockDim[0]) *
                      std::max<int64_t>(1, W.Threads.BlockDim[1]) *
                      std::max<int64_t>(1, W.Threads.BlockDim[2]);
    return !W.isCertain() && W.Box.ElementBytes * W.Box.Grain < 4 &&
           W.Box.Rows * W.Box.Columns > Threads;
  });
  if (!Pays)
    return false;
  NodeCounter Counter;
  Counter.TraverseStmt(const_cast<Stmt *>(M.Header.Loop));
  return !Counter.NamesFunction && Counter.Nodes <= MostNodes;
}

//===- Where the stages lie ---------------------------------------------===//

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
  layStages(Plan, Wish);
  return askLaunches(Plan, std::move(Wish));
}

/// Stages follow each other at the distance of what the tiles take. Stage 0 is
/// where the tiles were:
///
///   tiles            tiles  tiles           what is dead when the loop runs
///   tiles others  -> tiles others tiles     what is alive when it does
///   tiles   output   tiles  tiles   output  what goes on from the last stage
void Planner::layStages(PipelinePlan &Plan, LaunchWish &Wish) const {
  const std::optional<TileExtent> &Extent = M.Staged.Dynamic->Extent;
  if (!Extent || !Request.SizeOfStage ||
      (Extent->OthersEnd && !Extent->IsDeadBehind))
    return;
  const uint64_t Declared =
      Ctx.getDeclAlign(M.Staged.Dynamic->Array).getQuantity();
  const unsigned Alignment = std::max<uint64_t>(
      {16, Plan.Launches.StageAlignment, llvm::PowerOf2Ceil(Declared)});
  std::optional<StageSize> Stage = Request.SizeOfStage(
      std::max(Extent->End, Extent->OthersEnd) - Extent->Begin, Alignment);
  if (!Stage)
    return;
  Plan.Launches.StageAlignment = Wish.Alignment = Alignment;
  Plan.Launches.NamesStay = Extent->IsDeadBehind;
  Wish.Kind = LaunchWish::Extend;
  const uint64_t Further = (Plan.Stages - 1) * Stage->Bytes;
  (Extent->IsDeadBehind ? Wish.Least : Wish.More) =
      (Extent->IsDeadBehind ? Extent->End : 0) + Further;
  Wish.StageBytes = Stage->Bytes;
  Wish.StageText = Stage->AtLaunch;
  Wish.HasParts = !Extent->Begin || Extent->OthersEnd <= Extent->End;
  Plan.Launches.Stage = std::move(Stage);
}

llvm::ArrayRef<const VarDecl *> namesThatGoOn(const LoopModel &M,
                                              const PipelinePlan &Plan) {
  if (Plan.Stages < 2 || !Plan.Launches.Scales || Plan.Launches.NamesStay)
    return {};
  return M.Staged.Dynamic->NamesAfter;
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
  constexpr uint64_t BarrierBytes = 8;
  if (Plan.Variant->OfBlock)
    Plan.Shared.After += Plan.Stages * BarrierBytes;
  if (M.Groups.Counter)
    Plan.Shared.After +=
        (Plan.Stages - 1) *
        Ctx.getTypeSizeInChars(M.Groups.Counter->Shared->getType())
            .getQuantity();
  uint64_t After = Plan.Shared.After + Request.SharedBytesAdded;
  const VarDecl *First = M.Staged.Tiles.front();
  if (After > MaxStaticSharedBytes)
    return moveTiles(Plan);
  if (std::string Why = whyNotResident(After, minBlocks(), Request.SharedSm);
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
        "the kernel asks how much of it the launch gives, and would be told " +
            (Plan.Launches.Stage ? "another size"
             : Plan.Stages == 2
                 ? std::string("of twice as much")
                 : "of " + std::to_string(Plan.Stages) + " times as much")};
  Wish.StaticBytes += Plan.Shared.After + Request.SharedBytesAdded;
  Wish.SmVersion = Request.SharedSm;
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
      Needed = std::max({Needed, std::min<uint64_t>(Copy.Bytes, 16),
                         uint64_t(Copy.Alignment)});
  Plan.Launches.StageAlignment = llvm::PowerOf2Ceil(Needed);
}

} // namespace cudapipe
