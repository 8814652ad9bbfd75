//===- Callers.cpp - What calls tell about a device function --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Callers.h"
#include "DirectCalls.h"
#include "DivergentExits.h"
#include "FixedMembers.h"
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
      : Ctx(Ctx), IncludersKnown(IncludersKnown), Calls(Ctx), Members(Ctx) {}

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
  MaybeRejection readObject(const CallExpr &Call, const Inside &Caller,
                            const Taint &Threads, Inside &Out);
  void addPassed(const ParmVarDecl &Param, const RootSet &Roots);
  void addHeld(const ParmVarDecl &Param, const RootSet &Roots);
  MaybeRejection checkApart(const CallExpr &Call, const FunctionDecl &Function,
                            const Inside &Caller) const;
  void bind(const FunctionDecl &Function, Inside &Out) const;
  void countRuns(const FunctionDecl &Function, bool InLoop,
                 llvm::DenseMap<const FunctionDecl *, unsigned> &Runs) const;

  const ASTContext &Ctx;
  bool IncludersKnown;
  DirectCalls Calls;
  FixedMembers Members;
  llvm::SmallVector<const FunctionDecl *, 4> Stack;
  /// All that the calls read so far pass for a pointer or reference.
  llvm::DenseMap<const ParmVarDecl *, RootSet> Passed;
  /// What pointers in the objects that they pass point to.
  llvm::DenseMap<const ParmVarDecl *, RootSet> PassedHeld;
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

/// The object is that of \p Caller itself, whose \p Field is the same for all.
bool isSameOfThis(const Expr &Object, const FieldDecl &Field,
                  const Inside &Caller, const Taint &Threads) {
  const MemberVariables *Own = Caller.Flow.members();
  const ParmVarDecl *Var = Own ? Own->of(&Field) : nullptr;
  return Var && isa<CXXThisExpr>(Object.IgnoreParenImpCasts()) &&
         !Threads.reaches(Var);
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

void CallerReader::addPassed(const ParmVarDecl &Param, const RootSet &Roots) {
  Passed[&Param].append(Roots.begin(), Roots.end());
}

void CallerReader::addHeld(const ParmVarDecl &Param, const RootSet &Roots) {
  PassedHeld[&Param].append(Roots.begin(), Roots.end());
}

/// What the object of \p Call, of a member function, holds.
MaybeRejection CallerReader::readObject(const CallExpr &Call,
                                        const Inside &Caller,
                                        const Taint &Threads, Inside &Out) {
  const Expr *Object = objectOfCall(Call);
  auto Reject = [&](std::string Why) {
    return Rejection{RejectionKind::UnsupportedLoop, Call.getSourceRange(),
                     "the object of this call" + std::move(Why)};
  };
  if (!Object)
    return Reject(" is not known");
  // Nobody but this thread sees a variable of its own, or a temporary.
  for (const MemoryRoot &Root : Object->getType()->isPointerType()
                                    ? Caller.Flow.rootsOfPointer(Object)
                                    : Caller.Flow.rootsOfObject(Object))
    if (Root.Kind != MemoryRoot::Local)
      return Reject(" is no variable of the thread, so others may change what "
                    "it holds");
  const bool Differs = Threads.reaches(Object);
  for (const auto &[Field, Var] : Out.Flow.members()->all()) {
    if (Differs && !Members.isSame(*Object, *Field, Threads) &&
        !isSameOfThis(*Object, *Field, Caller, Threads))
      Out.PerThread.insert(Var);
    RootSet Held = Caller.Flow.pointersHeldBy(Object, Field);
    if (Field->getType()->isReferenceType())
      addPassed(*Var, {MemoryRoot()});
    else if (Field->getType()->isPointerType())
      addPassed(*Var, Held);
    else if (Field->getType()->isRecordType())
      addHeld(*Var, Held);
  }
  return std::nullopt;
}

/// Two parameters name memory of their own, except where both are global.
MaybeRejection CallerReader::checkApart(const CallExpr &Call,
                                        const FunctionDecl &Function,
                                        const Inside &Caller) const {
  llvm::SmallVector<std::pair<const NamedDecl *, RootSet>, 8> Roots;
  for (const ParmVarDecl *Param : Function.parameters())
    if (pointsSomewhere(*Param))
      Roots.push_back({Param, rootsOf(Call, *Param, Caller.Flow)});
  if (const Expr *Object = objectOfCall(Call)) {
    const auto *Class = cast<CXXMethodDecl>(Function).getParent();
    Roots.push_back({Class, Object->getType()->isPointerType()
                                ? Caller.Flow.rootsOfPointer(Object)
                                : Caller.Flow.rootsOfObject(Object)});
    for (const FieldDecl *Field : Class->fields())
      if (Field->getType()->isPointerType())
        Roots.push_back({Field, Caller.Flow.pointersHeldBy(Object, Field)});
  }
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
      addPassed(*Param, rootsOf(*Site.Call, *Param, Caller.Flow));
    if (Param->getType().getNonReferenceType()->isRecordType())
      addHeld(*Param,
              Arg ? Caller.Flow.pointersHeldBy(Arg) : RootSet{MemoryRoot()});
  }
  return Out.Flow.members() ? readObject(*Site.Call, Caller, Threads, Out)
                            : std::nullopt;
}

/// All are memory that the host knows of.
bool areGlobal(const RootSet &Roots) {
  return llvm::all_of(Roots, [](const MemoryRoot &Root) {
    return Root.Kind == MemoryRoot::Global || Root.Kind == MemoryRoot::Constant;
  });
}

/// Binds each parameter, and each member, to what the calls pass for it.
void CallerReader::bind(const FunctionDecl &Function, Inside &Out) const {
  llvm::SmallVector<const ParmVarDecl *, 16> Params(Function.parameters());
  if (const MemberVariables *Own = Out.Flow.members())
    for (const auto &[Field, Var] : Own->all())
      Params.push_back(Var);
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  const bool Redirects = Method && mayRedirectPointers(*Method);
  for (const ParmVarDecl *Param : Params) {
    if (Redirects && Out.Flow.isMember(Param)) {
      Out.Flow.bind(Param, {MemoryRoot()});
      continue;
    }
    if (auto Held = PassedHeld.find(Param);
        Held != PassedHeld.end() && areGlobal(Held->second))
      Out.Flow.bindHeld(Param, Held->second);
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
    else if (areGlobal(It->second))
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
  A.Flow.adoptBindings(Facts.Flow);
  return std::nullopt;
}

} // namespace cudapipe
