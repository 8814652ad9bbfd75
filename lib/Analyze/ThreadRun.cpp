//===- ThreadRun.cpp - One thread, played on constants --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadRun.h"
#include "cudapipe/Analyze/TripCount.h"

using namespace clang;

namespace cudapipe {

/// Longer loops are not played.
static constexpr unsigned MaxRunTrips = 4096;

const RunArea::Facts &RunArea::facts(const Stmt *S) {
  auto [It, New] = Known.try_emplace(S);
  if (!New)
    return It->second;
  Effects E = effectsOf(S, Flow, Ctx);
  auto Reaches = [&](llvm::ArrayRef<MemoryAccess> Accesses) {
    return llvm::any_of(Accesses, [&](const MemoryAccess &X) {
      return X.Root.Kind == MemoryRoot::Unknown ||
             X.Root.Kind == MemoryRoot::Param ||
             (X.Root.Kind == MemoryRoot::Shared &&
              isDynamicShared(*X.Root.Var));
    });
  };
  Facts &Out = It->second;
  Out.Touches =
      Reaches(E.MemoryReads) || Reaches(E.MemoryWrites) || !E.Unknown.empty();
  Out.Exits = !E.Exits.empty();
  Out.Writes = std::move(E.Writes);
  if (isa<CallExpr>(S))
    Out.Async = asyncOperation(S, Ctx);
  return Out;
}

std::optional<int64_t> RunArea::constant(const Expr *E) {
  auto [It, New] = Constants.try_emplace(E);
  if (New)
    It->second = constantValue(E, Ctx);
  return It->second;
}

int64_t ThreadRun::sizeOf(QualType Type) const {
  if (Type->isDependentType() || Type->isIncompleteType()) {
    Area.Failed = true;
    return 1;
  }
  return Area.Ctx.getTypeSizeInChars(Type).getQuantity();
}

/// Runs \p S for nothing but what it may change.
RunValue ThreadRun::fallback(const Stmt *S) {
  const RunArea::Facts &Facts = Area.facts(S);
  if (Facts.Touches || Facts.Exits)
    Area.Failed = true;
  forget(Facts.Writes);
  return {};
}

/// threadIdx.x and its like.
RunValue ThreadRun::builtin(const Expr *E) const {
  if (const auto *Pseudo = dyn_cast<PseudoObjectExpr>(E))
    E = Pseudo->getSyntacticForm()->IgnoreParenImpCasts();
  const Expr *Base = nullptr;
  const NamedDecl *Field = nullptr;
  if (const auto *Member = dyn_cast<MemberExpr>(E)) {
    Base = Member->getBase();
    Field = Member->getMemberDecl();
  } else if (const auto *Property = dyn_cast<MSPropertyRefExpr>(E)) {
    Base = Property->getBaseExpr();
    Field = Property->getPropertyDecl();
  }
  if (const auto *Opaque = dyn_cast_or_null<OpaqueValueExpr>(Base))
    Base = Opaque->getSourceExpr();
  const auto *Ref =
      Base ? dyn_cast<DeclRefExpr>(Base->IgnoreParenImpCasts()) : nullptr;
  if (!Ref || !Ref->getDecl()->getIdentifier() || !Field->getIdentifier() ||
      Field->getName().size() != 1 ||
      !Ref->getDecl()->getDeclContext()->isFileContext())
    return {};
  int D = Field->getName()[0] - 'x';
  if (D < 0 || D > 2)
    return {};
  if (Ref->getDecl()->getName() == "threadIdx")
    return {RunValue::Number, Thread[D]};
  if (Ref->getDecl()->getName() == "blockDim")
    return {RunValue::Number, Area.BlockDim[D]};
  return {};
}

ThreadRun::Place ThreadRun::locate(const Expr *E) {
  E = E->IgnoreParens();
  if (const auto *Cast = dyn_cast<CastExpr>(E); Cast && Cast->isGLValue())
    return locate(Cast->getSubExpr());
  if (const auto *Ref = dyn_cast<DeclRefExpr>(E)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    if (Var && isShared(*Var) && Var->hasExternalStorage())
      return {nullptr, 0};
    // What others may change is not followed.
    if (Var && Var->hasLocalStorage() && !isShared(*Var) &&
        !Var->getType()->isReferenceType() &&
        !Var->getType().isVolatileQualified())
      return {Var, std::nullopt};
    return {};
  }
  const Expr *Pointer = nullptr;
  RunValue Index{RunValue::Number, 0};
  if (const auto *Sub = dyn_cast<ArraySubscriptExpr>(E)) {
    Pointer = Sub->getBase();
    Index = evaluate(Sub->getIdx());
  } else if (const auto *Op = dyn_cast<UnaryOperator>(E);
             Op && Op->getOpcode() == UO_Deref) {
    Pointer = Op->getSubExpr();
  }
  if (!Pointer)
    return {};
  RunValue Base = evaluate(Pointer);
  if (Base.Kind != RunValue::Address)
    return {};
  if (Index.Kind != RunValue::Number) {
    Area.Failed = true;
    return {};
  }
  return {nullptr, Base.N + Index.N * sizeOf(E->getType())};
}

RunValue ThreadRun::load(const Expr *E) {
  Place At = locate(E);
  if (At.Var) {
    auto It = Values.find(At.Var);
    if (It != Values.end())
      return It->second;
    return {};
  }
  if (At.Byte)
    Area.Touch(*At.Byte, sizeOf(E->getType()), /*Stored=*/false);
  else if (Area.facts(E).Touches)
    Area.Failed = true;
  return {};
}

void ThreadRun::store(const Expr *E, RunValue Value) {
  Place At = locate(E);
  if (At.Var) {
    Values[At.Var] = converted(Value, At.Var->getType());
    return;
  }
  if (At.Byte) {
    Area.Touch(*At.Byte, sizeOf(E->getType()), /*Stored=*/true);
    return;
  }
  for (const MemoryRoot &Root : Area.Flow.rootsOfObject(E))
    if (Root.Kind == MemoryRoot::Unknown || Root.Kind == MemoryRoot::Param ||
        (Root.Kind == MemoryRoot::Shared && isDynamicShared(*Root.Var)))
      Area.Failed = true;
    else if (Root.Kind == MemoryRoot::Local && Root.Var)
      Values.erase(Root.Var);
}

RunValue ThreadRun::evaluate(const Expr *E) {
  if (Area.Failed)
    return {};
  E = E->IgnoreParens();
  if (std::optional<int64_t> Value = Area.constant(E))
    return {RunValue::Number, *Value};
  if (const auto *Full = dyn_cast<FullExpr>(E))
    return evaluate(Full->getSubExpr());
  if (RunValue Value = builtin(E); Value.Kind != RunValue::Unknown)
    return Value;
  if (const auto *Cast = dyn_cast<CastExpr>(E)) {
    const Expr *Sub = Cast->getSubExpr();
    switch (Cast->getCastKind()) {
    case CK_LValueToRValue:
      if (RunValue Value = builtin(Sub); Value.Kind != RunValue::Unknown)
        return Value;
      return load(Sub);
    case CK_ArrayToPointerDecay: {
      Place At = locate(Sub);
      return At.Byte ? RunValue{RunValue::Address, *At.Byte} : RunValue();
    }
    case CK_IntegralCast:
    case CK_IntegralToBoolean:
      return converted(evaluate(Sub), E->getType());
    case CK_BitCast:
    case CK_NoOp:
      return Sub->isGLValue() ? RunValue() : evaluate(Sub);
    default:
      break;
    }
    return Sub->isGLValue() ? fallback(E) : (evaluate(Sub), RunValue());
  }
  if (const auto *Op = dyn_cast<BinaryOperator>(E))
    return binary(*Op);
  if (const auto *Op = dyn_cast<UnaryOperator>(E))
    return unary(*Op);
  if (const auto *Choice = dyn_cast<ConditionalOperator>(E)) {
    RunValue Cond = evaluate(Choice->getCond());
    if (Cond.Kind != RunValue::Number)
      return fallback(E);
    return evaluate(Cond.N ? Choice->getTrueExpr() : Choice->getFalseExpr());
  }
  if (const auto *Call = dyn_cast<CallExpr>(E))
    return call(*Call);
  return fallback(E);
}

void ThreadRun::loop(const ForStmt &For) {
  const RunArea::Facts &Facts = Area.facts(&For);
  if (!Facts.Touches) {
    fallback(&For);
    return;
  }
  run(For.getInit());
  for (unsigned Trips = 0; !Area.Failed; ++Trips) {
    RunValue Cond = For.getCond() ? evaluate(For.getCond()) : RunValue();
    if (Cond.Kind == RunValue::Number && !Cond.N)
      return;
    if (Cond.Kind != RunValue::Number || Trips > MaxRunTrips) {
      Area.Failed = true;
      return;
    }
    run(For.getBody());
    if (For.getInc())
      evaluate(For.getInc());
  }
}

void ThreadRun::run(const Stmt *S) {
  if (!S || Area.Failed || isa<NullStmt>(S))
    return;
  if (const auto *Block = dyn_cast<CompoundStmt>(S)) {
    for (const Stmt *Child : Block->body())
      run(Child);
  } else if (const auto *Attributed = dyn_cast<AttributedStmt>(S)) {
    run(Attributed->getSubStmt());
  } else if (const auto *For = dyn_cast<ForStmt>(S)) {
    loop(*For);
  } else if (const auto *If = dyn_cast<IfStmt>(S);
             If && !If->getInit() && !If->getConditionVariable()) {
    RunValue Cond = evaluate(If->getCond());
    if (Cond.Kind == RunValue::Number)
      run(Cond.N ? If->getThen() : If->getElse());
    else
      fallback(S);
  } else if (const auto *Decls = dyn_cast<DeclStmt>(S)) {
    for (const Decl *D : Decls->decls()) {
      const auto *Var = dyn_cast<VarDecl>(D);
      if (!Var)
        continue;
      Values.erase(Var);
      if (!Var->getInit() || isShared(*Var))
        continue;
      QualType Type = Var->getType();
      if (Type->isIntegralOrEnumerationType() || Type->isPointerType())
        Values[Var] = converted(evaluate(Var->getInit()), Type);
      else if (Type->isRealFloatingType())
        evaluate(Var->getInit());
      else if (Area.facts(S).Touches || Type->isReferenceType())
        fallback(S);
    }
  } else if (const auto *E = dyn_cast<Expr>(S)) {
    evaluate(E);
  } else if (isa<BreakStmt, ContinueStmt, ReturnStmt, LabelStmt>(S)) {
    Area.Failed = true;
  } else {
    fallback(S); // while, switch, asm: not played
  }
}

} // namespace cudapipe
