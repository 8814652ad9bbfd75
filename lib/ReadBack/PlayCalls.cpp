//===- PlayCalls.cpp - Calls, played --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Player.h"
#include "cudapipe/Analyze/Effects.h"

using namespace clang;

namespace cudapipe {

void Player::perform(const Operation &Op) {
  switch (Op.Kind) {
  case Operation::WarpBarrier:
    if (Proved.LanesPart)
      emit({Event::Barrier}); // the schedule has none
    else if (Read.HasOneWarp && Now.Depth == 0) {
      Event E{Event::Barrier};
      E.OfWarp = true;
      emit(E);
    }
    break;
  case Operation::Barrier:
    // One that may not be met is part of what the user computes.
    if (Now.Depth == 0)
      emit({Event::Barrier});
    break;
  case Operation::Copy: {
    Value To = eval(Op.Async.To), From = eval(Op.Async.From);
    Value None;
    load(To.Places, None, /*IsAsync=*/true);
    if (Op.Counter && !Proved.Barrier.empty())
      checkCounter(*Op.Counter, To.Places);
    if (Op.Async.Commits || (Op.Counter && !Proved.Barrier.empty()))
      emit({Event::OwnCommit, Now.Tile});
    break;
  }
  case Operation::Init:
    if (Proved.OfBlock)
      performOfBlock(Op);
    break; // checkCounter() has read it
  case Operation::BlockCopy:
  case Operation::Expect:
  case Operation::Arrive:
  case Operation::WaitParity:
  case Operation::ProxyFence:
    performOfBlock(Op);
    break;
  case Operation::Meet:
    if (Proved.Barrier.empty())
      break; // the user's, for something else
    emit({Event::WaitStage, 0, stageOf(*Op.Counter)});
    if (Now.Depth == 0)
      emit({Event::Barrier});
    break;
  case Operation::Commit:
    emit(Now.InLoad ? Event{Event::OwnCommit, Now.Tile} : Event{Event::Commit});
    break;
  case Operation::Wait:
  case Operation::WaitWithBlock:
    if (Op.Async.OldestOnly)
      emit({Event::WaitOldest});
    else if (Op.Async.CoversUncommitted ||
             (Op.Kind == Operation::WaitWithBlock && Op.Async.Pending == 0))
      emit({Event::WaitAll});
    else
      emit({Event::Wait, 0, 0,
            Op.Async.Pending ? int64_t(*Op.Async.Pending) : -1});
    if (Op.Kind == Operation::WaitWithBlock && Now.Depth == 0)
      emit({Event::Barrier});
    break;
  case Operation::Acquire:
  case Operation::Release:
    // What the user acquires and releases is his own matter.
    if (Proved.AcquiresInLoad || (!Now.InLoad && Proved.HoldsStages))
      emit({Op.Kind == Operation::Acquire ? Event::Acquire : Event::Release});
    break;
  }
}

/// The stage of the barrier that \p Counter names.
int Player::stageOf(const Expr &Counter) {
  const BufferPlaces Places = objectOf(&Counter).Places;
  return Places.size() == 1 &&
                 Proved.Tiles[Places.front().Tile] == Proved.Barrier
             ? Places.front().Buffer
             : int(Event::Unknown);
}

/// A copy is counted where the trip of its tile waits.
void Player::checkCounter(const Expr &Counter, const BufferPlaces &To) {
  const int Stage = stageOf(Counter);
  for (const BufferPlace &Place : To)
    if (!Now.Quiet && Place.Buffer != Stage)
      Problem = "a copy into one stage is counted by the barrier of another";
}

/// What \p Callee was passed under the names of the loop's variables is what
/// they hold in the trip of \p Tile.
bool Player::getsValuesOf(const FunctionDecl &Callee, int Tile) const {
  if (Tile < 0 || Tile >= int(Learned.Held.size()))
    return true;
  for (const ParmVarDecl *Param : Callee.parameters()) {
    if (!Param->getDeclName().isIdentifier() ||
        Param->getType()->isReferenceType())
      continue;
    auto Names = Learned.Held[Tile].find(Param->getName());
    const Value *Passed = Now.Mem.find(token(Param));
    if (Names != Learned.Held[Tile].end() && Passed &&
        !llvm::is_contained(Names->second, Passed->Print))
      return false;
  }
  return true;
}

/// Gives \p Args to the parameters of \p Callee; the values of all.
llvm::SmallVector<Value, 4> Player::pass(const FunctionDecl &Callee,
                                         llvm::ArrayRef<const Expr *> Args) {
  // All arguments first: one may call the same function.
  llvm::SmallVector<Value, 4> Values;
  llvm::SmallVector<std::pair<const ParmVarDecl *, Value>, 4> Passed;
  llvm::SmallVector<std::pair<const ParmVarDecl *, Object>, 4> Bound;
  for (unsigned I = 0; I < Args.size() && I < Callee.getNumParams(); ++I) {
    const ParmVarDecl *Param = Callee.getParamDecl(I);
    if (Param->getType()->isReferenceType()) {
      Bound.push_back({Param, objectOf(Args[I])});
      Values.push_back(addressOf(Bound.back().second));
    } else {
      Passed.push_back({Param, eval(Args[I])});
      // It was for nothing in the user's text already.
      if (!Param->isReferenced())
        Fetches.use(Passed.back().second);
      Values.push_back(Passed.back().second);
    }
  }
  for (auto &[Param, V] : Passed) {
    Now.Aliases.erase(Param);
    Now.Mem.set(token(Param), V);
  }
  for (auto &[Param, O] : Bound)
    Now.Aliases[Param] = O;
  return Values;
}

/// An object is made by \p Body, a constructor that does more than that.
Value Player::construct(const CXXConstructExpr &Made,
                        const FunctionDecl &Body) {
  llvm::ArrayRef<const Expr *> Args(Made.getArgs(), Made.getNumArgs());
  Value Out{mix(31, Made.getStmtClass())};
  for (const Value &V : pass(Body, Args)) {
    Out.Print = mix(Out.Print, V.Print);
    Out.pointLike(V);
  }
  if (Now.Calls >= MostCalls)
    return Out;
  Now.This.push_back(Object{token(&Made)});
  Now.Depth += 1;
  ++Now.Calls;
  run(Body.getBody());
  --Now.Calls;
  Now.Depth -= 1;
  Now.This.pop_back();
  return Out;
}

Value Player::callBody(const CallExpr &Call, const FunctionDecl &Callee,
                       llvm::ArrayRef<const Expr *> Args) {
  const auto *Method = dyn_cast<CXXMethodDecl>(&Callee);
  const bool IsLambda = Method && Method->getParent()->isLambda();
  bool HasThis = false;
  if (const auto *Member =
          dyn_cast<MemberExpr>(Call.getCallee()->IgnoreParenImpCasts());
      Member && Method && Method->isInstance() && !IsLambda) {
    Now.This.push_back(Member->isArrow() ? behind(eval(Member->getBase()))
                                         : objectOf(Member->getBase()));
    HasThis = true;
  } else if (const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call);
             Operator && Method && !IsLambda) {
    Now.This.push_back(objectOf(Operator->getArg(0)));
    Args = Args.drop_front();
    HasThis = true;
  }
  pass(Callee, Args);

  const VarDecl *Lambda = calledLambda(Call);
  const bool WasInLoad = Now.InLoad, HadOthers = Now.HasOtherValues;
  const int OuterTile = Now.Tile;
  if (Lambda && Read.LambdasOfLoop.count(Lambda)) {
    Now.InLoad = true;
    // In front of the loop, tiles that there are for certain are told by what
    // the load is given.
    for (int Tile = 0; !Learns && !Now.Made.Reached && Tile < certainTrips();
         ++Tile)
      if (startsWith(Callee, Tile)) {
        Now.Tile = Tile;
        break;
      }
    Now.HasOtherValues |= !Learns && !getsValuesOf(Callee, Now.Tile);
  }
  // A barrier is a step where it is all that the function does.
  const auto *Block = dyn_cast<CompoundStmt>(Callee.getBody());
  const bool IsPart =
      (Method || !Block || Block->size() != 1) &&
      !(Lambda && llvm::is_contained(At.Around, lambdaOf(*Lambda)));
  Now.Depth += IsPart;
  ++Now.Calls;
  const Value Outer =
      std::exchange(Now.Returned, Value{mix(43, token(&Callee))});
  Now.ReturnedObject = std::nullopt;
  run(Callee.getBody());
  --Now.Calls;
  Now.Depth -= IsPart;
  Now.InLoad = WasInLoad;
  Now.HasOtherValues = HadOthers;
  Now.Tile = OuterTile;
  if (HasThis)
    Now.This.pop_back();
  return std::exchange(Now.Returned, Outer);
}

/// A function whose body is not looked into.
Value Player::callLibrary(const CallExpr &Call) {
  llvm::StringRef Name = calledName(Call);
  Value Out{mix(47, llvm::hash_value(Name))};
  const FunctionDecl *Callee = Call.getDirectCallee();
  const bool OnlyNames = Name.contains("cvta") || Name.contains("addressof") ||
                         Name.contains("assume_aligned") ||
                         Name.contains("expect");
  const bool IsOperator = isa<CXXOperatorCallExpr>(Call);
  const auto *Member = dyn_cast<CXXMemberCallExpr>(&Call);
  llvm::SmallVector<std::pair<const Expr *, QualType>, 6> Args;
  if (Member)
    Args.push_back({Member->getImplicitObjectArgument(), QualType()});
  const bool IsMethod = isa_and_nonnull<CXXMethodDecl>(Callee);
  for (unsigned I = 0; I < Call.getNumArgs(); ++I) {
    const unsigned Param = I - (IsOperator && IsMethod ? 1 : 0);
    Args.push_back({Call.getArg(I), Callee && Param < Callee->getNumParams()
                                        ? Callee->getParamDecl(Param)->getType()
                                        : QualType()});
  }
  bool MayReadGlobal = Name.starts_with("tex") || Name.starts_with("surf");
  llvm::SmallVector<Object, 2> Changed;
  llvm::SmallVector<BufferPlaces, 2> Stored, Used;
  for (auto &[Arg, Type] : Args) {
    // Of objects, a reference that is not const may be set.
    const bool ByReference = Arg->isGLValue() &&
                             (Type.isNull() || Type->isReferenceType()) &&
                             !Arg->getType()->isArrayType();
    const bool MayChange = Type.isNull()
                               ? !Arg->getType().isConstQualified()
                               : !Type.getNonReferenceType().isConstQualified();
    Value V;
    if (ByReference) {
      Object O = objectOf(Arg);
      if (O.Places.empty() || O.isOfThread())
        V = read(O);
      else
        V.Print = O.Address;
      if (!O.Places.empty() && !O.isOfThread())
        (MayChange && !Type.isNull() ? Stored : Used).push_back(O.Places);
      if (MayChange)
        Changed.push_back(O);
    } else {
      V = eval(Arg);
    }
    Out.Print = mix(Out.Print, V.Print);
    Out.hangOn(V);
    if (OnlyNames) {
      Out.pointLike(V);
    } else if (!V.Places.empty()) {
      const bool Stores = !Type.isNull() && Type->isPointerType() &&
                          !Type->getPointeeType().isConstQualified();
      (Stores ? Stored : Used).push_back(V.Places);
    } else if (Arg->getType()->isPointerType() && !V.Root) {
      MayReadGlobal = true;
    } else if (V.Root && Arg->getType()->isPointerType()) {
      const Object O = behind(V);
      // What it finds there it may put elsewhere, as memcpy() does.
      const Value *All = Now.Mem.find(token(O.Root));
      const Value Found = All ? *All : read(O);
      Out.Print = mix(Out.Print, Found.Print);
      Out.hangOn(Found);
      if (Type.isNull() || !Type->isPointerType() ||
          !Type->getPointeeType().isConstQualified())
        Changed.push_back(O);
    }
  }
  if (MayReadGlobal && !OnlyNames)
    fetch(Out, &Call);
  for (const BufferPlaces &Places : Used)
    use(Places);
  for (const BufferPlaces &Places : Stored)
    load(Places, Out, /*IsAsync=*/false);
  for (const Object &O : Changed) {
    Object Plain = O;
    Plain.Places.clear();
    Value V = Out;
    V.Print = mix(Out.Print, O.Address);
    write(Plain, V);
  }
  return Out;
}

Value Player::call(const CallExpr &Call) {
  auto [It, IsNew] = Operations.try_emplace(&Call);
  if (IsNew) {
    It->second = readOperation(&Call, Ctx);
    if (It->second && It->second->isOfBlock() && !Proved.OfBlock)
      It->second.reset(); // the user's, for something else
  }
  if (std::optional<Operation> Op = It->second) {
    perform(*Op);
    // How many bytes are copied, and how many zeroed, may hang on a load, too.
    const bool WasQuiet = std::exchange(Now.Quiet, true);
    for (const Expr *Arg : Call.arguments())
      Fetches.use(eval(Arg));
    Now.Quiet = WasQuiet;
    return Value{mix(53, 1)};
  }
  const auto *Operator = dyn_cast<CXXOperatorCallExpr>(&Call);
  // Nobody knows yet which one; arithmetic is what matters.
  if (Operator && !Call.getDirectCallee() && Call.getNumArgs() == 2 &&
      Operator->isInfixBinaryOp())
    return evalBinary(
        BinaryOperator::getOverloadedOpcode(Operator->getOperator()),
        Call.getArg(0), Call.getArg(1));
  // Of float4 and the like.
  const auto *Method = dyn_cast_or_null<CXXMethodDecl>(Call.getDirectCallee());
  if (Operator && Operator->getOperator() == OO_Equal && Method &&
      (Method->isDefaulted() || copiesBytes(*Method) ||
       !userFunction(Call, Ctx))) {
    Value V = eval(Call.getArg(1));
    write(objectOf(Call.getArg(0)), V);
    return V;
  }
  const FunctionDecl *Body = nullptr;
  llvm::ArrayRef<const Expr *> Args(Call.getArgs(), Call.getNumArgs());
  if (const VarDecl *Lambda = calledLambda(Call)) {
    const FunctionDecl *Callee = Call.getDirectCallee();
    if (!Callee || !Callee->hasBody(Body))
      Body = lambdaOf(*Lambda)->getCallOperator();
    if (isa<CXXOperatorCallExpr>(Call))
      Args = Args.drop_front();
  } else {
    Body = userFunction(Call, Ctx);
  }
  if (!Body || !Body->getBody() || Now.Calls >= MostCalls)
    return callLibrary(Call);
  return callBody(Call, *Body, Args);
}

} // namespace cudapipe
