//===- RegisterEstimate.cpp - Without nvcc --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Resources/RegisterEstimate.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace clang;

namespace cudapipe {
namespace {

constexpr unsigned Own = 24, Most = 255, Granule = 8,
                   RegistersPerSM = 64 * 1024;
constexpr uint64_t LargestArray = 1024;

class Words {
public:
  explicit Words(const ASTContext &Ctx) : Ctx(Ctx) {}

  /// The most words that are in scope together in \p S.
  uint64_t in(const Stmt *S) {
    if (!S)
      return 0;
    // Declarations live on beside their neighbours, blocks end.
    uint64_t Declared = 0, Deepest = 0;
    if (const auto *Call = dyn_cast<CallExpr>(S))
      Deepest = of(*Call);
    for (const Stmt *Child : S->children()) {
      Deepest = std::max(Deepest, in(Child));
      if (const auto *Decls = dyn_cast_or_null<DeclStmt>(Child))
        for (const Decl *D : Decls->decls())
          if (const auto *Var = dyn_cast<VarDecl>(D))
            Declared += of(*Var);
    }
    return Declared + Deepest;
  }

private:
  uint64_t of(const VarDecl &Var) const {
    QualType Type = Var.getType();
    if (Var.isInvalidDecl() || isShared(Var) || Var.hasGlobalStorage() ||
        Type->isReferenceType() || Type->isDependentType() ||
        Type->isUndeducedType() || Type->isIncompleteType() ||
        Var.isConstexpr() ||
        (Type.isConstQualified() && Var.getInit() &&
         Var.getInit()->isEvaluatable(Ctx)))
      return 0;
    uint64_t Bytes = Ctx.getTypeSizeInChars(Type).getQuantity();
    if (Type->isArrayType() && Bytes > LargestArray)
      return 0;
    return llvm::divideCeil(Bytes, 4);
  }

  uint64_t of(const CallExpr &Call) {
    const FunctionDecl *Callee = calledFunction(Call);
    if (!Callee || isLibraryFunction(*Callee, Ctx) ||
        !Seen.insert(Callee).second)
      return 0;
    return in(Callee->getBody());
  }

  const ASTContext &Ctx;
  llvm::SmallPtrSet<const FunctionDecl *, 8> Seen;
};

/// What __launch_bounds__ leaves a thread.
uint64_t bound(const FunctionDecl &Kernel, const ASTContext &Ctx) {
  const auto *Bounds = Kernel.getAttr<CUDALaunchBoundsAttr>();
  auto Value = [&](const Expr *E) -> uint64_t {
    return std::max<int64_t>(0, constantValue(E, Ctx).value_or(0));
  };
  uint64_t Threads = Bounds ? Value(Bounds->getMaxThreads()) : 0;
  if (!Threads)
    return Most;
  uint64_t Blocks = std::max<uint64_t>(1, Value(Bounds->getMinBlocks()));
  return std::clamp<uint64_t>(RegistersPerSM /
                                  (llvm::alignTo(Threads, 32) * Blocks) /
                                  Granule * Granule,
                              Granule, Most);
}

} // namespace

unsigned estimateRegisters(const FunctionDecl &Kernel, const ASTContext &Ctx) {
  uint64_t Sum = Own + Words(Ctx).in(Kernel.getBody());
  return std::min(
      {llvm::alignTo(Sum, Granule), bound(Kernel, Ctx), uint64_t(Most)});
}

} // namespace cudapipe
