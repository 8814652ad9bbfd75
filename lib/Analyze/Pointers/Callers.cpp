//===- Callers.cpp - What calls tell about a device function ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In this order:
//
//   The walk behind readCallers()
//   What calls tell about a device function
//   What calls pass of memory
//   Callers that are not known
//
//===----------------------------------------------------------------------===//

#include "Callers.h"
#include "Analyze/Effects/DirectCalls.h"
#include "Analyze/Loop/LoopAnalysis.h"
#include "Analyze/Threads/DivergentExits.h"
#include "FixedMembers.h"
#include "Rules/Rules.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/PassedPointers.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Frontend/UnreadCode.h"
#include "cudapipe/Match/UnknownSpelling.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {

//===- The walk behind readCallers() ------------------------------------===//
// It goes from call to call, and reads what each passes of memory: pointers,
// references, objects and the object of a member function.

/// What is known inside of one function.
struct Inside {
  explicit Inside(const clang::FunctionDecl &Function) : Flow(Function) {}

  PointerFlow Flow;
  /// Parameters that may differ from thread to thread.
  VarSet PerThread;
};

class CallerReader {
public:
  CallerReader(const clang::Stmt &Loop, const clang::ASTContext &Ctx,
               bool IncludersKnown, bool AssumeNoAlias)
      : Loop(Loop), Ctx(Ctx), IncludersKnown(IncludersKnown),
        AssumeNoAlias(AssumeNoAlias), Calls(Ctx), Members(Ctx) {}

  const char *calledElsewhere(const clang::FunctionDecl &Function) const;
  /// Calls in sight are all that is read: others forbid nothing.
  void believeNone() { MayBeElsewhere = true; }

  /// Reads all calls of \p Function, those of its callers first.
  MaybeRejection read(const clang::FunctionDecl &Function, Inside &Out);
  /// Some kernel may run the body of \p Function, which was read, twice.
  bool runsAgain(const clang::FunctionDecl &Function) const;
  /// The kernels that the calls come from.
  llvm::SmallSetVector<const clang::FunctionDecl *, 4> Kernels;
  /// Behind a call some threads may leave the kernel.
  bool ThreadsLeave = false;
  /// A parameter of \p Function, which was read, that may be shared memory.
  const clang::ParmVarDecl *
  sharedOf(const clang::FunctionDecl &Function) const {
    for (const clang::ParmVarDecl *Param : Function.parameters())
      if (auto It = Passed.find(Param);
          It != Passed.end() &&
          llvm::any_of(It->second, [](const MemoryRoot &Root) {
            return Root.Kind == MemoryRoot::Shared;
          }))
        return Param;
    return nullptr;
  }

private:
  MaybeRejection readCall(const DirectCalls::Site &Site,
                          const clang::FunctionDecl &Function, Inside &Out);
  MaybeRejection checkUniform(const clang::CallExpr &Call,
                              const clang::FunctionDecl &Caller,
                              const Taint &Threads);
  void readPassed(const clang::CallExpr &Call,
                  const clang::FunctionDecl &Function, const Inside &Caller,
                  const Taint &Threads, Inside &Out);
  MaybeRejection readObject(const clang::CallExpr &Call, const Inside &Caller,
                            const Taint &Threads, Inside &Out);
  void addPassed(const clang::ParmVarDecl &Param, const RootSet &Roots);
  void addHeld(const clang::ParmVarDecl &Param, const RootSet &Roots);
  MaybeRejection checkApart(const clang::CallExpr &Call,
                            const clang::FunctionDecl &Function,
                            const Inside &Caller, const Inside &Out);
  /// What stands for all parameters that may name the same shared array.
  const clang::ParmVarDecl *firstNameOf(const clang::ParmVarDecl *Param) const;
  void nameSame(const clang::ParmVarDecl *A, const clang::ParmVarDecl *B);
  void bind(const clang::FunctionDecl &Function, Inside &Out) const;
  void
  countRuns(const clang::FunctionDecl &Function, bool InLoop,
            llvm::DenseMap<const clang::FunctionDecl *, unsigned> &Runs) const;

  /// The one that is analyzed.
  const clang::Stmt &Loop;
  const clang::ASTContext &Ctx;
  bool IncludersKnown, AssumeNoAlias, MayBeElsewhere = false;
  DirectCalls Calls;
  FixedMembers Members;
  llvm::SmallVector<const clang::FunctionDecl *, 4> Stack;
  /// All that the calls read so far pass for a pointer or reference.
  llvm::DenseMap<const clang::ParmVarDecl *, RootSet> Passed;
  /// The first of several parameters into one shared array, from the others.
  llvm::DenseMap<const clang::ParmVarDecl *, const clang::ParmVarDecl *>
      FirstName;
  /// Pointers for which a call passes one that another parameter gets, too, or
  /// may get.
  VarSet PassedTwice;
  /// What pointers in the objects that they pass point to.
  llvm::DenseMap<const clang::ParmVarDecl *, RootSet> PassedHeld;
};

//===- What calls tell about a device function --------------------------===//

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
  const ParentMap Parents(Site.Caller->getBody());
  Taint Threads(
      Site.Caller->getBody(), Caller.Flow, Ctx, Taint::Seed::ThreadIndex,
      Caller.PerThread,
      publishedScalarsAt(*Site.Call, *Site.Caller, Caller.Flow, Ctx, Parents));
  if (MaybeRejection Why = checkUniform(*Site.Call, *Site.Caller, Threads))
    return Why;
  if (MaybeRejection Why = checkApart(*Site.Call, Function, Caller, Out))
    return Why;
  readPassed(*Site.Call, Function, Caller, Threads, Out);
  return Out.Flow.members() ? readObject(*Site.Call, Caller, Threads, Out)
                            : std::nullopt;
}

/// Why \p Function may have calls that are not in sight; null if it has none. A
/// .cu that this one includes is a header, too.
const char *CallerReader::calledElsewhere(const FunctionDecl &Function) const {
  const SourceManager &SM = Ctx.getSourceManager();
  if (!IncludersKnown &&
      (isInHeader(Function, Ctx) ||
       !SM.isInMainFile(SM.getExpansionLoc(Function.getLocation()))))
    return "stands in a header";
  return findUnreadUse(Function, Ctx)
             ? "may be called in code that was not read"
             : nullptr;
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
  if (const char *Why = MayBeElsewhere ? nullptr : calledElsewhere(Function))
    return Reject(std::string(" ") + Why +
                  ", and who else calls it is not known");
  if (const ParmVarDecl *Closure = findClosure(Function))
    return Reject(" takes a lambda, " + quoted(Closure) +
                  ", which may use what other parameters point to");
  if (llvm::is_contained(Stack, &Function))
    return Reject(" calls itself");
  if (mayBeLinkedTo(Function, Ctx))
    return Reject(" may be called from other files, as the code is relocatable "
                  "(-rdc); declare it static");
  if (Calls.isUsedOtherwise(Function))
    return Reject(" is not only called: its address is taken");
  // What parses of a function is not what it does.
  auto IsRead = [&](const DirectCalls::Site &Site) {
    return !holdsParseError(*Site.Caller, Ctx);
  };
  if (llvm::none_of(Calls.of(Function), IsRead))
    return Reject(" is not called in this file, so it is not known what its "
                  "parameters are");
  if (IsMember)
    Out.Flow.nameMembers(std::make_shared<MemberVariables>(*Method));
  Stack.push_back(&Function);
  for (const DirectCalls::Site &Site :
       llvm::make_filter_range(Calls.of(Function), IsRead))
    if (MaybeRejection Why = readCall(Site, Function, Out))
      return Why;
  Stack.pop_back();
  bind(Function, Out);
  return std::nullopt;
}

/// Adds the ways from each kernel to \p Function; one through a loop counts as
/// two.
void CallerReader::countRuns(
    const FunctionDecl &Function, bool InLoop,
    llvm::DenseMap<const FunctionDecl *, unsigned> &Runs) const {
  for (const DirectCalls::Site &Site : Calls.of(Function)) {
    bool Again = InLoop || holdsA<LabelStmt>(Site.Caller->getBody());
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

static MaybeRejection believeFunctionOnly(LoopAnalysis &A);

MaybeRejection readCallers(LoopAnalysis &A) {
  const FunctionDecl &Function = *A.M.Kernel;
  if (!A.inDeviceFunction()) {
    A.M.Kernels.push_back(&Function);
    return std::nullopt;
  }
  CallerReader Reader(*A.M.Header.Loop, A.Ctx, A.IncludersKnown,
                      A.AssumeNoAlias);
  A.Callers.Elsewhere = Reader.calledElsewhere(Function);
  if (A.Callers.Elsewhere)
    Reader.believeNone();
  Inside Facts(Function);
  if (MaybeRejection Why = Reader.read(Function, Facts))
    return Why;
  A.M.Kernels.assign(Reader.Kernels.begin(), Reader.Kernels.end());
  A.Callers.PerThread = A.Callers.PerThreadAtBarriers = Facts.PerThread;
  A.Callers.RunsAgain = Reader.runsAgain(Function);
  A.Callers.ThreadsLeave = Reader.ThreadsLeave;
  A.Callers.Shared = Reader.sharedOf(Function);
  if (A.Callers.Elsewhere)
    return believeFunctionOnly(A);
  A.Flow.adoptBindings(Facts.Flow);
  return std::nullopt;
}

PointerFlow pointersOf(const LoopCandidate &Candidate, const ASTContext &Ctx) {
  const FunctionDecl &Function = *Candidate.Kernel;
  PointerFlow Out(Function);
  if (Function.hasAttr<CUDAGlobalAttr>())
    return Out;
  CallerReader Reader(*Candidate.Loop, Ctx, Candidate.IncludersKnown,
                      /*AssumeNoAlias=*/false);
  Inside Facts(Function);
  if (!Reader.calledElsewhere(Function) && !Reader.read(Function, Facts))
    Out.adoptBindings(Facts.Flow);
  return Out;
}

std::optional<VarSet> perThreadAtBarriers(const LoopCandidate &Candidate,
                                          const ASTContext &Ctx) {
  const FunctionDecl &Function = *Candidate.Kernel;
  if (Function.hasAttr<CUDAGlobalAttr>())
    return VarSet();
  const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
  CallerReader Reader(*Candidate.Loop, Ctx, Candidate.IncludersKnown,
                      /*AssumeNoAlias=*/false);
  if (Reader.calledElsewhere(Function))
    Reader.believeNone();
  Inside Facts(Function);
  if ((Method && Method->isInstance()) || Reader.read(Function, Facts))
    return std::nullopt;
  return Facts.PerThread;
}

//===- What calls pass of memory ----------------------------------------===//

namespace {

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
  const VarDecl *Found = nullptr;
  holds(S, [&](const Stmt &At) {
    const auto *Ref = dyn_cast<DeclRefExpr>(&At);
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    if (Var && isShared(*Var) && Var->hasExternalStorage())
      Found = Var;
    return Found != nullptr;
  });
  return Found;
}

/// The object is that of \p Caller itself, whose \p Field is the same for all.
bool isSameOfThis(const Expr &Object, const FieldDecl &Field,
                  const Inside &Caller, const Taint &Threads) {
  const MemberVariables *Own = Caller.Flow.members();
  const ParmVarDecl *Var = Own ? Own->of(&Field) : nullptr;
  return Var && isa<CXXThisExpr>(Object.IgnoreParenImpCasts()) &&
         !Threads.reaches(Var);
}

/// All are memory that the host knows of.
bool areGlobal(const RootSet &Roots) {
  return llvm::all_of(Roots, [](const MemoryRoot &Root) {
    return Root.Kind == MemoryRoot::Global || Root.Kind == MemoryRoot::Constant;
  });
}

} // namespace

/// The parameter or the member that the pointer \p E is, or leads on from; null
/// if that is not plain.
static const ValueDecl *pointerNameOf(const Expr *E, unsigned Depth = 0) {
  E = E->IgnoreParenCasts();
  if (const auto *Member = dyn_cast<MemberExpr>(E))
    return Member->getMemberDecl();
  if (const auto *Op = dyn_cast<BinaryOperator>(E); Op && Op->isAdditiveOp())
    return pointerNameOf(
        Op->getLHS()->getType()->isPointerType() ? Op->getLHS() : Op->getRHS(),
        Depth);
  const auto *Ref = dyn_cast<DeclRefExpr>(E);
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || isa<ParmVarDecl>(Var))
    return Var;
  return Depth < 4 && Var->hasLocalStorage() && Var->getInit() &&
                 isNeverChanged(*Var)
             ? pointerNameOf(Var->getInit(), Depth + 1)
             : nullptr;
}

/// What \p Call passes for the parameters.
void CallerReader::readPassed(const CallExpr &Call,
                              const FunctionDecl &Function,
                              const Inside &Caller, const Taint &Threads,
                              Inside &Out) {
  for (const ParmVarDecl *Param : Function.parameters()) {
    const Expr *Arg = argumentFor(Call, *Param);
    if (!Arg || Threads.reaches(Arg))
      Out.PerThread.insert(Param);
    if (pointsSomewhere(*Param))
      addPassed(*Param, rootsOf(Call, *Param, Caller.Flow));
    if (Param->getType().getNonReferenceType()->isRecordType())
      addHeld(*Param,
              Arg ? Caller.Flow.pointersHeldBy(Arg) : RootSet{MemoryRoot()});
  }
  llvm::DenseMap<const ValueDecl *, const ParmVarDecl *> Names;
  for (const ParmVarDecl *Param : Function.parameters()) {
    if (!pointsSomewhere(*Param))
      continue;
    const Expr *Arg = argumentFor(Call, *Param);
    const ValueDecl *Name = Arg ? pointerNameOf(Arg) : nullptr;
    auto [It, IsNew] = Names.try_emplace(Name, Param);
    if (!Name || !IsNew) {
      PassedTwice.insert(Param);
      PassedTwice.insert(It->second);
    }
  }
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

/// \p Loop names none of \p Params, references of \p Function, and what they
/// refer to goes nowhere but from one of them to another: whether two of them
/// refer to the same changes nothing in the loop.
static bool areHandedOnOnly(const VarSet &Params, const FunctionDecl &Function,
                            const Stmt &Loop) {
  auto Of = [&](const Expr *E) {
    const auto *Ref = dyn_cast<DeclRefExpr>(E->IgnoreParenImpCasts());
    const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
    return Var && Params.count(Var);
  };
  auto Only = [&](auto &&Self, const Stmt *S, bool InLoop) -> bool {
    if (!S)
      return true;
    InLoop |= S == &Loop;
    if (const auto *Op = dyn_cast<BinaryOperator>(S);
        Op && Op->getOpcode() == BO_Assign && Of(Op->getLHS()) && !InLoop)
      return Of(Op->getRHS()) || Self(Self, Op->getRHS(), InLoop);
    if (const auto *E = dyn_cast<Expr>(S); E && isa<DeclRefExpr>(E) && Of(E))
      return false;
    return llvm::all_of(S->children(), [&](const Stmt *Child) {
      return Self(Self, Child, InLoop);
    });
  };
  return Only(Only, Function.getBody(), false);
}

/// Two parameters name memory of their own, except where both are global.
MaybeRejection CallerReader::checkApart(const CallExpr &Call,
                                        const FunctionDecl &Function,
                                        const Inside &Caller,
                                        const Inside &Out) {
  struct Named {
    const NamedDecl *Name;
    const ParmVarDecl *Param; ///< Null for the object.
    RootSet Roots;
  };
  llvm::SmallVector<Named, 8> All;
  for (const ParmVarDecl *Param : Function.parameters())
    if (pointsSomewhere(*Param))
      All.push_back({Param, Param, rootsOf(Call, *Param, Caller.Flow)});
  const MemberVariables *Own = Out.Flow.members();
  if (const Expr *Object = Own ? objectOfCall(Call) : nullptr) {
    const auto *Class = cast<CXXMethodDecl>(Function).getParent();
    All.push_back({Class, nullptr,
                   Object->getType()->isPointerType()
                       ? Caller.Flow.rootsOfPointer(Object)
                       : Caller.Flow.rootsOfObject(Object)});
    for (const auto &[Field, Var] : Own->all())
      if (Field->getType()->isPointerType())
        All.push_back({Field, Var, Caller.Flow.pointersHeldBy(Object, Field)});
  }
  auto Reject = [&](const Named &A, const Named &B) {
    return Rejection{RejectionKind::UnknownEffects, Call.getSourceRange(),
                     quoted(A.Name) + " and " + quoted(B.Name) + " of " +
                         quoted(&Function) + " may name the same memory"};
  };
  auto IsResult = [](const Named &Of) {
    return Of.Param && Of.Param->getType()->isReferenceType() &&
           Of.Param->getType()->getPointeeType()->isArithmeticType();
  };
  // What the function gives back, for which the caller may have one place.
  VarSet Results;
  std::optional<Rejection> Why;
  for (size_t I = 0; I < All.size(); ++I)
    for (size_t J = 0; J < I; ++J)
      for (const MemoryRoot &A : All[I].Roots)
        for (const MemoryRoot &B : All[J].Roots) {
          if (!sameMemory(A, B))
            continue;
          // Two pointers into one array are names of one tile.
          if (A.Kind == MemoryRoot::Shared && All[I].Param && All[J].Param &&
              All[I].Param->getType()->isPointerType() &&
              All[J].Param->getType()->isPointerType()) {
            nameSame(All[J].Param, All[I].Param);
          } else if (A.Kind == MemoryRoot::Local && IsResult(All[I]) &&
                     IsResult(All[J])) {
            Results.insert(All[I].Param);
            Results.insert(All[J].Param);
            Why = Reject(All[J], All[I]);
          } else if (A.Kind == MemoryRoot::Shared ||
                     A.Kind == MemoryRoot::Local) {
            return Reject(All[J], All[I]);
          }
        }
  if (Why && !areHandedOnOnly(Results, Function, Loop))
    return Why;
  for (const Named &Of : All)
    for (const MemoryRoot &Root : Of.Roots)
      if (Root.Kind == MemoryRoot::Shared && Root.Var->hasExternalStorage())
        if (const VarDecl *Array = findDynamic(Function.getBody()))
          return Rejection{RejectionKind::UnknownEffects, Call.getSourceRange(),
                           quoted(Of.Name) + " and " + quoted(Array) + " in " +
                               quoted(&Function) + " may name the same memory"};
  return std::nullopt;
}

const ParmVarDecl *CallerReader::firstNameOf(const ParmVarDecl *Param) const {
  for (auto It = FirstName.find(Param); It != FirstName.end();
       It = FirstName.find(Param))
    Param = It->second;
  return Param;
}

void CallerReader::nameSame(const ParmVarDecl *A, const ParmVarDecl *B) {
  A = firstNameOf(A);
  B = firstNameOf(B);
  if (A != B)
    FirstName[B] = A;
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
    // A reference that names no variable names a temporary.
    if (It == Passed.end() ||
        (It->second.empty() && !Param->getType()->isReferenceType()))
      continue;
    auto All = [&](MemoryRoot::KindTy Kind) {
      return llvm::all_of(It->second, [&](const MemoryRoot &Root) {
        return Root.Kind == Kind;
      });
    };
    // checkApart() has seen that no other parameter names the same.
    if (All(MemoryRoot::Local))
      Out.Flow.bind(Param, {{MemoryRoot::Local, Param}});
    else if (All(MemoryRoot::Shared))
      Out.Flow.bind(Param, {{MemoryRoot::Shared, firstNameOf(Param)}});
    else if (All(MemoryRoot::Global) && Param->getType().isRestrictQualified())
      Out.Flow.bind(Param, {{MemoryRoot::Global, Param}});
    else if (AssumeNoAlias && All(MemoryRoot::Global) &&
             !PassedTwice.count(Param) &&
             llvm::none_of(It->second,
                           [](const MemoryRoot &Root) { return Root.Var; }))
      // Out of memory, and of a name of its own.
      Out.Flow.bind(Param, {{MemoryRoot::Global, Param}});
    else if (areGlobal(It->second))
      Out.Flow.bind(Param, It->second);
  }
}

//===- Callers that are not known ---------------------------------------===//

/// Parameters may be anything, but that the function's own barriers are right.
static MaybeRejection believeFunctionOnly(LoopAnalysis &A) {
  const FunctionDecl &Function = *A.M.Kernel;
  if (const auto *Method = dyn_cast<CXXMethodDecl>(&Function);
      Method && Method->isInstance())
    return Rejection{RejectionKind::UnsupportedLoop,
                     SourceRange(Function.getLocation()),
                     quoted(&Function) + " " + A.Callers.Elsewhere +
                         "; what its object holds elsewhere is not known"};
  A.M.Around.CalledElsewhere = true;
  A.Callers.RunsAgain = true;
  for (const ParmVarDecl *Param : Function.parameters()) {
    A.Callers.PerThread.insert(Param);
    if (pointsSomewhere(*Param))
      A.Flow.bind(Param, {{MemoryRoot::Global, Param}});
    if (Param->getType().getNonReferenceType()->isRecordType())
      A.Flow.bindHeld(Param, {{MemoryRoot::Global, Param}});
  }
  return std::nullopt;
}

MaybeRejection checkPassedMemory(LoopAnalysis &A) {
  if (!A.Callers.Elsewhere)
    return std::nullopt;
  const QualType Returned = A.M.Kernel->getReturnType();
  const bool HandsOut =
      Returned->isPointerType() || Returned->isReferenceType();
  const MemoryAccess *Shared = nullptr, *Passed = nullptr;
  auto Look = [&](const MemoryAccess &X) {
    const VarDecl *Var = X.Root.Var;
    if (X.Root.Kind == MemoryRoot::Shared &&
        (!Var->isStaticLocal() || HandsOut))
      Shared = &X;
    if (X.Root.Kind == MemoryRoot::Global &&
        isa_and_nonnull<ParmVarDecl>(Var) &&
        !Var->getType().isRestrictQualified())
      Passed = &X;
  };
  for (const BodyItem &Item : A.M.Items) {
    llvm::for_each(Item.E.MemoryReads, Look);
    llvm::for_each(Item.E.MemoryWrites, Look);
  }
  llvm::for_each(A.CondEffects.MemoryReads, Look);
  if (!Shared || !Passed)
    return std::nullopt;
  return Rejection{
      RejectionKind::UnknownEffects, Passed->Where->getSourceRange(),
      quoted(A.M.Kernel) + " " + A.Callers.Elsewhere + "; elsewhere " +
          quoted(Shared->Root.Var) + " may be passed for " +
          quoted(Passed->Root.Var) + ", which is not __restrict__"};
}

} // namespace cudapipe
