//===- RingAddresses.cpp - Who knows where a stage is ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The next trip has another stage, so no address of one outlives its trip: no
// variable of the thread, no object and no called function keeps it. And the
// tile's own name becomes a reference, which `decltype` tells from an array.
//
//===----------------------------------------------------------------------===//

#include "RingLoopReader.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Facts/StageAddresses.h"
#include "clang/AST/Attr.h"
#include "clang/AST/DynamicRecursiveASTVisitor.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace cudapipe {

bool holdsAddress(QualType Type, const ASTContext &Ctx, unsigned Depth) {
  Type = Ctx.getBaseElementType(Type.getCanonicalType());
  if (Type->isDependentType() || Depth > 8)
    return true;
  if (Type->isVoidType() || Type->isBooleanType() || Type->isFloatingType())
    return false;
  if (Type->isIntegralOrEnumerationType())
    return Ctx.getTypeSize(Type) >= 32;
  const RecordDecl *Record = Type->getAsRecordDecl();
  if (!Record || !(Record = Record->getDefinition()))
    return true;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (const CXXBaseSpecifier &Base : Class->bases())
      if (holdsAddress(Base.getType(), Ctx, Depth + 1))
        return true;
  return llvm::any_of(Record->fields(), [&](const FieldDecl *Field) {
    return holdsAddress(Field->getType(), Ctx, Depth + 1);
  });
}

namespace {

/// The variable that the glvalue \p E is a part of; null behind a pointer.
const VarDecl *variableAround(const Expr *E) {
  while (true) {
    E = E->IgnoreParenImpCasts();
    if (const auto *Member = dyn_cast<MemberExpr>(E);
        Member && !Member->isArrow())
      E = Member->getBase();
    else if (const auto *Element = dyn_cast<ArraySubscriptExpr>(E);
             Element && Element->getBase()
                            ->IgnoreParenImpCasts()
                            ->getType()
                            ->isArrayType())
      E = Element->getBase();
    else
      return ringVariable(E);
  }
}

/// What lies at a place in memory.
bool isContent(const Expr *E) {
  E = E->IgnoreParenImpCasts();
  const auto *Op = dyn_cast<UnaryOperator>(E);
  return isa<ArraySubscriptExpr>(E) || (Op && Op->getOpcode() == UO_Deref);
}

/// Follows addresses of the tile through one function.
class AddressReader {
public:
  using IsVariable = llvm::function_ref<bool(const VarDecl *)>;
  using IsStatement = llvm::function_ref<bool(const Stmt *)>;

  AddressReader(const Stmt *Body, VarSet Known, bool OfThis, IsVariable IsOwn,
                IsStatement IsStep, const ASTContext &Ctx, unsigned Depth = 0)
      : Body(Body), Known(std::move(Known)), OfThis(OfThis), IsOwn(IsOwn),
        IsStep(IsStep), Ctx(Ctx), Depth(Depth) {}

  /// Where an address goes that may be found again later, or null.
  const Stmt *keeps();

private:
  bool isAddress(const Stmt *S) const;
  bool isRounded(const BinaryOperator &Op) const;
  void give(const Expr *To, const Stmt *At);
  void visit(const Stmt &S);
  void visitCall(const CallExpr &Call);

  const Stmt *Body;
  VarSet Known;
  bool OfThis;
  IsVariable IsOwn;
  IsStatement IsStep;
  const ASTContext &Ctx;
  unsigned Depth;
  const Stmt *Kept = nullptr;
};

bool AddressReader::isAddress(const Stmt *S) const {
  if (!S || isa<UnaryExprOrTypeTraitExpr>(S))
    return false;
  if (const auto *E = dyn_cast<Expr>(S);
      E && E->isPRValue() && !holdsAddress(E->getType(), Ctx))
    return false;
  if (const auto *Ref = dyn_cast<DeclRefExpr>(S)) {
    const auto *Var = dyn_cast<VarDecl>(Ref->getDecl());
    return Var && Known.count(Var);
  }
  if (isa<CXXThisExpr>(S))
    return OfThis;
  if (const auto *Load = dyn_cast<ImplicitCastExpr>(S);
      Load && Load->getCastKind() == CK_LValueToRValue &&
      !Load->getType()->isPointerType()) {
    if (isContent(Load->getSubExpr()))
      return false;
    const VarDecl *Var = variableAround(Load->getSubExpr());
    if (Var && Var->hasAttr<CUDASharedAttr>())
      return false;
  }
  if (const auto *Copy = dyn_cast<CXXConstructExpr>(S);
      Copy && Copy->getNumArgs() == 1 &&
      Copy->getConstructor()->isCopyOrMoveConstructor() &&
      isContent(Copy->getArg(0)))
    return false;
  return llvm::any_of(S->children(),
                      [&](const Stmt *Part) { return isAddress(Part); });
}

/// \p Op takes from an address what is not the same in all stages: more than
/// the low bits, to which they are aligned, and less than where it is in shared
/// memory.
bool AddressReader::isRounded(const BinaryOperator &Op) const {
  constexpr uint64_t Low = 1023, Place = 0x3fc00;
  const bool OfLeft = isAddress(Op.getLHS());
  if (!OfLeft && !isAddress(Op.getRHS()))
    return false;
  if (Op.getOpcode() == BO_Rem)
    return constantValue(Op.getRHS(), Ctx).value_or(Place) > int64_t(Low + 1);
  if (Op.getOpcode() != BO_And)
    return false;
  const Expr *Of = OfLeft ? Op.getLHS() : Op.getRHS(),
             *By = OfLeft ? Op.getRHS() : Op.getLHS();
  Expr::EvalResult Mask;
  if (By->isValueDependent() || !By->EvaluateAsInt(Mask, Ctx))
    return true;
  uint64_t Bits = Mask.Val.getInt().getRawData()[0];
  if (const auto *Shift = dyn_cast<BinaryOperator>(Of->IgnoreParenImpCasts());
      Shift && Shift->getOpcode() == BO_Shr)
    Bits <<= constantValue(Shift->getRHS(), Ctx).value_or(0) & 63;
  return Bits > Low && (Bits & Place) != Place;
}

/// \p To, a glvalue, gets an address.
void AddressReader::give(const Expr *To, const Stmt *At) {
  if (!holdsAddress(To->getType(), Ctx))
    return;
  const VarDecl *Var = variableAround(To);
  if (Var && IsOwn(Var))
    Known.insert(Var);
  else
    Kept = At;
}

void AddressReader::visitCall(const CallExpr &Call) {
  const auto *OfMember = dyn_cast<CXXMemberCallExpr>(&Call);
  const Expr *Object =
      OfMember ? OfMember->getImplicitObjectArgument() : nullptr;
  const bool OnTile = Object && isAddress(Object);
  bool AnyGiven = OnTile, AnyNumber = false;
  for (const Expr *Arg : Call.arguments())
    if (isAddress(Arg)) {
      AnyGiven = true;
      AnyNumber |= Arg->getType()->isIntegerType();
    }
  if (!AnyGiven)
    return;
  if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(&Call);
      Op && Op->isAssignmentOp() && Op->getNumArgs() == 2) {
    if (isAddress(Op->getArg(1)) && !isContent(Op->getArg(1)))
      give(Op->getArg(0), &Call);
    return;
  }
  if (IsStep(&Call))
    return;
  const FunctionDecl *Named = Call.getDirectCallee();
  if (Named && isLibraryFunction(*Named, Ctx)) {
    // `atomicExch(&last, address)`, `last.store(address)`, `swap(last, tile)`.
    for (auto [I, Arg] : llvm::enumerate(Call.arguments())) {
      if (I >= Named->getNumParams() || isAddress(Arg))
        continue;
      const QualType Type = Named->getParamDecl(I)->getType();
      const QualType Of = Type->getPointeeType();
      if (!Of.isNull() && !Of.isConstQualified() && holdsAddress(Of, Ctx) &&
          (AnyNumber || Type->isReferenceType()) &&
          !(variableAround(Arg) && IsOwn(variableAround(Arg))))
        Kept = &Call;
    }
    if (Object && !OnTile && !cast<CXXMethodDecl>(Named)->isConst() &&
        holdsAddress(Object->getType(), Ctx))
      Kept = &Call;
    return;
  }
  const FunctionDecl *Callee = calledFunction(Call);
  if (!Callee || !Callee->getBody() || isLambdaBody(*Callee) || Depth > 8) {
    Kept = &Call;
    return;
  }
  VarSet Given;
  for (const ParmVarDecl *Param : Callee->parameters())
    if (const Expr *Arg = argumentFor(Call, *Param);
        Arg && isAddress(Arg) && holdsAddress(Param->getType(), Ctx))
      Given.insert(Param);
  if (Given.empty() && !OnTile)
    return;
  auto IsOfCallee = [&](const VarDecl *Var) {
    return Var->getDeclContext() == Callee && Var->hasLocalStorage() &&
           !Var->getType()->isReferenceType();
  };
  if (AddressReader(Callee->getBody(), std::move(Given), OnTile, IsOfCallee,
                    IsStep, Ctx, Depth + 1)
          .keeps())
    Kept = &Call;
}

void AddressReader::visit(const Stmt &S) {
  if (const auto *Decls = dyn_cast<DeclStmt>(&S)) {
    for (const Decl *D : Decls->decls()) {
      const auto *Var = dyn_cast<VarDecl>(D);
      if (!Var || !Var->getInit() || !isAddress(Var->getInit()) ||
          !holdsAddress(Var->getType(), Ctx))
        continue;
      if (Var->hasGlobalStorage())
        Kept = &S;
      Known.insert(Var);
    }
  } else if (const auto *Set = dyn_cast<BinaryOperator>(&S)) {
    if (Set->isAssignmentOp() && isAddress(Set->getRHS()))
      give(Set->getLHS(), &S);
    if (isRounded(*Set))
      Kept = &S;
    // How far it is to something else is another number for each stage.
    const bool OfLeft = isAddress(Set->getLHS());
    if (Set->getOpcode() == BO_Sub && OfLeft != isAddress(Set->getRHS())) {
      const Expr *Other = OfLeft ? Set->getRHS() : Set->getLHS();
      if (Other->getType()->isPointerType() || holds(Other, [](const Stmt &At) {
            const auto *Ref = dyn_cast<DeclRefExpr>(&At);
            return Ref && Ref->getDecl()->hasAttr<CUDASharedAttr>();
          }))
        Kept = &S;
    }
  } else if (const auto *Call = dyn_cast<CallExpr>(&S)) {
    visitCall(*Call);
  } else if (const auto *Made = dyn_cast<CXXConstructExpr>(&S)) {
    // What a constructor does beside the object is not followed.
    const FunctionDecl *Callee = Made->getConstructor();
    const Stmt *Does = Callee->getBody();
    if (Does && !Does->children().empty() && !isLibraryFunction(*Callee, Ctx) &&
        llvm::any_of(Made->arguments(),
                     [&](const Expr *Arg) { return isAddress(Arg); }))
      Kept = &S;
  } else if (const auto *Asm = dyn_cast<GCCAsmStmt>(&S)) {
    bool Reads = false;
    for (unsigned I = 0; I < Asm->getNumInputs(); ++I)
      Reads |= isAddress(Asm->getInputExpr(I));
    if (Reads && !IsStep(&S))
      for (unsigned I = 0; I < Asm->getNumOutputs(); ++I)
        give(Asm->getOutputExpr(I), &S);
  } else if (const auto *Lambda = dyn_cast<LambdaExpr>(&S)) {
    if (isAddress(Lambda->getBody()) ||
        holds(Lambda->getBody(), [&](const Stmt &At) {
          const auto *Ref = dyn_cast<DeclRefExpr>(&At);
          const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
          return Var && Known.count(Var);
        }))
      Kept = &S;
  }
}

const Stmt *AddressReader::keeps() {
  size_t Before;
  do {
    Before = Known.size();
    holds(Body, [&](const Stmt &S) {
      visit(S);
      return Kept != nullptr;
    });
  } while (!Kept && Known.size() != Before);
  return Kept;
}

/// Finds where the type of a variable's name is asked for.
class TypeAskers : public ConstDynamicRecursiveASTVisitor {
public:
  explicit TypeAskers(const llvm::StringSet<> &Names) : Names(Names) {}

  bool VisitDecltypeTypeLoc(DecltypeTypeLoc Loc) override {
    return look(Loc.getUnderlyingExpr());
  }
  bool VisitTypeOfExprTypeLoc(TypeOfExprTypeLoc Loc) override {
    return look(Loc.getUnderlyingExpr());
  }
  bool VisitVarDecl(const VarDecl *Var) override {
    const auto *Auto = Var->getType()->getContainedAutoType();
    return !Auto || !Auto->isDecltypeAuto() || look(Var->getInit());
  }

  const Stmt *Found = nullptr;

private:
  bool look(const Stmt *S) {
    if (S && holds(S, [&](const Stmt &At) {
          const auto *Ref = dyn_cast<DeclRefExpr>(&At);
          return Ref && Ref->getDecl()->getDeclName().isIdentifier() &&
                 Names.contains(Ref->getDecl()->getName());
        }))
      Found = S;
    return !Found;
  }

  const llvm::StringSet<> &Names;
};

} // namespace

/// No variable that outlives the trip keeps the address of its stage.
RingLoopReader::Why RingLoopReader::checkAddresses() {
  VarSet Known;
  for (const VarDecl *Tile : Out.Tiles)
    Known.insert(Tile);
  for (const VarDecl *Name : Out.Names)
    Known.insert(Name);
  auto IsOfTrip = [&](const VarDecl *Var) {
    return llvm::is_contained(Out.Tokens, Var) ||
           (declarationIn(Out.Header.Body, Var) && Var->hasLocalStorage() &&
            !Var->getType()->isReferenceType());
  };
  auto IsStep = [&](const Stmt *S) {
    return llvm::any_of(Steps, [&](const std::vector<TransferStep> &All) {
      return llvm::any_of(
          All, [&](const TransferStep &Step) { return Step.Where == S; });
    });
  };
  if (const Stmt *Kept = AddressReader(Out.Header.Body, std::move(Known), false,
                                       IsOfTrip, IsStep, Ctx)
                             .keeps())
    return reject(RejectionKind::TileAddressEscapes, Kept,
                  "the address of the tile is kept here, or may be");
  return std::nullopt;
}

/// The tiles into which \p Barrier counts copies. In memory without bounds,
/// tiles are told apart by their names (isUsedEarly()): who looks there behind
/// a wait, and in front of his own, meets copies under way already.
llvm::SmallVector<const VarDecl *, 4>
RingLoopReader::waitedTiles(size_t Barrier) const {
  llvm::SmallVector<const VarDecl *, 4> Tiles;
  auto Add = [&](const VarDecl *Tile) {
    const bool IsLate = Tile == Out.AreaArray && !StartsBehindWait &&
                        WaitOf.at(Barrier) != FirstWait;
    if (!IsLate && !llvm::is_contained(Tiles, Tile))
      Tiles.push_back(Tile);
  };
  for (const auto &[Name, Bars] : CountedAt) {
    if (!Bars.count(Barrier))
      continue;
    if (const VarDecl *Root = rootOf(Name))
      Add(Root);
    else
      for (const VarDecl *Tile : Out.Tiles)
        Add(Tile == Out.Area ? Out.AreaArray : Tile);
  }
  return Tiles;
}

/// The same, and when it is read, of what the compiler makes of the kernel:
/// there is no place to hide.
RingLoopReader::Why RingLoopReader::checkStages() {
  StagedLoop L;
  L.Kernel = Out.Kernel;
  L.Loop = Out.Header.Loop;
  for (const VarDecl *Tile : Out.Tiles)
    L.Tiles.push_back(Tile == Out.Area ? Out.AreaArray : Tile);
  for (const VarDecl *Name : Out.Names)
    L.Remade.push_back(declarationIn(KernelBody, Name));
  if (Out.Area && Out.Area != Out.AreaArray)
    L.Remade.push_back(declarationIn(KernelBody, Out.Area));
  L.Fills.assign(Out.Loads.begin(), Out.Loads.end());
  for (const std::vector<TransferStep> &All : Steps)
    for (const TransferStep &S : All) {
      L.Accesses.push_back(S.Where);
      if (const RingBarrier *B =
              S.Kind == TransferStep::BarrierWait ? barrierOf(S) : nullptr)
        L.Waits.push_back({S.Where, waitedTiles(B - Out.Barriers.data())});
      if (S.Kind == TransferStep::TileRead || S.Kind == TransferStep::Mma ||
          S.Kind == TransferStep::AsyncMma)
        L.Readers.push_back(S.Where);
    }
  L.Barrier = Out.Barrier;
  L.IsBehind = Out.IsBehind;
  const std::optional<StageFault> Found = findStageFault(L);
  if (!Found)
    return std::nullopt;
  auto Because = [&](RejectionKind Kind, const char *Text) {
    return Rejection{Kind, Found->Where, Text};
  };
  switch (Found->Kind) {
  case StageFault::NotSeen:
    return Because(RejectionKind::TileAddressEscapes,
                   "what the compiler makes of it is not seen");
  case StageFault::Shared:
    return Because(RejectionKind::DynamicSharedMemory,
                   "another array of dynamic shared memory is in the same "
                   "place");
  case StageFault::Kept:
    return Because(RejectionKind::TileAddressEscapes,
                   "more than an access depends on the address of the tile, "
                   "or it is kept here");
  case StageFault::Written:
    return Because(RejectionKind::GenericWrite, "a thread stores to the tile");
  case StageFault::ReadEarly:
    return Because(RejectionKind::MissingBarrier,
                   "the tile is used in front of the wait for it");
  case StageFault::ReadLate:
    return Because(RejectionKind::StageInUse,
                   "the tile is read behind the barrier that lets the next "
                   "copy into it");
  }
  llvm_unreachable("all faults are told");
}

/// The names of tiles and barriers become references.
RingLoopReader::Why RingLoopReader::checkTypes() {
  llvm::StringSet<> Names;
  for (const VarDecl *Tile : Out.Tiles)
    Names.insert(Tile->getName());
  for (const RingBarrier &B : Out.Barriers)
    Names.insert(B.Var->getName());
  for (const VarDecl *Name : Out.Names)
    if (Out.Area)
      Names.insert(Name->getName());
  TypeAskers Askers(Names);
  Askers.TraverseStmt(Out.Header.Body);
  if (const FunctionDecl *Pattern =
          Out.Kernel->getTemplateInstantiationPattern();
      Pattern && !Askers.Found)
    Askers.TraverseStmt(Pattern->getBody());
  if (Askers.Found)
    return reject(RejectionKind::TileAddressEscapes, Out.Header.Loop,
                  "the loop asks for the type of a tile or a barrier, whose "
                  "name becomes a reference");
  return std::nullopt;
}

} // namespace cudapipe
