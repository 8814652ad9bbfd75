//===- LaunchConfig.cpp - What a cudaLaunchConfig_t says ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   cudaLaunchConfig_t config = {.gridDim = g, .dynamicSmemBytes = bytes};
//   config.dynamicSmemBytes = bytes;
//   cudaLaunchKernelEx(&config, kernel, ...);
//
// The variable must be local, and be used for launches of this kernel only.
//
//===----------------------------------------------------------------------===//

#include "LaunchFinder.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

constexpr llvm::StringLiteral SizeMember = "dynamicSmemBytes";

bool isNull(const Expr *E, const ASTContext &Ctx) {
  return !E->isValueDependent() &&
         E->isNullPointerConstant(const_cast<ASTContext &>(Ctx),
                                  Expr::NPC_ValueDependentIsNotNull);
}

/// Adds the initial size to \p Sizes; false if it cannot be told.
bool readInitializer(const Expr *Init,
                     llvm::SmallVectorImpl<const Expr *> &Sizes) {
  if (!Init)
    return true;
  Init = Init->IgnoreImplicit();
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Init))
    return Construct->getNumArgs() == 0;
  const auto *List = dyn_cast<InitListExpr>(Init);
  if (!List)
    return isa<CXXScalarValueInitExpr, ImplicitValueInitExpr>(Init);
  const auto *Record = List->getType()->getAsRecordDecl();
  if (!Record) {
    // In a template, as written.
    for (const Expr *Item : List->inits()) {
      const auto *Designated = dyn_cast<DesignatedInitExpr>(Item);
      if (!Designated || Designated->size() != 1)
        return false;
      const auto *Name = Designated->getDesignator(0)->getFieldName();
      if (Name && Name->getName() == SizeMember)
        Sizes.push_back(Designated->getInit());
    }
    return true;
  }
  for (const FieldDecl *Field : Record->fields()) {
    if (Field->getName() != SizeMember ||
        Field->getFieldIndex() >= List->getNumInits())
      continue;
    const Expr *Size = List->getInit(Field->getFieldIndex());
    if (!isa<ImplicitValueInitExpr>(Size))
      Sizes.push_back(Size);
  }
  return true;
}

} // namespace

bool LaunchFinder::readConfig(LaunchSite &Site) {
  auto Fail = [&](SourceRange Where, const llvm::Twine &Why) {
    hide(Where, "its launch configuration " + Why);
    return false;
  };
  const Expr *Passed = Site.At->getArg(0)->IgnoreParenCasts();
  const auto *Address = dyn_cast<UnaryOperator>(Passed);
  const VarDecl *Var = Address && Address->getOpcode() == UO_AddrOf
                           ? namedVariable(Address->getSubExpr())
                           : nullptr;
  if (!Var || !Var->isLocalVarDecl() || Var->isStaticLocal() ||
      Var->getType()->isReferenceType())
    return Fail(Passed->getSourceRange(), "is not a local variable");
  Site.ConfigVar = Var;
  if (!readInitializer(Var->getInit(), Site.Sizes))
    return Fail(Var->getSourceRange(), "starts as a copy of another");

  for (const Use &U : findUses(*Var, Ctx)) {
    const auto *Parent =
        U.Around.empty() ? nullptr : U.Around.back().get<Stmt>();
    const auto *Above = U.Around.size() < 2
                            ? nullptr
                            : U.Around[U.Around.size() - 2].get<Stmt>();
    SourceRange Where = U.Name->getSourceRange();
    if (const auto *Member = dyn_cast_or_null<MemberExpr>(Parent)) {
      if (Member->getMemberDecl()->getName() != SizeMember)
        continue;
      const auto *Store = dyn_cast_or_null<BinaryOperator>(Above);
      if (!Store || Store->getOpcode() != BO_Assign ||
          Store->getLHS() != Member)
        return Fail(Where, "has its size read");
      Site.Sizes.push_back(Store->getRHS());
      continue;
    }
    const auto *Op = dyn_cast_or_null<UnaryOperator>(Parent);
    // Casts, as in memset((void *)&config, ...), stand between.
    const CallExpr *Call = nullptr;
    for (const DynTypedNode &Node : llvm::reverse(U.Around)) {
      if ((Call = Node.get<CallExpr>()) ||
          !(Node.get<UnaryOperator>() || Node.get<CastExpr>() ||
            Node.get<ParenExpr>()))
        break;
    }
    if (!Op || Op->getOpcode() != UO_AddrOf || !Call)
      return Fail(Where, "is used where it cannot be followed");
    std::string Callee = calleeName(*Call);
    bool Clears = Callee == "memset" && Call->getNumArgs() == 3 &&
                  isNull(Call->getArg(1), Ctx);
    bool Ours =
        (Callee == "cudaLaunchKernelEx" || Callee == "cudaLaunchKernelExC" ||
         Callee == "cudaOccupancyMaxActiveClusters" ||
         Callee == "cudaOccupancyMaxPotentialClusterSize") &&
        Call->getNumArgs() > 1 && isOnlyKernel(Call->getArg(1));
    if (!Clears && !Ours)
      return Fail(Where,
                  Callee.empty()
                      ? llvm::Twine("is passed to another function")
                      : "is passed to '" + llvm::Twine(Callee) + "' too");
  }
  return true;
}

} // namespace cudapipe
