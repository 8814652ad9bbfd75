//===- CallerObjects.cpp - What calls pass of memory ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallerReader.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace cudapipe {
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
  for (size_t I = 0; I < All.size(); ++I)
    for (size_t J = 0; J < I; ++J)
      for (const MemoryRoot &A : All[I].Roots)
        for (const MemoryRoot &B : All[J].Roots) {
          if (!sameMemory(A, B))
            continue;
          // Two pointers into one array are names of one tile.
          if (A.Kind == MemoryRoot::Shared && All[I].Param && All[J].Param &&
              All[I].Param->getType()->isPointerType() &&
              All[J].Param->getType()->isPointerType())
            nameSame(All[J].Param, All[I].Param);
          else if (A.Kind == MemoryRoot::Shared || A.Kind == MemoryRoot::Local)
            return Rejection{
                RejectionKind::UnknownEffects, Call.getSourceRange(),
                quoted(All[J].Name) + " and " + quoted(All[I].Name) + " of " +
                    quoted(&Function) + " may name the same memory"};
        }
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
    else if (areGlobal(It->second))
      Out.Flow.bind(Param, It->second);
  }
}

} // namespace cudapipe
