//===- Callers.cpp - What calls tell about a device function --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Callers.h"
#include "CallerReader.h"
#include "DivergentExits.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

/// A closure may use what other arguments point to.
static const ParmVarDecl *findClosure(const FunctionDecl &Function) {
  for (const ParmVarDecl *Param : Function.parameters())
    if (const CXXRecordDecl *Record =
            Param->getType().getNonReferenceType()->getAsCXXRecordDecl();
        Record && Record->isLambda())
      return Param;
  return nullptr;
}

/// The call is made by all threads of the block or by none.
MaybeRejection CallerReader::checkUniform(const CallExpr &Call,
                                          const FunctionDecl &Caller,
                                          const Taint &Threads) {
  auto Differs = [&](const Expr *Cond) {
    return Rejection{RejectionKind::BarrierNotUniform, Cond->getSourceRange(),
                     quoted(Cond, Ctx) + ", around a call of " +
                         quoted(Stack.back()) +
                         ", may differ from thread to thread"};
  };
  const Expr *Leaves = divergentReturn(Caller.getBody(), Threads);
  if (Leaves && !Caller.hasAttr<CUDAGlobalAttr>())
    return Differs(Leaves);
  ThreadsLeave |= Leaves != nullptr;
  ParentMap Parents(Caller.getBody());
  const Stmt *Child = &Call;
  for (const Stmt *S = Parents.getParent(Child); S;
       Child = S, S = Parents.getParent(S)) {
    const Expr *Cond = nullptr;
    if (const auto *If = dyn_cast<IfStmt>(S))
      Cond = If->getCond();
    else if (const auto *For = dyn_cast<ForStmt>(S))
      Cond = For->getCond();
    else if (const auto *While = dyn_cast<WhileStmt>(S))
      Cond = While->getCond();
    else if (const auto *Do = dyn_cast<DoStmt>(S))
      Cond = Do->getCond();
    else if (const auto *Switch = dyn_cast<SwitchStmt>(S))
      Cond = Switch->getCond();
    else if (const auto *Choice = dyn_cast<AbstractConditionalOperator>(S))
      Cond = Choice->getCond();
    else if (const auto *Op = dyn_cast<BinaryOperator>(S);
             Op && Op->isLogicalOp())
      Cond = Op->getLHS();
    if (Cond && Cond != Child && Threads.reaches(Cond))
      return Differs(Cond);
  }
  return std::nullopt;
}

MaybeRejection CallerReader::readCall(const DirectCalls::Site &Site,
                                      const FunctionDecl &Function,
                                      Inside &Out) {
  if (Site.InLambda)
    return Rejection{
        RejectionKind::UnsupportedLoop, Site.Call->getSourceRange(),
        "a lambda calls " + quoted(&Function) + ", in which the loop stands"};
  Inside Caller(*Site.Caller);
  if (MaybeRejection Why = read(*Site.Caller, Caller))
    return Why;
  Taint Threads(Site.Caller->getBody(), Caller.Flow, Ctx,
                Taint::Seed::ThreadIndex, Caller.PerThread);
  if (MaybeRejection Why = checkUniform(*Site.Call, *Site.Caller, Threads))
    return Why;
  if (MaybeRejection Why = checkApart(*Site.Call, Function, Caller, Out))
    return Why;
  readPassed(*Site.Call, Function, Caller, Threads, Out);
  return Out.Flow.members() ? readObject(*Site.Call, Caller, Threads, Out)
                            : std::nullopt;
}

MaybeRejection CallerReader::read(const FunctionDecl &Function, Inside &Out) {
  if (Function.hasAttr<CUDAGlobalAttr>()) {
    Kernels.insert(&Function);
    return std::nullopt;
  }
  auto Reject = [&](std::string Why) {
    return Rejection{RejectionKind::UnsupportedLoop,
                     SourceRange(Function.getLocation()),
                     quoted(&Function) + std::move(Why)};
  };
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  const bool IsMember = Method && Method->isInstance();
  if (IsMember && (Method->isVirtual() || isa<CXXConstructorDecl>(Method) ||
                   isa<CXXDestructorDecl>(Method) ||
                   Method->isExplicitObjectMemberFunction() ||
                   Method->isVolatile() || Method->getParent()->isUnion()))
    return Reject(" is a member function, and what its object holds is not "
                  "known in the loop");
  if (Function.getAttr<CUDAHostAttr>())
    return Reject(" is compiled for the host too");
  if (isInHeader(Function, Ctx) && !IncludersKnown)
    return Reject(" stands in a header, and who else calls it is not known");
  if (const ParmVarDecl *Closure = findClosure(Function))
    return Reject(" takes a lambda, " + quoted(Closure) +
                  ", which may use what other parameters point to");
  if (llvm::is_contained(Stack, &Function))
    return Reject(" calls itself");
  bool Visible = Function.isExternallyVisible() && !Function.isInlined() &&
                 !Function.isTemplateInstantiation() && !Function.isTemplated();
  if (Visible && Ctx.Idents.get("__CUDACC_RDC__").hasMacroDefinition())
    return Reject(" may be called from other files, as the code is relocatable "
                  "(-rdc); declare it static");
  if (Calls.isUsedOtherwise(Function))
    return Reject(" is not only called: its address is taken");
  if (Calls.of(Function).empty())
    return Reject(" is not called in this file, so it is not known what its "
                  "parameters are");
  if (IsMember)
    Out.Flow.nameMembers(std::make_shared<MemberVariables>(*Method));
  Stack.push_back(&Function);
  for (const DirectCalls::Site &Site : Calls.of(Function))
    if (MaybeRejection Why = readCall(Site, Function, Out))
      return Why;
  Stack.pop_back();
  bind(Function, Out);
  return std::nullopt;
}

static bool holdsLabel(const Stmt *S) {
  return S && (isa<LabelStmt>(S) ||
               llvm::any_of(S->children(), [](const Stmt *Child) {
                 return holdsLabel(Child);
               }));
}

/// Adds the ways from each kernel to \p Function; one through a loop counts as
/// two.
void CallerReader::countRuns(
    const FunctionDecl &Function, bool InLoop,
    llvm::DenseMap<const FunctionDecl *, unsigned> &Runs) const {
  for (const DirectCalls::Site &Site : Calls.of(Function)) {
    bool Again = InLoop || holdsLabel(Site.Caller->getBody());
    ParentMap Parents(Site.Caller->getBody());
    for (const Stmt *S = Site.Call; S; S = Parents.getParent(S))
      Again |= isa<ForStmt, WhileStmt, DoStmt>(S);
    if (Site.Caller->hasAttr<CUDAGlobalAttr>())
      Runs[Site.Caller] += Again ? 2 : 1;
    else
      countRuns(*Site.Caller, Again, Runs);
  }
}

bool CallerReader::runsAgain(const FunctionDecl &Function) const {
  llvm::DenseMap<const FunctionDecl *, unsigned> Runs;
  countRuns(Function, /*InLoop=*/false, Runs);
  return llvm::any_of(Runs, [](const auto &Entry) { return Entry.second > 1; });
}

MaybeRejection readCallers(LoopAnalysis &A) {
  const FunctionDecl &Function = *A.M.Kernel;
  if (!A.inDeviceFunction()) {
    A.M.Kernels.push_back(&Function);
    return std::nullopt;
  }
  CallerReader Reader(A.Ctx, A.IncludersKnown);
  Inside Facts(Function);
  if (MaybeRejection Why = Reader.read(Function, Facts))
    return Why;
  A.M.Kernels.assign(Reader.Kernels.begin(), Reader.Kernels.end());
  A.PerThread = Facts.PerThread;
  A.RunsAgain = Reader.runsAgain(Function);
  A.ThreadsLeave = Reader.ThreadsLeave;
  A.Flow.adoptBindings(Facts.Flow);
  return std::nullopt;
}

} // namespace cudapipe
