//===- BlockCounter.cpp - Who counts copies -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sources: libcu++, cuda/barrier and cuda/pipeline (CCCL 3); CUDA C++
// Programming Guide 13.0, "Asynchronous Barrier", "cuda::pipeline".
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/BlockCounter.h"
#include "Analyze/Integers/IndexBounds.h"
#include "Analyze/Threads/BlockQuery.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Analyze/TripCount.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

/// cuda::thread_scope_block (libcu++, cuda/std/__atomic/scopes.h).
constexpr int64_t BlockScope = 2;

/// \p Type is a class template of libcu++ called \p Name, of the block.
const ClassTemplateSpecializationDecl *ofBlock(QualType Type, StringRef Name) {
  if (Type.isNull())
    return nullptr;
  const auto *Record = dyn_cast_or_null<ClassTemplateSpecializationDecl>(
      Type.getNonReferenceType()->getAsCXXRecordDecl());
  if (!Record || Record->getName() != Name ||
      Record->getTemplateArgs().size() == 0 ||
      !StringRef(Record->getQualifiedNameAsString()).starts_with("cuda::"))
    return nullptr;
  const TemplateArgument &Scope = Record->getTemplateArgs()[0];
  return Scope.getKind() == TemplateArgument::Integral &&
                 Scope.getAsIntegral() == BlockScope
             ? Record
             : nullptr;
}

/// The variable whose address \p E is, or null.
const VarDecl *pointee(const Expr *E) {
  const auto *Op = dyn_cast<UnaryOperator>(E->IgnoreParenImpCasts());
  const auto *Ref =
      Op && Op->getOpcode() == UO_AddrOf
          ? dyn_cast<DeclRefExpr>(Op->getSubExpr()->IgnoreParens())
          : nullptr;
  return Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
}

bool isThreadBlockType(QualType Type) {
  const CXXRecordDecl *Record =
      Type.getNonReferenceType()->getAsCXXRecordDecl();
  return Record && Record->getIdentifier() &&
         Record->getName() == "thread_block";
}

/// The name of what \p Call calls, if it is libcu++'s.
StringRef libraryName(const CallExpr &Call, const ASTContext &Ctx) {
  const FunctionDecl *Callee = knownCallee(Call);
  return Callee && Callee->getIdentifier() && isLibraryFunction(*Callee, Ctx)
             ? Callee->getName()
             : "";
}

/// Which of x, y and z \p E is a product of, each once; nothing if it is
/// something else.
std::optional<unsigned> dimensionsIn(const Expr *E, unsigned Depth = 0) {
  E = E->IgnoreParenCasts();
  if (const auto Index = builtinIndex(E))
    return Index->first == "blockDim" ? std::optional(1u << Index->second)
                                      : std::nullopt;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var && Depth < 4 && Var->hasLocalStorage() && Var->getInit() &&
                   isNeverChanged(*Var)
               ? dimensionsIn(Var->getInit(), Depth + 1)
               : std::nullopt;
  }
  const auto *Op = dyn_cast<BinaryOperator>(E);
  if (!Op || Op->getOpcode() != BO_Mul || Depth > 4)
    return std::nullopt;
  const auto Left = dimensionsIn(Op->getLHS(), Depth + 1),
             Right = dimensionsIn(Op->getRHS(), Depth + 1);
  return Left && Right && !(*Left & *Right) ? std::optional(*Left | *Right)
                                            : std::nullopt;
}

/// Threads that are alike but for y or z do not tell themselves apart.
bool tellsApart(const Stmt *Body, unsigned Dimensions) {
  return holds(Body, [&](const Stmt &S) {
    const auto *E = dyn_cast<Expr>(&S);
    const auto Index = E ? builtinIndex(E) : std::nullopt;
    return Index && Index->first == "threadIdx" &&
           !(Dimensions & (1u << Index->second));
  });
}

/// \p Count is the number of threads of a block that runs \p Function: fewer
/// would wait for ever, and more cannot be launched.
bool isBlockSize(const Expr *Count, const FunctionDecl &Function,
                 const ASTContext &Ctx) {
  const Expr *E = Count->IgnoreParenImpCasts();
  if (blockQuery(E) == BlockQuery::Size)
    return true;
  if (const std::optional<unsigned> Dimensions = dimensionsIn(Count))
    return *Dimensions == 7 || !tellsApart(Function.getBody(), *Dimensions);
  const auto *Bounds = Function.getAttr<CUDALaunchBoundsAttr>();
  const Expr *Most = Bounds ? Bounds->getMaxThreads() : nullptr;
  const std::optional<int64_t> Value = constantValue(Count, Ctx);
  return Most && Value && constantValue(Most, Ctx) == Value;
}

} // namespace

bool isBlockBarrierObject(QualType Type) {
  const ClassTemplateSpecializationDecl *Record = ofBlock(Type, "barrier");
  if (!Record)
    return false;
  const TemplateArgumentList &Args = Record->getTemplateArgs();
  if (Args.size() < 2)
    return true;
  const CXXRecordDecl *Completion =
      Args[1].getKind() == TemplateArgument::Type
          ? Args[1].getAsType()->getAsCXXRecordDecl()
          : nullptr;
  return Completion && Completion->getIdentifier() &&
         Completion->getName().starts_with("__");
}

bool isBlockPipeline(QualType Type) { return ofBlock(Type, "pipeline"); }

std::optional<BlockCounter> barrierOfBlock(const VarDecl &Bar,
                                           const ASTContext &Ctx) {
  const auto *Function = dyn_cast<FunctionDecl>(Bar.getDeclContext());
  if (!Function || !Bar.hasAttr<CUDASharedAttr>() || !Function->getBody() ||
      !isBlockBarrierObject(Bar.getType()))
    return std::nullopt;
  BlockCounter Out{&Bar};
  unsigned Inits = 0;
  forEach<CallExpr>(Function->getBody(), [&](const CallExpr &Call) {
    if (Call.getNumArgs() < 2 || libraryName(Call, Ctx) != "init" ||
        pointee(Call.getArg(0)) != &Bar)
      return;
    ++Inits;
    Out.Init = &Call;
  });
  return Inits == 1 && isBlockSize(Out.Init->getArg(1), *Function, Ctx)
             ? std::optional(Out)
             : std::nullopt;
}

std::optional<BlockCounter> pipelineOfBlock(const VarDecl &Pipe,
                                            const ASTContext &Ctx) {
  if (!Pipe.isLocalVarDecl() || Pipe.getType()->isReferenceType() ||
      !isBlockPipeline(Pipe.getType()) || !Pipe.getInit())
    return std::nullopt;
  const Expr *Init = Pipe.getInit()->IgnoreImplicit();
  if (const auto *Moved = dyn_cast<CXXConstructExpr>(Init);
      Moved && Moved->getNumArgs() == 1)
    Init = Moved->getArg(0)->IgnoreImplicit();
  BlockCounter Out;
  Out.Pipeline = &Pipe;
  Out.Init = dyn_cast<CallExpr>(Init);
  if (!Out.Init || Out.Init->getNumArgs() != 2 ||
      libraryName(*Out.Init, Ctx) != "make_pipeline" ||
      !isThreadBlockType(Out.Init->getArg(0)->IgnoreParenImpCasts()->getType()))
    return std::nullopt;
  Out.Shared = pointee(Out.Init->getArg(1));
  const ClassTemplateSpecializationDecl *State =
      Out.Shared && Out.Shared->hasAttr<CUDASharedAttr>()
          ? ofBlock(Out.Shared->getType(), "pipeline_shared_state")
          : nullptr;
  if (!State || State->getTemplateArgs().size() != 2)
    return std::nullopt;
  const TemplateArgument &Stages = State->getTemplateArgs()[1];
  return Stages.getKind() == TemplateArgument::Integral &&
                 Stages.getAsIntegral() == 1
             ? std::optional(Out)
             : std::nullopt;
}

} // namespace cudapipe
