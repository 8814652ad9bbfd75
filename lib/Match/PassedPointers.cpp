//===- PassedPointers.cpp - Whose memory is passed ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A variable owns an allocation if nothing but an allocator sets it. Two of
// them own different ones. What another pointer is, nobody knows; but it does
// not lead to the memory of an owner whose value nobody has kept.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Match/PassedPointers.h"
#include "Analyze/Pointers/LentPointers.h"
#include "Uses.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Frontend/UnreadCode.h"
#include "cudapipe/Match/UnknownSpelling.h"
#include "llvm/ADT/StringSwitch.h"

using namespace clang;

namespace cudapipe {
namespace {

/// Functions that hand their pointers on are followed so deep.
constexpr unsigned MaxCalls = 4;

/// CUDA Runtime API Reference, "Memory Management": puts the address of new
/// memory where its first argument points to.
bool isAllocator(llvm::StringRef Name) {
  return llvm::StringSwitch<bool>(Name)
      .Cases({"cudaMalloc", "cudaMallocManaged", "cudaMallocAsync",
              "cudaMallocPitch"},
             true)
      .Default(false);
}

/// The program starts in this file: others do not launch its kernels, unless a
/// header declares them, which LaunchSites tells.
bool holdsProgram(const ASTContext &Ctx) {
  return llvm::any_of(Ctx.getTranslationUnitDecl()->decls(), [](const Decl *D) {
    const auto *F = dyn_cast<FunctionDecl>(D);
    return F && F->hasBody() && F->getIdentifier() &&
           (F->isMain() || F->getName() == "mexFunction");
  });
}

/// Kernels that are given memory in which pointers may lie could keep one.
bool mayKeepPointers(const CUDAKernelCallExpr &Launch) {
  return llvm::any_of(Launch.arguments(), [](const Expr *Arg) {
    const QualType Type = Arg->getType();
    if (Type.isNull() || Type->isDependentType())
      return true;
    const QualType Pointee = Type->getPointeeType();
    return !Pointee.isNull() && !Pointee->isArithmeticType() &&
           !Pointee->isVectorType() &&
           (!Pointee->isRecordType() || holdsPointers(Pointee));
  });
}

/// How a variable is used.
enum class Usage { Allocates, Clears, Looks, Keeps, Sets };

Usage usageOf(const Use &U) {
  const Stmt *Inner = U.Name;
  bool IsAddress = false;
  for (const DynTypedNode &Node : llvm::reverse(U.Around)) {
    if (Node.get<UnaryExprOrTypeTraitExpr>())
      return Usage::Looks;
    const auto *S = Node.get<Stmt>();
    if (!S) {
      const auto *Into = Node.get<VarDecl>();
      return Into && Into->getType()->isPointerType() && !IsAddress
                 ? Usage::Keeps
                 : Usage::Sets;
    }
    if (const auto *Launch = dyn_cast<CUDAKernelCallExpr>(S))
      return IsAddress                  ? Usage::Sets
             : mayKeepPointers(*Launch) ? Usage::Keeps
                                        : Usage::Looks;
    if (const auto *Call = dyn_cast<CallExpr>(S)) {
      const std::string Name = calleeName(*Call);
      if (IsAddress)
        return isAllocator(Name) && Call->getNumArgs() > 0 &&
                       Call->getArg(0) == Inner
                   ? Usage::Allocates
                   : Usage::Sets;
      const FunctionDecl *Callee = Call->getDirectCallee();
      unsigned I = 0;
      while (I < Call->getNumArgs() && Call->getArg(I) != Inner)
        ++I;
      if (!Callee || I >= Callee->getNumParams() ||
          Callee->getParamDecl(I)->getType()->isReferenceType())
        return Usage::Sets;
      return llvm::StringRef(Name).starts_with("cuda") &&
                     isLibraryFunction(*Callee, Callee->getASTContext())
                 ? Usage::Looks
                 : Usage::Keeps;
    }
    if (const auto *Op = dyn_cast<UnaryOperator>(S)) {
      if (Op->getOpcode() == UO_LNot && !IsAddress)
        return Usage::Looks;
      if (Op->getOpcode() == UO_Deref && !IsAddress)
        return Usage::Keeps; // an element may be named again
      if (Op->getOpcode() != UO_AddrOf || IsAddress)
        return Usage::Sets;
      IsAddress = true;
    } else if (const auto *Op = dyn_cast<BinaryOperator>(S)) {
      if (IsAddress)
        return Usage::Sets;
      if (Op->isComparisonOp() || Op->isLogicalOp())
        return Usage::Looks;
      // Into the same memory: the sum is judged by who gets it.
      if (Op->getOpcode() == BO_Add && Op->getType()->isPointerType()) {
        Inner = S;
        continue;
      }
      if (Op->getOpcode() != BO_Assign)
        return Usage::Sets;
      if (Op->getLHS() != Inner)
        return Usage::Keeps;
      const Expr *Value = Op->getRHS()->IgnoreParenCasts();
      return isa<CXXNullPtrLiteralExpr, GNUNullExpr, IntegerLiteral>(Value)
                 ? Usage::Clears
                 : Usage::Sets;
    } else if (isa<ArraySubscriptExpr>(S) && !IsAddress) {
      return Usage::Keeps;
    } else if (!isa<ParenExpr, CastExpr, FullExpr>(S)) {
      return isa<IfStmt>(S) && !IsAddress ? Usage::Looks : Usage::Sets;
    }
    Inner = S;
  }
  return Usage::Sets;
}

/// Whose memory a pointer leads to.
struct Owner {
  const VarDecl *Var = nullptr;
  /// Somebody else may have its address.
  bool IsKept = true;
};

class LaunchReader {
public:
  explicit LaunchReader(const ASTContext &Ctx) : Ctx(Ctx) {}
  bool areApart(const Expr *A, const Expr *B, const FunctionDecl *Host,
                unsigned Depth = 0) const;

private:
  Owner ownerOf(const VarDecl *Var) const;

  const ASTContext &Ctx;
};

/// The variable that the pointer \p E is made of, in the same memory.
const VarDecl *variableOf(const Expr *E) {
  E = E->IgnoreParenCasts();
  if (const auto *Op = dyn_cast<BinaryOperator>(E);
      Op && Op->isAdditiveOp() && Op->getType()->isPointerType())
    return variableOf(Op->getLHS()->getType()->isPointerType() ? Op->getLHS()
                                                               : Op->getRHS());
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && Var->getType()->isPointerType() ? Var : nullptr;
}

Owner LaunchReader::ownerOf(const VarDecl *Var) const {
  if (!Var || isa<ParmVarDecl>(Var) || Var->isExternallyVisible() ||
      findUnknownSpelling(*Var, Ctx))
    return {};
  if (const Expr *Init = Var->getInit();
      Init && !isa<CXXNullPtrLiteralExpr, GNUNullExpr, IntegerLiteral>(
                  Init->IgnoreParenCasts()))
    return {};
  Owner Out;
  Out.IsKept = false;
  for (const Use &U : findUses(*Var, Ctx))
    switch (usageOf(U)) {
    case Usage::Allocates:
      Out.Var = Var;
      break;
    case Usage::Sets:
      return {};
    case Usage::Keeps:
      Out.IsKept = true;
      break;
    case Usage::Clears:
    case Usage::Looks:
      break;
    }
  return Out;
}

bool LaunchReader::areApart(const Expr *A, const Expr *B,
                            const FunctionDecl *Host, unsigned Depth) const {
  const VarDecl *OfA = variableOf(A), *OfB = variableOf(B);
  if (!Host || Depth > MaxCalls || !OfA || !OfB || OfA == OfB)
    return false;
  const Owner X = ownerOf(OfA), Y = ownerOf(OfB);
  if (X.Var || Y.Var)
    return (X.Var && Y.Var) || (X.Var && !X.IsKept) || (Y.Var && !Y.IsKept);
  // Both come from who calls the function.
  const auto *P = dyn_cast<ParmVarDecl>(OfA), *Q = dyn_cast<ParmVarDecl>(OfB);
  if (!P || !Q || Host->isTemplated() || isa<CXXMethodDecl>(Host) ||
      Host->getPrimaryTemplate() || !isNeverChanged(*P) ||
      !isNeverChanged(*Q) || findUnknownSpelling(*Host, Ctx))
    return false;
  for (const FunctionDecl *F : Host->redecls())
    if (!Ctx.getSourceManager().isInMainFile(
            Ctx.getSourceManager().getExpansionLoc(F->getLocation())))
      return false;
  const std::vector<Use> Calls = findUses(Ctx, [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E);
    return Ref && declaresSameEntity(Ref->getDecl(), Host);
  });
  return !Calls.empty() && llvm::all_of(Calls, [&](const Use &U) {
    const CallExpr *Call = nullptr;
    for (const DynTypedNode &Node : llvm::reverse(U.Around))
      if ((Call = Node.get<CallExpr>()) || !Node.get<CastExpr>())
        break;
    return Call && Call->getCallee()->IgnoreParenImpCasts() == U.Name &&
           P->getFunctionScopeIndex() < Call->getNumArgs() &&
           Q->getFunctionScopeIndex() < Call->getNumArgs() &&
           areApart(Call->getArg(P->getFunctionScopeIndex()),
                    Call->getArg(Q->getFunctionScopeIndex()), U.function(),
                    Depth + 1);
  });
}

} // namespace

bool passApart(const LaunchSites &Launches, unsigned A, unsigned B,
               const ASTContext &Ctx) {
  // What an error hides may set a variable, or call a function.
  if (!Launches.allInSight() || Launches.MoreElsewhere ||
      !unreadCodeOf(Ctx).Errors.empty() ||
      !(Launches.NoneUnknown || holdsProgram(Ctx)))
    return false;
  const LaunchReader Reader(Ctx);
  bool IsLaunched = false;
  for (const LaunchSite &Site : Launches.Sites) {
    if (!Site.isLaunch())
      continue;
    IsLaunched = true;
    const auto *Launch = dyn_cast<CUDAKernelCallExpr>(Site.At);
    if (!Launch || std::max(A, B) >= Launch->getNumArgs() ||
        !Reader.areApart(Launch->getArg(A), Launch->getArg(B), Site.Host))
      return false;
  }
  return IsLaunched;
}

} // namespace cudapipe
