//===- Operations.cpp - What a statement of a pipeline does ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"
#include "cudapipe/Analyze/BlockCounter.h"
#include "cudapipe/Analyze/Effects.h"

using namespace clang;

namespace cudapipe {
namespace {

/// `block.sync()`, `cg::sync(block)`, of a block or of more.
bool synchronizesGroup(const CallExpr &Call) {
  const Expr *Group = nullptr;
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    Group = Member->getImplicitObjectArgument();
  else if (Call.getNumArgs() == 1)
    Group = Call.getArg(0);
  QualType Type;
  if (Group) {
    Type = Group->IgnoreParenBaseCasts()->getType();
    if (Type->isPointerType())
      Type = Type->getPointeeType();
  } else if (const auto *Method =
                 dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee())) {
    return Method->getParent()->getIdentifier() &&
           Method->getParent()->getName() == "thread_block";
  }
  const CXXRecordDecl *Record =
      Type.isNull() ? nullptr : Type->getAsCXXRecordDecl();
  return Record && Record->getIdentifier() &&
         (Record->getName() == "thread_block" ||
          Record->getName() == "grid_group");
}

/// \p E is a cuda::barrier.
bool isBarrierObject(const Expr *E) {
  const CXXRecordDecl *Record =
      E ? E->IgnoreParenBaseCasts()->getType()->getAsCXXRecordDecl() : nullptr;
  return Record && Record->getIdentifier() && Record->getName() == "barrier";
}

/// What \p Call, of a member of \p Object, does with an object of the block.
std::optional<Operation> readMember(const Expr &Object, llvm::StringRef Name) {
  if (Name == "arrive_and_wait" && isBarrierObject(&Object)) {
    Operation Out{Operation::Meet};
    Out.Counter = Object.IgnoreParenBaseCasts();
    return Out;
  }
  if ((Name == "arrive" || Name == "wait_parity") && isBarrierObject(&Object)) {
    Operation Out{Name == "arrive" ? Operation::Arrive : Operation::WaitParity};
    Out.Counter = Object.IgnoreParenBaseCasts();
    return Out;
  }
  if (!isBlockPipeline(Object.getType()))
    return std::nullopt;
  if (Name == "producer_acquire")
    return Operation{Operation::Acquire};
  if (Name == "producer_commit")
    return Operation{Operation::Commit};
  if (Name == "consumer_release")
    return Operation{Operation::Release};
  if (Name != "consumer_wait")
    return std::nullopt;
  Operation Out{Operation::Wait};
  Out.Async.OldestOnly = true;
  return Out;
}

/// What \p Call does with a cuda::barrier, or with a cuda::pipeline of the
/// block.
std::optional<Operation> readAtObject(const CallExpr &Call) {
  const llvm::StringRef Name = calledName(Call);
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call)) {
    if (!Member->getImplicitObjectArgument())
      return std::nullopt;
    std::optional<Operation> Out =
        readMember(*Member->getImplicitObjectArgument(), Name);
    if (Out && Out->isOfBlock() && Call.getNumArgs() > 0)
      Out->Size = Call.getArg(0);
    return Out;
  }
  const unsigned Args = Call.getNumArgs();
  if (Name == "init" && Args >= 2) {
    const QualType To = Call.getArg(0)->getType()->getPointeeType();
    const CXXRecordDecl *Record =
        To.isNull() ? nullptr : To->getAsCXXRecordDecl();
    if (!Record || !Record->getIdentifier() || Record->getName() != "barrier")
      return std::nullopt;
    Operation Out{Operation::Init};
    Out.Counter = Call.getArg(0);
    Out.Size = Call.getArg(1);
    return Out;
  }
  if (Name == "fence_proxy_async_shared_cta")
    return Operation{Operation::ProxyFence};
  if (Name == "barrier_expect_tx" && Args == 2) {
    Operation Out{Operation::Expect};
    Out.Counter = Call.getArg(0);
    Out.Size = Call.getArg(1);
    return Out;
  }
  if (Name == "memcpy_async_tx" && Args == 4) {
    Operation Out{Operation::BlockCopy};
    Out.Async.To = Call.getArg(0);
    Out.Async.From = Call.getArg(1);
    Out.Size = Call.getArg(2);
    Out.Counter = Call.getArg(3);
    return Out;
  }
  const Expr *Last = Args ? Call.getArg(Args - 1) : nullptr;
  if (Name != "memcpy_async" || Args < 4 ||
      !(isBarrierObject(Last) || isBlockPipeline(Last->getType())))
    return std::nullopt;
  Operation Out{Operation::Copy};
  if (isBarrierObject(Last))
    Out.Counter = Last;
  for (const Expr *Arg : Call.arguments())
    if (Arg->IgnoreParenImpCasts()->getType()->isPointerType() ||
        Arg->IgnoreParenImpCasts()->getType()->isArrayType())
      (Out.Async.To ? Out.Async.From : Out.Async.To) = Arg;
  return Out.Async.From ? std::optional(Out) : std::nullopt;
}

} // namespace

llvm::StringRef calledName(const CallExpr &Call) {
  const Expr *Callee = Call.getCallee()->IgnoreParenImpCasts();
  DeclarationName Name;
  if (const FunctionDecl *F = Call.getDirectCallee())
    Name = F->getDeclName();
  else if (const auto *Lookup = dyn_cast<OverloadExpr>(Callee))
    Name = Lookup->getName();
  else if (const auto *Member = dyn_cast<CXXDependentScopeMemberExpr>(Callee))
    Name = Member->getMember();
  const IdentifierInfo *Info = Name.getAsIdentifierInfo();
  return Info ? Info->getName() : "";
}

const FunctionDecl *userFunction(const CallExpr &Call, const ASTContext &Ctx) {
  const FunctionDecl *Callee = Call.getDirectCallee();
  if (!Callee)
    if (const auto *Lookup =
            dyn_cast<OverloadExpr>(Call.getCallee()->IgnoreParenImpCasts());
        Lookup && Lookup->getNumDecls() == 1)
      Callee = (*Lookup->decls_begin())->getUnderlyingDecl()->getAsFunction();
  const FunctionDecl *Definition = nullptr;
  if (!Callee || isLibraryFunction(*Callee, Ctx) ||
      !Callee->hasBody(Definition))
    return nullptr;
  return Definition;
}

const FunctionDecl *userFunction(const CXXConstructExpr &Made,
                                 const ASTContext &Ctx) {
  const CXXConstructorDecl *Constructor = Made.getConstructor();
  const FunctionDecl *Definition = nullptr;
  return Constructor->isUserProvided() &&
                 !isLibraryFunction(*Constructor, Ctx) &&
                 Constructor->hasBody(Definition)
             ? Definition
             : nullptr;
}

const LambdaExpr *lambdaOf(const VarDecl &Var) {
  const Expr *Init = Var.getInit() ? Var.getInit()->IgnoreImplicit() : nullptr;
  // Before C++17 it is moved.
  if (const auto *Moved = dyn_cast_or_null<CXXConstructExpr>(Init);
      Moved && Moved->getNumArgs() == 1)
    Init = Moved->getArg(0)->IgnoreImplicit();
  return dyn_cast_or_null<LambdaExpr>(Init);
}

const VarDecl *calledLambda(const CallExpr &Call) {
  const Expr *Callee = Call.getCallee();
  if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call)) {
    if (Operator->getOperator() != OO_Call)
      return nullptr;
    Callee = Operator->getArg(0);
  }
  const auto *Ref = dyn_cast<DeclRefExpr>(Callee->IgnoreParenImpCasts());
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  return Var && lambdaOf(*Var) ? Var : nullptr;
}

std::optional<Operation> readOperation(const Stmt *S, const ASTContext &Ctx) {
  const auto *Asm = dyn_cast<GCCAsmStmt>(S);
  const auto *Call = dyn_cast<CallExpr>(S);
  if (Asm) {
    std::string Text = Asm->getAsmString();
    if (llvm::StringRef(Text).contains("bar.sync") ||
        llvm::StringRef(Text).contains("barrier.sync"))
      return Operation{Operation::Barrier};
  } else if (!Call || userFunction(*Call, Ctx)) {
    return std::nullopt;
  }
  if (Call)
    if (std::optional<Operation> Out = readAtObject(*Call))
      return Out;
  if (std::optional<AsyncOperation> Op = asyncOperation(S, Ctx)) {
    switch (Op->Kind) {
    case AsyncOperation::Copy:
      return Operation{Operation::Copy, *Op};
    case AsyncOperation::Commit:
      return Operation{Operation::Commit, *Op};
    case AsyncOperation::Wait:
      return Operation{waitsWithBlock(S, Ctx) ? Operation::WaitWithBlock
                                              : Operation::Wait,
                       *Op};
    case AsyncOperation::Acquire:
      return Operation{Operation::Acquire, *Op};
    case AsyncOperation::Release:
      return Operation{Operation::Release, *Op};
    case AsyncOperation::Other:
      break;
    }
  }
  if (!Call)
    return std::nullopt;
  llvm::StringRef Name = calledName(*Call);
  if (Name == "__syncwarp")
    return Operation{Operation::WarpBarrier};
  if (Name == "__syncthreads" || Name == "__barrier_sync" ||
      (Name == "sync" && synchronizesGroup(*Call)))
    return Operation{Operation::Barrier};
  return std::nullopt;
}

} // namespace cudapipe
