//===- RingArea.cpp - Tiles in memory without bounds ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   extern __shared__ unsigned char smem[];                      Area
//   bf16 *sA = reinterpret_cast<bf16 *>(smem);                   Names
//   bf16 *sB = sA + BM * BK;
//   uint64_t *full = reinterpret_cast<uint64_t *>(sB + BN * BK);
//
// Nobody says where a tile ends. But all of them end where the memory of the
// launch does, so each stage gets as much as that, as long as the memory is
// the loop's alone, and all names of it are the same distance from its start.
// Where the start is rounded up, by whatever means, that is done once.
//
//===----------------------------------------------------------------------===//

#include "RingLoopReader.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/Attr.h"
#include <set>

using namespace clang;

namespace cudapipe {

/// Of the variables of the kernel through which \p Copy knows \p Array, the one
/// behind which no address is rounded; or the array itself.
static const VarDecl *startOfArea(const VarDecl &Array,
                                  const FunctionDecl &Kernel,
                                  const TransferStep &Copy,
                                  const ASTContext &Ctx) {
  std::vector<const VarDecl *> Chain;
  ExprOnWay At = {Copy.To, Copy.Calls};
  while (Chain.size() < 16) {
    const VarDecl *Through = nullptr;
    sharedRootOf(At, Through);
    if (!Through)
      break;
    Chain.push_back(Through);
    At = {Through->getInit(), {}};
  }
  for (const VarDecl *Var : Chain)
    if (!isPlainAddress(Var->getInit(), Ctx))
      return Var;
  return Array.getLexicalDeclContext() == &Kernel ? &Array : nullptr;
}

RingLoopReader::Why RingLoopReader::readArea(const VarDecl &Array,
                                             const TransferStep &Copy) {
  auto Reject = [&](const llvm::Twine &Text) {
    return reject(RejectionKind::DynamicSharedMemory, Copy.outermost(), Text);
  };
  const std::string Name = "'" + Array.getNameAsString() + "' ";
  const VarDecl *Start = startOfArea(Array, *Out.Kernel, Copy, Ctx);
  if (Out.Area)
    return Start == Out.Area
               ? std::nullopt
               : Why(Reject("the tiles start from several variables of the "
                            "dynamic shared memory"));
  if (!Start)
    return Reject(Name + "is declared outside of the kernel");
  if (Start != &Array) {
    const DeclStmt *Decls = declarationIn(KernelBody, Start);
    if (!Decls || !Decls->isSingleDecl() ||
        !Start->getType()->isPointerType() ||
        Start->getType()->getPointeeType()->isIncompleteType() ||
        !isNeverChanged(*Start) || contains(Out.Header.Loop, Decls) ||
        !llvm::is_contained(cast<CompoundStmt>(KernelBody)->body(), Decls))
      return Reject("'" + Start->getNameAsString() +
                    "', where the tiles start, is no pointer that stays");
  }
  Out.Area = Start;
  Out.AreaArray = &Array;
  return std::nullopt;
}

/// Nothing but the loop has the memory of the launch.
RingLoopReader::Why RingLoopReader::checkArea() {
  if (!Out.Area)
    return std::nullopt;
  Why Found;
  std::set<const FunctionDecl *> Seen;
  auto Look = [&](auto &&Self, const Stmt *In, bool IsKernel) -> void {
    holds(In, [&](const Stmt &S) {
      if (const auto *Ref = dyn_cast<DeclRefExpr>(&S)) {
        const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        if (Var && Var->hasAttr<CUDASharedAttr>() &&
            Var->hasExternalStorage() && !(IsKernel && Var == Out.AreaArray))
          Found = reject(RejectionKind::DynamicSharedMemory, &S,
                         "the dynamic shared memory is not the tiles' alone: "
                         "'" +
                             Var->getNameAsString() + "'");
      }
      // Its size, its address as an array.
      if (const auto *Op = dyn_cast<UnaryOperator>(&S);
          Op && Op->getOpcode() == UO_AddrOf &&
          ringVariable(Op->getSubExpr()) == Out.Area)
        Found = reject(RejectionKind::TileAddressEscapes, &S,
                       "the address of '" + Out.Area->getNameAsString() +
                           "' itself is taken");
      const FunctionDecl *Callee = nullptr;
      if (const auto *Call = dyn_cast<CallExpr>(&S))
        Callee = calledFunction(*Call);
      else if (const auto *Made = dyn_cast<CXXConstructExpr>(&S))
        Callee = Made->getConstructor();
      // Where the tiles start is asked for once.
      if (Callee && Callee->getBody() &&
          !(Out.Area != Out.AreaArray && Out.Area->getInit() &&
            contains(Out.Area->getInit(), &S)) &&
          Seen.insert(Callee->getCanonicalDecl()).second)
        Self(Self, Callee->getBody(), false);
      return Found.has_value();
    });
  };
  Look(Look, KernelBody, true);
  return Found;
}

std::string RingLoopReader::spellingOf(const RingBarrier &B) const {
  if (B.IsAlone)
    return B.Var->getNameAsString();
  // The name in front of the loop that is it, or where it lies.
  for (const VarDecl *Name : Out.Names)
    if (const SharedPlace At = placeInTile({Name->getInit(), {}});
        At.Var == B.Var && At.Offset == B.Offset &&
        Name->getType()->isPointerType() &&
        Name->getType()->getPointeeType()->isIntegerType())
      return Name->getNameAsString();
  return B.Var->getNameAsString();
}

bool RingLoopReader::namesBarrier(const Stmt *S, const RingBarrier &B) const {
  if (B.IsAlone)
    return mentions(S, B.Var);
  return holds(S, [&](const Stmt &At) {
    const auto *E = dyn_cast<Expr>(&At);
    if (!E || !isa<DeclRefExpr, MemberExpr, ArraySubscriptExpr>(E))
      return false;
    // A name of the whole is no name of the barrier in it.
    QualType Type = E->getType();
    if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
      const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
      if (!Var || !llvm::is_contained(Out.Names, Var) || !Type->isPointerType())
        return false;
      Type = Type->getPointeeType();
    }
    const CXXRecordDecl *Record = Type->getAsCXXRecordDecl();
    const bool MayBe =
        (Type->isIntegerType() && Ctx.getTypeSize(Type) == 64) ||
        (Record && Record->getIdentifier() && Record->getName() == "barrier");
    const SharedPlace Place = placeInTile({E, {}});
    return MayBe && Place.Var == B.Var &&
           (!Place.Offset || Place.Offset == B.Offset);
  });
}

} // namespace cudapipe
