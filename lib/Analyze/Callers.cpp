//===- Callers.cpp - What calls tell about a device function --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Callers.h"
#include "DirectCalls.h"
#include "DivergentExits.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {
namespace {

/// What is known inside of one function.
struct Inside {
  explicit Inside(const FunctionDecl &Function) : Flow(Function) {}

  PointerFlow Flow;
  /// Parameters that may differ from thread to thread.
  VarSet PerThread;
};

class CallerReader {
public:
  CallerReader(const ASTContext &Ctx, bool IncludersKnown)
      : Ctx(Ctx), IncludersKnown(IncludersKnown), Calls(Ctx) {}

  /// Reads all calls of \p Function, those of its callers first.
  MaybeRejection read(const FunctionDecl &Function, Inside &Out);
  /// Some kernel may run the body of \p Function, which was read, twice.
  bool runsAgain(const FunctionDecl &Function) const;
  /// The kernels that the calls come from.
  llvm::SmallSetVector<const FunctionDecl *, 4> Kernels;
  /// Behind a call some threads may leave the kernel.
  bool ThreadsLeave = false;

private:
  MaybeRejection readCall(const DirectCalls::Site &Site,
                          const FunctionDecl &Function, Inside &Out);
  MaybeRejection checkUniform(const CallExpr &Call, const FunctionDecl &Caller,
                              const Taint &Threads);
  MaybeRejection checkApart(const CallExpr &Call, const FunctionDecl &Function,
                            const Inside &Caller) const;
  void bind(const FunctionDecl &Function, Inside &Out) const;
  void countRuns(const FunctionDecl &Function, bool InLoop,
                 llvm::DenseMap<const FunctionDecl *, unsigned> &Runs) const;

  const ASTContext &Ctx;
  bool IncludersKnown;
  DirectCalls Calls;
  llvm::SmallVector<const FunctionDecl *, 4> Stack;
  /// All that the calls read so far pass for a pointer or reference.
  llvm::DenseMap<const ParmVarDecl *, RootSet> Passed;
};

bool pointsSomewhere(const ParmVarDecl &Param) {
  QualType Type = Param.getType();
  return Type->isPointerType() || Type->isReferenceType();
}

RootSet rootsOf(const CallExpr &Call, const ParmVarDecl &Param,
                const PointerFlow &Caller) {
  const Expr *Arg = argumentFor(Call, Param);
  if (!Arg)
    return {MemoryRoot()};
  return Param.getType()->isReferenceType() ? Caller.rootsOfObject(Arg)
                                            : Caller.rootsOfPointer(Arg);
}

/// All extern arrays are one: dynamic shared memory.
bool sameMemory(const MemoryRoot &A, const MemoryRoot &B) {
  if (A.Kind != B.Kind)
    return false;
  bool Dynamic = A.Kind == MemoryRoot::Shared && A.Var && B.Var &&
                 A.Var->hasExternalStorage() && B.Var->hasExternalStorage();
  return A.Var == B.Var || Dynamic;
}

/// Dynamic shared memory that \p S names.
const VarDecl *findDynamic(const Stmt *S) {
  if (const auto *Ref = dyn_cast_or_null<DeclRefExpr>(S))
    if (const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
        Var && isShared(*Var) && Var->hasExternalStorage())
      return Var;
  if (S)
    for (const Stmt *Child : S->children())
      if (const VarDecl *Found = findDynamic(Child))
        return Found;
  return nullptr;
}

/// A closure may use what other arguments point to.
const ParmVarDecl *findClosure(const FunctionDecl &Function) {
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

/// Two parameters name memory of their own, except where both are global.
MaybeRejection CallerReader::checkApart(const CallExpr &Call,
                                        const FunctionDecl &Function,
                                        const Inside &Caller) const {
  llvm::SmallVector<std::pair<const ParmVarDecl *, RootSet>, 8> Roots;
  for (const ParmVarDecl *Param : Function.parameters())
    if (pointsSomewhere(*Param))
      Roots.push_back({Param, rootsOf(Call, *Param, Caller.Flow)});
  for (size_t I = 0; I < Roots.size(); ++I)
    for (size_t J = 0; J < I; ++J)
      for (const MemoryRoot &A : Roots[I].second)
        for (const MemoryRoot &B : Roots[J].second)
          if (sameMemory(A, B) &&
              (A.Kind == MemoryRoot::Shared || A.Kind == MemoryRoot::Local))
            return Rejection{
                RejectionKind::UnknownEffects, Call.getSourceRange(),
                quoted(Roots[J].first) + " and " + quoted(Roots[I].first) +
                    " of " + quoted(&Function) + " may name the same memory"};
  for (const auto &[Param, Of] : Roots)
    for (const MemoryRoot &Root : Of)
      if (Root.Kind == MemoryRoot::Shared && Root.Var->hasExternalStorage())
        if (const VarDecl *Array = findDynamic(Function.getBody()))
          return Rejection{RejectionKind::UnknownEffects, Call.getSourceRange(),
                           quoted(Param) + " and " + quoted(Array) + " in " +
                               quoted(&Function) + " may name the same memory"};
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
  if (MaybeRejection Why = checkApart(*Site.Call, Function, Caller))
    return Why;
  for (const ParmVarDecl *Param : Function.parameters()) {
    const Expr *Arg = argumentFor(*Site.Call, *Param);
    if (!Arg || Threads.reaches(Arg))
      Out.PerThread.insert(Param);
    if (pointsSomewhere(*Param))
      for (const MemoryRoot &Root : rootsOf(*Site.Call, *Param, Caller.Flow))
        Passed[Param].push_back(Root);
  }
  return std::nullopt;
}

/// Binds each parameter to what the calls pass for it.
void CallerReader::bind(const FunctionDecl &Function, Inside &Out) const {
  for (const ParmVarDecl *Param : Function.parameters()) {
    auto It = Passed.find(Param);
    if (It == Passed.end() || It->second.empty())
      continue;
    auto All = [&](MemoryRoot::KindTy Kind) {
      return llvm::all_of(It->second, [&](const MemoryRoot &Root) {
        return Root.Kind == Kind;
      });
    };
    // checkApart() has seen that no other parameter names the same.
    if (All(MemoryRoot::Shared) || All(MemoryRoot::Local) ||
        (All(MemoryRoot::Global) && Param->getType().isRestrictQualified()))
      Out.Flow.bind(Param, {{It->second[0].Kind, Param}});
    else if (llvm::all_of(It->second, [](const MemoryRoot &Root) {
               return Root.Kind == MemoryRoot::Global ||
                      Root.Kind == MemoryRoot::Constant;
             }))
      Out.Flow.bind(Param, It->second);
  }
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
  if (Method && Method->isInstance())
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
  Stack.push_back(&Function);
  for (const DirectCalls::Site &Site : Calls.of(Function))
    if (MaybeRejection Why = readCall(Site, Function, Out))
      return Why;
  Stack.pop_back();
  bind(Function, Out);
  return std::nullopt;
}

bool holdsLabel(const Stmt *S) {
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

} // namespace

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
  for (const ParmVarDecl *Param : Function.parameters())
    if (std::optional<RootSet> Roots = Facts.Flow.boundRoots(Param))
      A.Flow.bind(Param, *Roots);
  return std::nullopt;
}

} // namespace cudapipe
