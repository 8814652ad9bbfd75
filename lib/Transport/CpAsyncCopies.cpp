//===- CpAsyncCopies.cpp - What cp.async can copy -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CpAsyncCopies.h"
#include "Analyze/Pointers/VisibleNames.h"
#include "Analyze/Tiles/ZeroFill.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Plan/Schedule.h"
#include "llvm/Support/FormatVariadic.h"

using namespace clang;

namespace cudapipe {

/// The pointers of the function that makes \p Copy.
static PointerFlow flowOf(const TileCopy &Copy, const PointerFlow &Kernel,
                          const ASTContext &Ctx) {
  std::vector<PointerFlow> Flows = {Kernel};
  for (const CallExpr *Call : Copy.Path.Calls)
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
  return holds(S, [](const Stmt &At) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&At);
    return Ref && isa<VarDecl>(Ref->getDecl());
  });
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
  if (Copy.From.FromTexture)
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

/// Where callers that are not known may pass what cp.async cannot read, the
/// pointer has a name to be tested by.
static bool mayTestSource(const TileCopy &Copy, const LoopModel &M,
                          const ASTContext &Ctx) {
  if (Copy.From.Passed.empty())
    return true;
  const VisibleNames Names(*M.Kernel, Ctx.getSourceManager());
  return Copy.Path.Calls.empty() &&
         llvm::all_of(Copy.From.Passed, [&](const ParmVarDecl *Param) {
           return Param && !Param->getType()->isRecordType() &&
                  Names.means(*Param, M.Header.LoopWithPragmas->getBeginLoc());
         });
}

/// PTX ISA, cp.async: 4, 8 or 16 bytes, both addresses aligned to the size.
std::optional<Rejection> whyNotCpAsync(const TileCopy &Copy, const LoopModel &M,
                                       const ASTContext &Ctx) {
  auto Reject = [&](std::string Detail) {
    return Rejection{RejectionKind::CopyNotAsync, Copy.Store->getSourceRange(),
                     std::move(Detail)};
  };
  if (Copy.From.IsAsync)
    return std::nullopt; // stays as it is
  if (M.Groups.CommitsInLoad)
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
  const uint64_t Piece = std::min<uint64_t>(Copy.Bytes, 16);
  if ((Piece != 4 && Piece != 8 && Piece != 16) || Copy.Bytes % Piece != 0)
    return Reject(Width);
  if (Copy.Alignment < Piece)
    return Reject(llvm::formatv("{0} bytes must be aligned to {1}, the type "
                                "guarantees {2}",
                                Copy.Bytes, Piece, Copy.Alignment));
  // Its pieces name both addresses again.
  if (Copy.Bytes > Piece &&
      (Copy.StoreCall || !Copy.From.Source ||
       Copy.Destination->HasSideEffects(Ctx) ||
       Copy.From.Source->HasSideEffects(Ctx) ||
       (Copy.Zero.Guard && Copy.Zero.Guard->HasSideEffects(Ctx)) ||
       (Copy.Zero.OuterGuard && Copy.Zero.OuterGuard->HasSideEffects(Ctx))))
    return Reject(Width);
  if (Copy.Zero.Guard && Copy.From.AddressNeedsGuard)
    return Reject("its source address must not be computed where the guard is "
                  "false");
  if (!mayTestSource(Copy, M, Ctx))
    return Reject("who calls the function elsewhere may have it load from "
                  "other memory than global");
  if (Copy.Overlap.WithItself)
    return Reject("a thread may store one element of the tile twice, and "
                  "asynchronous copies have no order");
  return std::nullopt;
}

std::string pendingText(const Step &S, const StepWords &Words) {
  return Words.Pending.empty() ? std::to_string(S.Pending) : Words.Pending;
}

} // namespace cudapipe
