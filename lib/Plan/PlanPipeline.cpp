//===- PlanPipeline.cpp - Facts to decisions ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Analyze/ZeroFill.h"
#include "Planner.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/FormatVariadic.h"

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

unsigned stageAlignment(const LoopModel &M, const PipelinePlan &Plan,
                        const VarDecl *Tile) {
  auto It = M.StageAlignment.find(Tile);
  unsigned Out = It == M.StageAlignment.end() ? 1 : It->second;
  for (const WideCopy &W : M.Wide.Copies)
    if (Plan.UsesWide && W.Tile == Tile)
      Out = std::max(Out, W.Bytes);
  return Out;
}

/// The pointers of the function that makes \p Copy.
static PointerFlow flowOf(const TileCopy &Copy, const PointerFlow &Kernel,
                          const ASTContext &Ctx) {
  std::vector<PointerFlow> Flows = {Kernel};
  for (const CallExpr *Call : Copy.Calls)
    Flows.push_back(flowInto(*Call, Flows.back(), Ctx));
  return Flows.back();
}

/// \p Copy stores what it loads, or else a value that is no zero.
static bool fillsWithOtherThanZero(const TileCopy &Copy, const LoopModel &M,
                                   const ASTContext &Ctx) {
  const auto *Choice =
      dyn_cast<ConditionalOperator>(stripCopies(Copy.Value)->IgnoreParens());
  if (!Choice)
    return false;
  const PointerFlow Flow = flowOf(Copy, *M.Pointers, Ctx);
  auto Loads = [&](const Expr *Arm) {
    TileCopy Found{};
    return readSource(Arm, Arm->getType(), Flow, Ctx, Found);
  };
  return Loads(Choice->getTrueExpr()) != Loads(Choice->getFalseExpr());
}

/// \p S names a variable.
static bool namesVariable(const Stmt *S) {
  const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S);
  return (Ref && isa<VarDecl>(Ref->getDecl())) ||
         (S && llvm::any_of(S->children(), namesVariable));
}

/// \p Copy stores one or two bytes, or a zero, and nothing but the promotion to
/// int is in the way.
static bool isPromotedChoice(const TileCopy &Copy, const ASTContext &Ctx) {
  const auto *Choice =
      dyn_cast<ConditionalOperator>(Copy.Value->IgnoreParenImpCasts());
  if (!Choice || Copy.Bytes == 0 || Copy.Bytes > 2 ||
      !Copy.Destination->getType()->isIntegerType())
    return false;
  const bool TrueIsZero = isZero(Choice->getTrueExpr(), Ctx);
  const Expr *Load =
      (TrueIsZero ? Choice->getFalseExpr() : Choice->getTrueExpr())
          ->IgnoreParenImpCasts();
  return TrueIsZero != isZero(Choice->getFalseExpr(), Ctx) &&
         Load->isGLValue() &&
         Ctx.hasSameUnqualifiedType(Load->getType(),
                                    Copy.Destination->getType());
}

/// Why \p Copy is no copy of bytes from memory to the tile.
static llvm::StringRef whyNoCopy(const TileCopy &Copy, const LoopModel &M,
                                 const ASTContext &Ctx) {
  if (Copy.Kind == TileCopy::Fill && isZero(Copy.Value, Ctx))
    return "a zero is stored by itself; where the guard of a load is false, in "
           "its 'else' or in '?:', the copy fills with it";
  if (Copy.Kind == TileCopy::Fill)
    return namesVariable(Copy.Value)
               ? "what is stored has been loaded earlier, into a temporary, or "
                 "is no load at all: it has to pass through registers"
               : "what is stored is no load, and not known to be zero";
  if (Copy.FromTexture)
    return "the value is fetched through a texture: it has to pass through "
           "registers";
  if (fillsWithOtherThanZero(Copy, M, Ctx))
    return "where its guard is false, it stores what is not known to be zero";
  const Expr *Value = stripCopies(Copy.Value)->IgnoreParens();
  if (isa<ConditionalOperator>(Value))
    return "it chooses between two values of which neither is zero, and that "
           "are no two elements of one array";
  return "the loaded value is converted, or computed with, on its way to the "
         "tile";
}

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
  const std::string Width =
      llvm::formatv("it moves {0} byte{1}, cp.async moves 4, 8 or 16",
                    Copy.Bytes, Copy.Bytes == 1 ? "" : "s");
  // `c ? A[i] : 0` of a byte is an int on its way, which is not the point.
  if (Copy.Kind != TileCopy::Copy)
    return Reject(isPromotedChoice(Copy, Ctx) ? Width
                                              : whyNoCopy(Copy, M, Ctx).str());
  if (Copy.Bytes == 0)
    return Reject("the element type depends on a template parameter");
  if (Copy.Bytes != 4 && Copy.Bytes != 8 && Copy.Bytes != 16)
    return Reject(Width);
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

/// A thread copies one element of this tile a trip. Then the load and the store
/// cost less than a cp.async of 4 bytes (docs/performance.md).
bool Planner::isOnlyElement(const TileCopy &Copy) const {
  return Copy.Loops.empty() && Copy.Calls.empty() && !Copy.StoreCall &&
         !Copy.IsAsync &&
         llvm::count_if(M.Copies, [&](const TileCopy &Other) {
           return Other.Name == Copy.Name && Other.Fields == Copy.Fields;
         }) == 1;
}

/// Where \p Copy is not wide, the user's own statement makes it.
bool Planner::storesPlainly(const TileCopy &Copy) const {
  bool AllAlone = true;
  for (const TileCopy &Other : M.Copies) {
    if (&Other != &Copy && (!Copy.GuardIf || Other.GuardIf != Copy.GuardIf))
      continue; // no part of the same statement
    if (!M.wideCopyOf(Other))
      return false;
    if (whyNotAsync(Other))
      return true;
    AllAlone &= isOnlyElement(Other);
  }
  return AllAlone;
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
           if (const WideCopy *Wide = M.wideCopyOf(Copy))
             return Wide->Bytes >= 8;
           return !whyNotAsync(Copy) && Copy.Bytes >= 8;
         });
}

std::optional<Rejection> Planner::assignTravel(PipelinePlan &Plan) const {
  // A tile travels as a whole: its stores keep their order. Tiles that share
  // an if/else travel together.
  std::optional<Rejection> FirstWhy;
  llvm::SmallPtrSet<const VarDecl *, 4> InRegisters;
  Plan.UsesWide =
      Plan.Variant == VariantKind::CpAsync && !M.Wide.Copies.empty();
  for (const TileCopy &Copy : M.Copies)
    if (Plan.Variant != VariantKind::CpAsync) {
      InRegisters.insert(Copy.Tile);
    } else if (M.wideCopyOf(Copy)) {
      continue;
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
    Plan.StoredPlainly.push_back(Plan.UsesWide && storesPlainly(Copy));
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

OrRejection<PipelinePlan> Planner::plan(VariantKind Kind,
                                        unsigned Stages) const {
  PipelinePlan Plan;
  Plan.Variant = Kind;
  Plan.Stages = Stages;
  if (Kind == VariantKind::CpAsync && Request.SmVersion < 80)
    return Rejection{RejectionKind::ArchTooOld, M.Loop->getSourceRange(),
                     llvm::formatv("sm_{0} was asked for, cp.async needs sm_80",
                                   Request.SmVersion)};
  if (Plan.Stages > 1 && M.SingleBufferOnly)
    return *M.SingleBufferOnly;
  if (std::optional<Rejection> Why = assignTravel(Plan))
    return *Why;
  OrRejection<PipelinePlan> Fitted = planStages(std::move(Plan));
  if (auto *Done = std::get_if<PipelinePlan>(&Fitted)) {
    Done->Steps = makeSchedule(M, *Done, Ctx);
    Done->Steps.EachWidth = wantsEachWidth(*Done);
  }
  return Fitted;
}

} // namespace cudapipe
