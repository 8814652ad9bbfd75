//===- PipelineObjects.cpp - Asynchronous copies by C++ objects -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources: CUDA C++ Programming Guide 13.0, "Asynchronous Data Copies using
// cuda::pipeline", "memcpy_async" of cooperative groups; libcu++, which commits
// and waits for the groups of the thread where the scope is one thread.
//
//===----------------------------------------------------------------------===//

#include "PipelineObjects.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/BlockCounter.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

/// cuda::thread_scope_thread (libcu++, cuda/std/__atomic/scopes.h).
constexpr int64_t ThreadScope = 10;

const ClassTemplateSpecializationDecl *specialization(QualType Type) {
  if (Type.isNull())
    return nullptr;
  return dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Type.getNonReferenceType()->getAsCXXRecordDecl());
}

const VarDecl *variableIn(const Expr *E) {
  const auto *Ref =
      E ? dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts()) : nullptr;
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

/// The variable of a pipeline of one thread, or of the block, that \p E names.
const VarDecl *pipelineIn(const Expr *E, const ASTContext &Ctx) {
  const VarDecl *Var = variableIn(E);
  return Var && (isThreadPipeline(Var->getType()) || pipelineOfBlock(*Var, Ctx))
             ? Var
             : nullptr;
}

/// The cuda::barrier of the block that \p E names, or null.
const VarDecl *barrierIn(const Expr *E, const ASTContext &Ctx) {
  const VarDecl *Var = variableIn(E);
  return Var && barrierOfBlock(*Var, Ctx) ? Var : nullptr;
}

/// A number of bytes or elements: 16, sizeof(T), aligned_size_t<16>(16), a
/// constant of that value.
struct Shape {
  const Expr *Count = nullptr;
  uint64_t Alignment = 1;
};

Shape shapeOf(const Expr *E, unsigned Depth = 0) {
  Shape Out;
  E = E->IgnoreParenImpCasts();
  if (const auto *Temporary = dyn_cast<MaterializeTemporaryExpr>(E))
    E = Temporary->getSubExpr()->IgnoreParenImpCasts();
  const auto *Aligned = specialization(E->getType());
  if (!Aligned || Depth > 4) {
    Out.Count = E;
    return Out;
  }
  if (Aligned->getName() != "aligned_size_t")
    return Out;
  const Expr *Value = nullptr;
  if (const auto *Cast = dyn_cast<CXXFunctionalCastExpr>(E))
    Value = Cast->getSubExpr();
  else if (const auto *Construct = dyn_cast<CXXConstructExpr>(E);
           Construct && Construct->getNumArgs() == 1)
    Value = Construct->getArg(0);
  else if (const auto *List = dyn_cast<InitListExpr>(E);
           List && List->getNumInits() == 1)
    Value = List->getInit(0);
  else if (const auto *Ref = dyn_cast<DeclRefExpr>(E))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        Var && isNeverChanged(*Var))
      Value = Var->getInit();
  if (!Value)
    return Out;
  Out = shapeOf(Value, Depth + 1);
  const TemplateArgument &Arg = Aligned->getTemplateArgs()[0];
  if (Arg.getKind() == TemplateArgument::Integral)
    Out.Alignment = Arg.getAsIntegral().getLimitedValue();
  return Out;
}

/// memcpy_async(group, to, from, size), ...(group, to, size, from, size), and
/// both without a group or with a pipeline behind.
void readCopy(const CallExpr &Call, AsyncOperation &Out,
              const ASTContext &Ctx) {
  llvm::SmallVector<const Expr *, 2> Pointers, Shapes;
  for (const Expr *Arg : Call.arguments()) {
    QualType Type = accessType(Arg->IgnoreParenImpCasts(), Ctx);
    if (Type->isPointerType() || Type->isArrayType() ||
        Arg->getType()->isPointerType())
      Pointers.push_back(Arg);
    else if (!Pointers.empty() && !isThreadPipeline(Arg->getType()) &&
             !isBlockPipeline(Arg->getType()) &&
             !isBlockBarrierObject(Arg->getType()))
      Shapes.push_back(Arg);
  }
  if (Pointers.size() != 2)
    return;
  Out.To = Pointers[0];
  Out.From = Pointers[1];
  if (Shapes.empty() || Shapes.size() > 2)
    return;
  QualType Element = Out.To->IgnoreImpCasts()->getType();
  Element = Element->isArrayType() ? Ctx.getBaseElementType(Element)
                                   : Element->getPointeeType();
  uint64_t Size = 1;
  Out.Alignment = 1;
  if (!Element.isNull() && !Element->isVoidType()) {
    Out.Alignment = typeAlignment(Element, Ctx);
    if (!Element->isDependentType() && !Element->isIncompleteType())
      Size = Ctx.getTypeSizeInChars(Element).getQuantity();
  }
  Out.ConstantSize = true;
  uint64_t Least = ~uint64_t(0);
  for (const Expr *Arg : Shapes) {
    Shape Read = shapeOf(Arg);
    if (!Read.Count)
      return;
    Out.Alignment = std::max(Out.Alignment, Read.Alignment);
    std::optional<int64_t> Count = constantValue(Read.Count, Ctx);
    if (Count && *Count > 0) {
      Least = std::min(Least, uint64_t(*Count));
      continue;
    }
    Least = 0;
    if (!isTemplateConstant(Read.Count, Ctx)) {
      Out.ConstantSize = false;
      Out.Sizes.push_back(Read.Count);
    }
  }
  // Two numbers are of elements.
  Out.Bytes = Shapes.size() == 2 ? Least * Size : Least;
  Out.Alignment = std::min<uint64_t>(Out.Alignment, 16);
  Out.Kind = AsyncOperation::Copy;
}

std::optional<int64_t> templateArgument(const FunctionDecl &Callee) {
  const TemplateArgumentList *Args = Callee.getTemplateSpecializationArgs();
  if (!Args || Args->size() == 0 ||
      Args->get(0).getKind() != TemplateArgument::Integral)
    return std::nullopt;
  return Args->get(0).getAsIntegral().getExtValue();
}

/// The calls of \p E's member functions.
AsyncOperation readMember(const CXXMemberCallExpr &Call, StringRef Name,
                          const ASTContext &Ctx) {
  AsyncOperation Out;
  const Expr *Object = Call.getImplicitObjectArgument();
  if (Call.getNumArgs() != 0)
    return Out;
  if (Name == "arrive_and_wait") {
    // A base class of its own has it in the toolkit.
    Out.Barrier =
        barrierIn(Object ? Object->IgnoreParenBaseCasts() : nullptr, Ctx);
    if (Out.Barrier) {
      Out.Kind = AsyncOperation::Wait;
      Out.Pending = 0;
    }
    return Out;
  }
  Out.Pipeline = pipelineIn(Object, Ctx);
  if (!Out.Pipeline)
    return Out;
  Out.OfBlock = isBlockPipeline(Out.Pipeline->getType());
  if (Name == "producer_acquire")
    Out.Kind = AsyncOperation::Acquire;
  else if (Name == "producer_commit")
    Out.Kind = AsyncOperation::Commit;
  else if (Name == "consumer_release")
    Out.Kind = AsyncOperation::Release;
  else if (Name == "consumer_wait") {
    Out.Kind = AsyncOperation::Wait;
    Out.Pending = 0;
    Out.OldestOnly = true;
  }
  return Out;
}

} // namespace

bool isThreadPipeline(QualType Type) {
  const auto *Record = specialization(Type);
  if (!Record || Record->getName() != "pipeline")
    return false;
  const TemplateArgument &Scope = Record->getTemplateArgs()[0];
  return Scope.getKind() == TemplateArgument::Integral &&
         Scope.getAsIntegral() == ThreadScope;
}

AsyncOperation readObjectCall(const CallExpr &Call, const FunctionDecl &Callee,
                              const ASTContext &Ctx) {
  StringRef Name = Callee.getIdentifier() ? Callee.getName() : "";
  if (const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call))
    return readMember(*Member, Name, Ctx);
  AsyncOperation Out;
  bool Groups = StringRef(Callee.getQualifiedNameAsString())
                    .starts_with("cooperative_groups::");
  if (Name == "memcpy_async") {
    const Expr *First = Call.getNumArgs() ? Call.getArg(0) : nullptr;
    if (First && First->IgnoreParenImpCasts()->getType()->isRecordType())
      Out.Group = First;
    // Behind the sizes stands what counts the copy.
    const Expr *Last =
        Call.getNumArgs() ? Call.getArg(Call.getNumArgs() - 1) : nullptr;
    if (!Groups) {
      Out.Pipeline = pipelineIn(Last, Ctx);
      Out.OfBlock = Out.Pipeline && isBlockPipeline(Out.Pipeline->getType());
      Out.Barrier = barrierIn(Last, Ctx);
    }
    readCopy(Call, Out, Ctx);
    if (!Groups && !Out.Pipeline && !Out.Barrier)
      Out.Kind = AsyncOperation::Other;
    Out.Commits = Groups || Out.Barrier;
    return Out;
  }
  if (Name == "pipeline_consumer_wait_prior" && Call.getNumArgs() == 1) {
    Out.Pipeline = pipelineIn(Call.getArg(0), Ctx);
    if (Out.Pipeline && isThreadPipeline(Out.Pipeline->getType())) {
      Out.Kind = AsyncOperation::Wait;
      Out.Pending = templateArgument(Callee);
    }
    return Out;
  }
  if (Groups && (Name == "wait" || Name == "wait_prior") &&
      Call.getNumArgs() == 1) {
    Out.Kind = AsyncOperation::Wait;
    Out.Group = Call.getArg(0);
    Out.Pending = Name == "wait" ? 0 : templateArgument(Callee);
  }
  return Out;
}

bool waitsWithBlock(const Stmt *S, const ASTContext &Ctx) {
  const auto *Call = dyn_cast<CallExpr>(S);
  std::optional<AsyncOperation> Op =
      Call ? asyncOperation(Call, Ctx) : std::nullopt;
  if (!Op || Op->Kind != AsyncOperation::Wait)
    return false;
  if (!Op->Group)
    return Op->Barrier != nullptr;
  const CXXRecordDecl *Record =
      Op->Group->IgnoreParenBaseCasts()->getType()->getAsCXXRecordDecl();
  return Record && Record->getIdentifier() &&
         Record->getName() == "thread_block";
}

namespace {

/// \p S waits for everything that \p Pipeline counts.
bool waitsForAll(const Stmt *S, const VarDecl *Pipeline,
                 const ASTContext &Ctx) {
  std::optional<AsyncOperation> Op = asyncOperation(S, Ctx);
  return Op && Op->Kind == AsyncOperation::Wait && !Op->OldestOnly &&
         Op->Pending == 0 && Op->Pipeline == Pipeline;
}

bool declares(const Stmt *S, const VarDecl *Var) {
  const auto *Decls = dyn_cast<DeclStmt>(S);
  return Decls && llvm::is_contained(Decls->decls(), Var);
}

bool isRepeated(const Stmt *S, const LoopAnalysis &A) {
  while ((S = A.Parents.getParent(S)))
    if (isa<ForStmt, WhileStmt, DoStmt>(S))
      return true;
  return false;
}

} // namespace

const Stmt *mayStartBusy(const LoopAnalysis &A, const VarDecl *Pipeline) {
  const Stmt *Start = A.M.Header.LoopWithPragmas, *Inner = Start;
  if (!Pipeline->isLocalVarDecl() || Pipeline->getType()->isReferenceType())
    return Start;
  // The last use in front of the loop decides, or at the end of the round
  // before; none at all: it is as it was made.
  for (const Stmt *Outer = A.Parents.getParent(Inner); Outer;
       Inner = Outer, Outer = A.Parents.getParent(Outer)) {
    const auto *Block = dyn_cast<CompoundStmt>(Outer);
    if (!Block) {
      // Where another branch uses it, order is not looked for.
      if (mentions(Outer, Pipeline, Inner))
        return Outer;
      continue;
    }
    const Stmt *Before = nullptr, *After = nullptr;
    bool Behind = false;
    bool Made = false;
    for (const Stmt *S : Block->body()) {
      if (S == Inner) {
        Behind = true;
      } else if (declares(S, Pipeline)) {
        Made = true;
      } else if (mentions(S, Pipeline)) {
        (Behind ? After : Before) = S;
      }
    }
    if (Before)
      return waitsForAll(Before, Pipeline, A.Ctx) ? nullptr : Before;
    if (Made)
      return nullptr;
    if (After && isRepeated(Block, A) && !waitsForAll(After, Pipeline, A.Ctx))
      return After;
  }
  return nullptr;
}

} // namespace cudapipe
