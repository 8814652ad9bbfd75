//===- TripSlice.cpp - What a trip's accesses rest on ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   roots     addresses, counts of waits, and conditions of what touches shared
//             memory or orders threads
//   classes   of each value that they are made of, until nothing changes
//   guards    comparisons with what is left, told by ScalarEvolution
//
//===----------------------------------------------------------------------===//

#include "TripSlice.h"
#include "Dependence.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/MathExtras.h"
#include <array>
#include <numeric>

using namespace llvm;

namespace cudapipe::check {
namespace {

/// What a value rests on, from good to bad.
enum class Class : uint8_t {
  State,  ///< On the block, on itself one trip before, on guards.
  Moving, ///< On the trip, or on the number of trips.
  Data    ///< On what memory holds, or on what was made up.
};

/// Least and greatest.
struct Span {
  int64_t Low = 0, High = 0;
};

/// Branches that decide whether a block is reached, of all blocks.
class Deciders {
public:
  explicit Deciders(Function &F) {
    PostDominatorTree After(F);
    for (BasicBlock &From : F) {
      if (From.getTerminator()->getNumSuccessors() < 2)
        continue;
      const DomTreeNode *End =
          After.getNode(&From) ? After.getNode(&From)->getIDom() : nullptr;
      for (BasicBlock *To : successors(&From))
        for (const DomTreeNode *At = After.getNode(To); At && At != End;
             At = At->getIDom())
          if (At->getBlock())
            Direct[At->getBlock()].insert(From.getTerminator());
    }
  }

  /// The conditions on which \p Block depends, whatever they depend on in turn.
  ArrayRef<const Value *> of(const BasicBlock *Block) {
    auto [It, IsNew] = All.try_emplace(Block);
    if (!IsNew)
      return It->second.getArrayRef();
    SetVector<const Value *> Mine;
    SmallPtrSet<const BasicBlock *, 16> Seen;
    SmallVector<const BasicBlock *> Work{Block};
    while (!Work.empty()) {
      const BasicBlock *Here = Work.pop_back_val();
      if (!Seen.insert(Here).second)
        continue;
      for (const Instruction *Branch : Direct[Here]) {
        Mine.insert(Branch->getOperand(0));
        Work.push_back(Branch->getParent());
      }
    }
    return (All[Block] = std::move(Mine)).getArrayRef();
  }

private:
  DenseMap<const BasicBlock *, SetVector<const Instruction *>> Direct;
  std::map<const BasicBlock *, SetVector<const Value *>> All;
};

class Slicer {
public:
  Slicer(const DeviceCode &Code, const Program &Decoded, const Triple &Block,
         const SetVector<const Argument *> &OfTrips)
      : F(Code.function()), Decoded(Decoded), Extents(Block), OfTrips(OfTrips),
        SE(Code.analyses().getResult<ScalarEvolutionAnalysis>(F)),
        Loops(Code.analyses().getResult<LoopAnalysis>(F)), Deciding(F) {
    for (const auto &[One, At] : Decoded.Frame.Slots)
      if (!isa<Constant>(One))
        ValueAt[At] = One;
    for (const Op &O : Decoded.Ops)
      if (O.To != 0)
        Makers[O.To].push_back(&O);
  }

  TripSlice run();

private:
  void whyNot(std::string Why, const Instruction *At) {
    if (Out.WhyNot.empty()) {
      Out.WhyNot = std::move(Why);
      Out.At = At;
    }
  }
  // Roots.
  void addRoots();
  void addSlot(Slot At, const Op &O);
  void addCondition(const Op &O);
  void addAssembly(const Op &O);
  void addPtx(const PtxText &Text, const PtxOperand &Operand, const Op &O,
              unsigned Depth);
  bool mayBeShared(const Value *Address) const;
  // The loop.
  bool findLoop();
  // Classes.
  Class classOf(const Value *One) const;
  Class find(const Instruction &I);
  Class ofOperands(const Instruction &I) const;
  Class ofLoad(const LoadInst &Load);
  Class ofCall(const CallBase &Call);
  Class ofPhi(const PHINode &Phi);
  std::optional<Class> ofBranches(const PHINode &Phi);
  Class ofArgument(const Argument &One);
  Class ofTest(const ICmpInst &Test);
  void restOnPointer(const Value &Pointer);
  Class ofChoice(const Value *A, const Value *B, bool TakesLess,
                 bool IsUnsigned);
  bool goesRound(const Instruction &I);
  // Guards.
  /// Which is the greater one in all trips but the last and the first ones.
  enum GuardTy { None, FirstIsGreater, SecondIsGreater };
  GuardTy guardOf(const Value *A, const Value *B, const ICmpInst *Test,
                  bool IsUnsigned);
  bool isNeverBelowZero(const SCEV *Of) const;
  bool mayGoRound(const Value *One) const;
  std::optional<Span> spanOf(const SCEV *Of);
  bool addTerms(const SCEV *Of, int64_t Factor, Span &Known,
                MapVector<const SCEV *, int64_t> &Terms);
  std::optional<Span> spanOfTerm(const SCEV *Of);
  const SCEV *asNumber(const SCEV *Of);
  std::optional<int64_t> blockDimOf(const Value *One) const;
  const SCEV *difference(const Value *A, const Value *B);

  Function &F;
  const Program &Decoded;
  const Triple Extents;
  const SetVector<const Argument *> &OfTrips;
  ScalarEvolution &SE;
  LoopInfo &Loops;
  Deciders Deciding;
  std::map<Slot, const Value *> ValueAt;
  std::map<Slot, SmallVector<const Op *, 1>> Makers;
  /// Roots, each with an operation that it is of.
  MapVector<const Value *, const Instruction *> Roots;
  std::map<const Value *, Class> Known;
  /// The loop whose trips numbers decide, its test, what is left, and by how
  /// much that shrinks a trip.
  const Loop *Counted = nullptr;
  const ICmpInst *Exit = nullptr;
  const SCEV *Left = nullptr, *LeftAtFirst = nullptr;
  int64_t Step = 0, LastOfExit = 0;
  bool Changed = false;
  TripSlice Out;
};

//===- Roots ------------------------------------------------------------===//

bool Slicer::mayBeShared(const Value *Address) const {
  if (!Address || !Address->getType()->isPointerTy())
    return true;
  if (const unsigned Space = Address->getType()->getPointerAddressSpace())
    return Space == 3;
  SmallVector<const Value *, 4> Objects;
  getUnderlyingObjects(Address, Objects, &Loops, /*MaxLookup=*/0);
  return any_of(Objects, [](const Value *One) {
    if (const auto *Global = dyn_cast<GlobalVariable>(One))
      return Global->getAddressSpace() == 3;
    if (isa<Argument, AllocaInst>(One))
      return false;
    // A pointer that memory of the host holds.
    if (const auto *Load = dyn_cast<LoadInst>(One)) {
      const Value *Base = baseOf(*Load->getPointerOperand());
      return !isa_and_nonnull<Argument>(Base);
    }
    return true;
  });
}

/// The value in \p At decides what \p O does.
void Slicer::addSlot(Slot At, const Op &O) {
  if (auto It = ValueAt.find(At); It != ValueAt.end()) {
    Roots.try_emplace(It->second, O.From);
    return;
  }
  // What other operations of the same call make of its operands.
  if (Makers.count(At))
    for (const Use &Operand : O.From->operands())
      if (!Operand->getType()->isPointerTy())
        Roots.try_emplace(Operand.get(), O.From);
}

void Slicer::addCondition(const Op &O) {
  for (const Value *Condition : Deciding.of(O.From->getParent()))
    Roots.try_emplace(Condition, O.From);
}

/// \p Operand of one of the instructions of \p Text decides what that does.
void Slicer::addPtx(const PtxText &Text, const PtxOperand &Operand, const Op &O,
                    unsigned Depth) {
  constexpr unsigned Most = 8;
  if (Operand.Kind == PtxOperand::Input)
    return addSlot(Operand.Index, O);
  if (Operand.Kind != PtxOperand::Register)
    return;
  for (const PtxOp &Maker : Text.Ops) {
    if (Maker.Operands.empty() ||
        Maker.Operands[0].Kind != PtxOperand::Register ||
        Maker.Operands[0].Index != Operand.Index)
      continue;
    if (Depth == Most ||
        !is_contained({PtxOp::Move, PtxOp::ToShared, PtxOp::SetPredicate,
                       PtxOp::Elect, PtxOp::SelectNumber},
                      Maker.Kind))
      return whyNot("what decides an 'asm' is not followed", O.From);
    for (const PtxOperand &One : drop_begin(Maker.Operands))
      addPtx(Text, One, O, Depth + 1);
  }
}

void Slicer::addAssembly(const Op &O) {
  const PtxText &Text = Decoded.Assembly[O.Table];
  for (const PtxOp &One : Text.Ops) {
    size_t Begin = 0, End = One.Operands.size();
    switch (One.Kind) {
    case PtxOp::AsyncCopy:
    case PtxOp::Store:
      End = std::min<size_t>(End, 1);
      break;
    case PtxOp::Load:
    case PtxOp::LoadMatrix:
      Begin = End ? End - 1 : 0;
      break;
    case PtxOp::WaitGroup:
    case PtxOp::Barrier:
    case PtxOp::Arrive:
    case PtxOp::WarpSync:
      break;
    case PtxOp::CommitGroup:
    case PtxOp::WaitAll:
    case PtxOp::Jump:
      Begin = End;
      break;
    case PtxOp::Mbarrier:
    case PtxOp::BulkCopy:
    case PtxOp::AsyncGroup:
    case PtxOp::MatrixMultiply:
      whyNot("mbarriers, bulk copies and wgmma are not followed", O.From);
      continue;
    default:
      continue;
    }
    for (size_t I = Begin; I < End; ++I)
      addPtx(Text, One.Operands[I], O, 0);
    if (One.Guard.Kind != PtxOperand::None)
      addPtx(Text, One.Guard, O, 0);
    addCondition(O);
  }
}

void Slicer::addRoots() {
  for (const Op &O : Decoded.Ops) {
    switch (O.Kind) {
    case OpKind::Load:
    case OpKind::Store:
    case OpKind::Atomic:
    case OpKind::CompareExchange:
    case OpKind::CopyMemory:
    case OpKind::SetMemory: {
      const bool IsCopy =
          O.Kind == OpKind::CopyMemory || O.Kind == OpKind::SetMemory;
      if (!IsCopy) {
        if (!mayBeShared(addressOf(*O.From)))
          continue;
        addSlot(O.A, O);
        break;
      }
      const bool IsTo = mayBeShared(O.From->getOperand(0)),
                 IsFrom = O.Kind == OpKind::CopyMemory &&
                          mayBeShared(O.From->getOperand(1));
      if (!IsTo && !IsFrom)
        continue;
      if (IsTo)
        addSlot(O.A, O);
      if (IsFrom)
        addSlot(O.B, O);
      addSlot(O.C, O);
      break;
    }
    case OpKind::Barrier: {
      const BarrierUse &Use = Decoded.Barriers[O.Table];
      if (Use.HasId)
        addSlot(Use.Id, O);
      if (Use.HasCount)
        addSlot(Use.Expected, O);
      break;
    }
    case OpKind::Warp:
      if (Decoded.Collectives[O.Table].HasMask)
        addSlot(Decoded.Collectives[O.Table].Mask, O);
      break;
    case OpKind::AsyncCopy:
      if (O.FromBits != CountedByGroups)
        whyNot("copies that an mbarrier counts are not followed", O.From);
      addSlot(O.A, O);
      addSlot(O.C, O);
      break;
    case OpKind::WaitGroups:
      addSlot(O.A, O);
      break;
    case OpKind::Pipe:
      addSlot(O.A, O);
      addSlot(O.B, O);
      break;
    case OpKind::CommitGroup:
    case OpKind::Fence:
      break;
    case OpKind::Fragment: {
      const FragmentAccess &One = Decoded.Fragments[O.Table];
      addSlot(One.Address, O);
      addSlot(One.Leading, O);
      if (One.HasLayout)
        addSlot(One.Layout, O);
      break;
    }
    case OpKind::BlockPipe:
    case OpKind::Mbarrier:
    case OpKind::BulkCopy:
    case OpKind::AsyncGroup:
    case OpKind::ProxyFence:
      whyNot("mbarriers, bulk copies and wgmma are not followed", O.From);
      continue;
    case OpKind::Assembly:
      addAssembly(O);
      continue;
    default:
      continue;
    }
    addCondition(O);
  }
}

//===- The loop ---------------------------------------------------------===//

/// \p Test is of what is (\p Rest - \p Each * left) times something: the most
/// that is left for which it comes out as in the end. None if not all that is
/// more comes out the other way.
static std::optional<int64_t> lastOf(const ICmpInst &Test, int64_t Rest,
                                     int64_t Each) {
  if (Test.isEquality() || Rest % Each != 0)
    return std::nullopt;
  const auto Predicate = Test.getPredicate();
  // `A < B` and `A >= B` change between 0 and -1, the others between 1 and 0.
  const bool BelowZero = ICmpInst::isLT(Predicate) || ICmpInst::isGE(Predicate);
  const int64_t Zero = Rest / Each;
  return BelowZero == (Each > 0) ? Zero : Zero - 1;
}

/// The loop whose trips a number decides; false if there are two, or if it is
/// left in other ways.
bool Slicer::findLoop() {
  auto RestsOnNumbers = [&](const Loop &L) {
    SmallVector<BasicBlock *, 4> Exits;
    L.getExitingBlocks(Exits);
    return any_of(Exits, [&](const BasicBlock *Exit) {
      SmallVector<const Value *> Work{Exit->getTerminator()->getOperand(0)};
      SmallPtrSet<const Value *, 32> Seen;
      while (!Work.empty()) {
        const Value *At = Work.pop_back_val();
        if (!Seen.insert(At).second)
          continue;
        if (const auto *Number = dyn_cast<Argument>(At);
            Number && OfTrips.contains(Number))
          return true;
        if (const auto *I = dyn_cast<Instruction>(At))
          for (const Use &Operand : I->operands())
            if (!isa<BasicBlock>(Operand))
              Work.push_back(Operand);
      }
      return false;
    });
  };
  for (uint32_t I = 0; I < Decoded.Loops.size(); ++I) {
    const Loop *L = Loops.getLoopFor(Decoded.Loops[I].Header);
    if (!L || !Decoded.Loops[I].Synchronizes || !RestsOnNumbers(*L))
      continue;
    if (Counted) {
      whyNot("numbers decide how often two loops with barriers turn",
             Decoded.Loops[I].At);
      return false;
    }
    Counted = L;
    Out.Loop = I;
  }
  if (!Counted)
    return true;
  const Instruction *At = Decoded.Loops[Out.Loop].At;
  const BasicBlock *From = Counted->getExitingBlock();
  const auto *Branch =
      From ? dyn_cast<BranchInst>(From->getTerminator()) : nullptr;
  Exit = Branch && Branch->isConditional()
             ? dyn_cast<ICmpInst>(Branch->getCondition())
             : nullptr;
  if (!Exit || !Exit->getOperand(0)->getType()->isIntegerTy()) {
    whyNot("the loop ends in more ways than by one comparison", At);
    return false;
  }
  const auto *Sum = dyn_cast_or_null<SCEVAddRecExpr>(
      difference(Exit->getOperand(0), Exit->getOperand(1)));
  const auto *By = Sum && Sum->getLoop() == Counted && Sum->isAffine()
                       ? dyn_cast<SCEVConstant>(Sum->getStepRecurrence(SE))
                       : nullptr;
  if (!By || By->getValue()->isZero()) {
    whyNot("the loop does not count in equal steps up to a bound", At);
    return false;
  }
  Step = std::abs(By->getAPInt().getSExtValue());
  Left = By->getAPInt().isNegative() ? static_cast<const SCEV *>(Sum)
                                     : SE.getNegativeSCEV(Sum);
  LeftAtFirst = cast<SCEVAddRecExpr>(Left)->getStart();
  const std::optional<int64_t> Last =
      lastOf(*Exit, 0, By->getAPInt().isNegative() ? -1 : 1);
  if (!Last) {
    whyNot("the loop ends where its counter meets a number", At);
    return false;
  }
  LastOfExit = *Last;
  return true;
}

//===- Classes ----------------------------------------------------------===//

Class Slicer::classOf(const Value *One) const {
  if (isa<Constant, BasicBlock, MetadataAsValue>(One))
    return Class::State;
  auto It = Known.find(One);
  return It == Known.end() ? Class::State : It->second;
}

Class Slicer::ofOperands(const Instruction &I) const {
  Class Worst = Class::State;
  for (const Use &Operand : I.operands())
    Worst = std::max(Worst, classOf(Operand));
  return Worst;
}

Class Slicer::ofArgument(const Argument &One) {
  if (One.getType()->isPointerTy())
    return Class::State;
  if (OfTrips.contains(&One))
    return Class::Moving;
  Out.Numbers.insert(&One);
  return Class::State;
}

Class Slicer::ofLoad(const LoadInst &Load) {
  const Value *Base = baseOf(*Load.getPointerOperand());
  if (const auto *Global = dyn_cast_or_null<GlobalVariable>(Base)) {
    if (isBuiltinVariable(*Global)) {
      if (Global->getName() == "blockIdx" || Global->getName() == "gridDim")
        Out.Numbers.insert(Global);
      return Class::State;
    }
    if (!Global->isConstant() || !Global->hasInitializer() ||
        Global->getAddressSpace() == 3 || isFilledByHost(*Global))
      return Class::Data;
    // The host may store something else over what it begins with.
    if (Global->getAddressSpace() == 4)
      Out.Numbers.insert(Global);
    return ofOperands(Load);
  }
  const auto *Parameter = dyn_cast_or_null<Argument>(Base);
  if (!Parameter || !Parameter->hasByValAttr() || Load.getType()->isPointerTy())
    return Parameter && Parameter->hasByValAttr() ? Class::State : Class::Data;
  if (OfTrips.contains(Parameter))
    return Class::Moving;
  Out.Numbers.insert(Parameter);
  return ofOperands(Load);
}

Class Slicer::ofCall(const CallBase &Call) {
  if (const auto *Choice = dyn_cast<MinMaxIntrinsic>(&Call))
    return ofChoice(Choice->getLHS(), Choice->getRHS(),
                    !ICmpInst::isGT(Choice->getPredicate()),
                    !Choice->isSigned());
  bool IsRegister = false, IsKnown = false;
  for (const Op &O : Decoded.Ops) {
    if (O.From != &Call)
      continue;
    IsKnown = is_contained(
        {OpKind::ToShared, OpKind::FromShared, OpKind::Copy, OpKind::Math,
         OpKind::Register, OpKind::Select, OpKind::Trunc, OpKind::ZExt,
         OpKind::SExt, OpKind::Offset, OpKind::And, OpKind::Or, OpKind::Add,
         OpKind::Sub, OpKind::Shl, OpKind::LShr, OpKind::Mul, OpKind::IsShared},
        O.Kind);
    if (!IsKnown)
      return Class::Data;
    const auto Named = MathKind(O.Variant);
    if (O.Kind == OpKind::Math && Call.arg_size() == 2 &&
        is_contained(
            {MathKind::SMin, MathKind::SMax, MathKind::UMin, MathKind::UMax},
            Named))
      return ofChoice(Call.getArgOperand(0), Call.getArgOperand(1),
                      Named == MathKind::SMin || Named == MathKind::UMin,
                      Named == MathKind::UMin || Named == MathKind::UMax);
    if (O.Kind != OpKind::Register)
      continue;
    IsRegister = true;
    const auto Kind = RegisterKind(O.Variant);
    if (Kind == RegisterKind::Clock)
      return Class::Data;
    if (is_contained({RegisterKind::BlockIdx, RegisterKind::GridDim,
                      RegisterKind::GridRank, RegisterKind::GridThreads},
                     Kind))
      Out.Numbers.insert(Call.getCalledFunction());
  }
  if (!IsKnown)
    return Class::Data;
  return IsRegister ? Class::State : ofOperands(Call);
}

/// `a < b ? a : b`, as two branches.
std::optional<Class> Slicer::ofBranches(const PHINode &Phi) {
  if (Phi.getNumIncomingValues() != 2)
    return std::nullopt;
  const BasicBlock *First = Phi.getIncomingBlock(0),
                   *Second = Phi.getIncomingBlock(1);
  const BasicBlock *From = First->getSinglePredecessor();
  if (!From || From != Second->getSinglePredecessor())
    return std::nullopt;
  const auto *Branch = dyn_cast<BranchInst>(From->getTerminator());
  const auto *Test = Branch && Branch->isConditional()
                         ? dyn_cast<ICmpInst>(Branch->getCondition())
                         : nullptr;
  if (!Test || Test->isEquality())
    return std::nullopt;
  const Value *IfTrue = Phi.getIncomingValueForBlock(Branch->getSuccessor(0));
  const Value *IfFalse = Phi.getIncomingValueForBlock(Branch->getSuccessor(1));
  const bool IsLess = ICmpInst::isLT(Test->getPredicate()) ||
                      ICmpInst::isLE(Test->getPredicate());
  const Value *A = Test->getOperand(0), *B = Test->getOperand(1);
  if (IfTrue == A && IfFalse == B)
    return ofChoice(A, B, IsLess, Test->isUnsigned());
  if (IfTrue == B && IfFalse == A)
    return ofChoice(A, B, !IsLess, Test->isUnsigned());
  return std::nullopt;
}

/// A choice between values is as good as these and what decides it.
Class Slicer::ofPhi(const PHINode &Phi) {
  if (SE.isSCEVable(Phi.getType()))
    if (const auto *Sum =
            dyn_cast<SCEVAddRecExpr>(SE.getSCEV(const_cast<PHINode *>(&Phi)));
        Sum && Sum->getLoop() == Counted)
      return Class::Moving;
  Class Worst = ofOperands(Phi);
  if (Worst == Class::Moving)
    if (const std::optional<Class> Chosen = ofBranches(Phi))
      return *Chosen;
  for (const BasicBlock *From : Phi.blocks())
    for (const Value *Condition : Deciding.of(From))
      Worst = std::max(Worst, classOf(Condition));
  return Worst;
}

/// Whether it is null, or the same as another, is the launch's choice.
void Slicer::restOnPointer(const Value &Pointer) {
  const Value *Base = baseOf(Pointer);
  if (Base && isa<Argument>(Base))
    Out.Numbers.insert(Base);
}

Class Slicer::ofTest(const ICmpInst &Test) {
  // Of two places in one array it is known how far they are apart.
  if (const Value *A = Test.getOperand(0), *B = Test.getOperand(1);
      A->getType()->isPointerTy() &&
      (isa<Constant>(A) || isa<Constant>(B) || baseOf(*A) != baseOf(*B))) {
    restOnPointer(*A);
    restOnPointer(*B);
  }
  const Class Worst = ofOperands(Test);
  if (Worst != Class::Moving)
    return Worst;
  return guardOf(Test.getOperand(0), Test.getOperand(1), &Test,
                 Test.isUnsigned()) == None
             ? Class::Moving
             : Class::State;
}

/// The lesser or the greater of \p A and \p B: `min(16, n - k)` is 16
/// until the end.
Class Slicer::ofChoice(const Value *A, const Value *B, bool TakesLess,
                       bool IsUnsigned) {
  const Class Worst = std::max(classOf(A), classOf(B));
  if (Worst != Class::Moving)
    return Worst;
  const GuardTy Guard = guardOf(A, B, nullptr, IsUnsigned);
  if (Guard == None)
    return Class::Moving;
  return classOf((Guard == FirstIsGreater) == TakesLess ? B : A);
}

/// `(t / 4) % 3` of a loop's counter `t`.
bool Slicer::goesRound(const Instruction &I) {
  const auto *By = I.getNumOperands() == 2
                       ? dyn_cast<ConstantInt>(I.getOperand(1))
                       : nullptr;
  if (!By || By->getBitWidth() > 64 || By->getBitWidth() < 32 ||
      !By->getValue().isStrictlyPositive() || !Counted)
    return false;
  uint64_t Around = By->getZExtValue();
  if (I.getOpcode() == Instruction::And) {
    if (!isPowerOf2_64(Around + 1))
      return false;
    ++Around;
  } else if (I.getOpcode() != Instruction::URem &&
             I.getOpcode() != Instruction::SRem) {
    return false;
  }
  const Value *Of = I.getOperand(0);
  // Whole groups of trips.
  while (const auto *Divided = dyn_cast<BinaryOperator>(Of)) {
    const auto *Divisor = dyn_cast<ConstantInt>(Divided->getOperand(1));
    if (!Divisor || !Divisor->getValue().isStrictlyPositive())
      break;
    const unsigned Opcode = Divided->getOpcode();
    if (Opcode == Instruction::LShr || Opcode == Instruction::AShr)
      Around <<= std::min<uint64_t>(Divisor->getZExtValue(), 32);
    else if (Opcode == Instruction::UDiv || Opcode == Instruction::SDiv)
      Around *= Divisor->getZExtValue();
    else
      break;
    Of = Divided->getOperand(0);
  }
  const auto *Sum =
      SE.isSCEVable(Of->getType())
          ? dyn_cast<SCEVAddRecExpr>(SE.getSCEV(const_cast<Value *>(Of)))
          : nullptr;
  const auto *Start = Sum ? dyn_cast<SCEVConstant>(Sum->getStart()) : nullptr;
  const auto *Each = Sum && Sum->getLoop() == Counted && Sum->isAffine()
                         ? dyn_cast<SCEVConstant>(Sum->getStepRecurrence(SE))
                         : nullptr;
  // What goes round does so at a power of two.
  if (!isPowerOf2_64(Around) && mayGoRound(Of))
    return false;
  // Below zero a remainder goes the other way.
  if (!Start || !Each || Start->getAPInt().isNegative() ||
      !Each->getAPInt().isStrictlyPositive() || Around > (1u << 20))
    return false;
  const uint64_t Trips =
      Around / std::gcd(Around, Each->getAPInt().getZExtValue());
  Out.Period = std::lcm<uint64_t>(Out.Period, Trips);
  return true;
}

Class Slicer::find(const Instruction &I) {
  if (const auto *Phi = dyn_cast<PHINode>(&I))
    return ofPhi(*Phi);
  if (const auto *Load = dyn_cast<LoadInst>(&I))
    return ofLoad(*Load);
  if (const auto *Call = dyn_cast<CallBase>(&I))
    return ofCall(*Call);
  if (isa<AllocaInst>(I))
    return Class::State;
  if (isa<PtrToIntInst, PtrToAddrInst>(I))
    restOnPointer(*I.getOperand(0));
  if (I.mayReadOrWriteMemory())
    return Class::Data;
  if (const auto *Test = dyn_cast<ICmpInst>(&I))
    return ofTest(*Test);
  if (isa<SelectInst>(I)) {
    const Value *A = nullptr, *B = nullptr;
    const SelectPatternFlavor Taken = matchSelectPattern(&I, A, B).Flavor;
    if (is_contained({SPF_SMIN, SPF_UMIN, SPF_SMAX, SPF_UMAX}, Taken))
      return ofChoice(A, B, Taken == SPF_SMIN || Taken == SPF_UMIN,
                      Taken == SPF_UMIN || Taken == SPF_UMAX);
  }
  const Class Worst = ofOperands(I);
  return Worst == Class::Moving && goesRound(I) ? Class::State : Worst;
}

//===- Guards -----------------------------------------------------------===//

/// \p Of without casts, in 64 bits: nothing overflows.
const SCEV *Slicer::asNumber(const SCEV *Of) {
  // What is narrow goes round.
  constexpr unsigned LeastBits = 32;
  if (!Of || !Of->getType()->isIntegerTy() ||
      Of->getType()->getIntegerBitWidth() < LeastBits)
    return nullptr;
  if (isa<SCEVZeroExtendExpr, SCEVSignExtendExpr, SCEVTruncateExpr>(Of)) {
    const SCEV *Inner = cast<SCEVCastExpr>(Of)->getOperand();
    if (const SCEV *Mine = asNumber(Inner))
      return Mine;
    return isa<SCEVUnknown>(Inner)
               ? SE.getNoopOrZeroExtend(Of, Type::getInt64Ty(F.getContext()))
               : nullptr;
  }
  bool AreKnown = true;
  auto Each = [&](ArrayRef<const SCEV *> All) {
    SmallVector<const SCEV *> Out;
    for (const SCEV *One : All) {
      Out.push_back(asNumber(One));
      AreKnown &= Out.back() != nullptr;
    }
    return Out;
  };
  if (const auto *All = dyn_cast<SCEVNAryExpr>(Of);
      All && isa<SCEVAddExpr, SCEVMulExpr, SCEVAddRecExpr>(Of)) {
    SmallVector<const SCEV *> Mine = Each(All->operands());
    if (!AreKnown)
      return nullptr;
    if (const auto *Rec = dyn_cast<SCEVAddRecExpr>(Of))
      return SE.getAddRecExpr(Mine, Rec->getLoop(), SCEV::FlagAnyWrap);
    return isa<SCEVAddExpr>(Of) ? SE.getAddExpr(Mine) : SE.getMulExpr(Mine);
  }
  if (const auto *Divided = dyn_cast<SCEVUDivExpr>(Of)) {
    SmallVector<const SCEV *> Mine =
        Each({Divided->getLHS(), Divided->getRHS()});
    return AreKnown ? SE.getUDivExpr(Mine[0], Mine[1]) : nullptr;
  }
  const auto *Opaque = dyn_cast<SCEVUnknown>(Of);
  if (!Opaque)
    return SE.getNoopOrSignExtend(Of, Type::getInt64Ty(F.getContext()));
  const Value *One = Opaque->getValue();
  if (const std::optional<int64_t> Number = blockDimOf(One))
    return SE.getConstant(Type::getInt64Ty(F.getContext()), *Number);
  // ScalarEvolution divides numbers without a sign only.
  if (const auto *Divided = dyn_cast<BinaryOperator>(One))
    if (const auto *By = dyn_cast<ConstantInt>(Divided->getOperand(1));
        By && By->getValue().isStrictlyPositive() && By->getBitWidth() <= 64) {
      const bool Shifts = Divided->getOpcode() == Instruction::AShr;
      if (Shifts ? By->getZExtValue() < 31
                 : Divided->getOpcode() == Instruction::SDiv)
        if (const SCEV *Mine = asNumber(SE.getSCEV(Divided->getOperand(0))))
          return SE.getUDivExpr(
              Mine, SE.getConstant(Mine->getType(),
                                   Shifts ? int64_t(1) << By->getZExtValue()
                                          : By->getSExtValue()));
    }
  return SE.getNoopOrSignExtend(Of, Type::getInt64Ty(F.getContext()));
}

/// How many threads there are in a dimension, if \p One asks that.
std::optional<int64_t> Slicer::blockDimOf(const Value *One) const {
  const unsigned Sizes[] = {Extents.X, Extents.Y, Extents.Z};
  if (const auto *Load = dyn_cast<LoadInst>(One)) {
    APInt Offset(64, 0);
    const auto *Global = dyn_cast<GlobalVariable>(
        Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
            F.getDataLayout(), Offset, true));
    if (Global && Global->getName() == "blockDim" && Offset.ult(12))
      return Sizes[Offset.getZExtValue() / 4];
  }
  return std::nullopt;
}

/// As a number without a sign: nothing is taken away in it that may be more.
bool Slicer::isNeverBelowZero(const SCEV *Of) const {
  if (const auto *Number = dyn_cast<SCEVConstant>(Of))
    return !Number->getAPInt().isNegative();
  if (const auto *Divided = dyn_cast<SCEVUDivExpr>(Of))
    return isNeverBelowZero(Divided->getLHS());
  // Compared without a sign, `int n` is a large number at worst.
  if (const auto *Cast = dyn_cast<SCEVCastExpr>(Of))
    return isNeverBelowZero(Cast->getOperand());
  if (const auto *All = dyn_cast<SCEVNAryExpr>(Of))
    return all_of(All->operands(),
                  [&](const SCEV *One) { return isNeverBelowZero(One); });
  return isa<SCEVUnknown>(Of);
}

/// A counter that comes to the end of its type within some hundred thousand
/// trips, and goes on from the other.
bool Slicer::mayGoRound(const Value *One) const {
  constexpr unsigned MostBits = 12;
  const auto *Sum =
      dyn_cast<SCEVAddRecExpr>(SE.getSCEV(const_cast<Value *>(One)));
  if (!Sum || Sum->hasNoSignedWrap() || Sum->hasNoUnsignedWrap())
    return false;
  const auto *By = dyn_cast<SCEVConstant>(Sum->getStepRecurrence(SE));
  return By && By->getAPInt().getSignificantBits() > MostBits;
}

/// By how much \p A is more than \p B; null: numbers may go round.
const SCEV *Slicer::difference(const Value *A, const Value *B) {
  const SCEV *One = asNumber(SE.getSCEV(const_cast<Value *>(A))),
             *Other = asNumber(SE.getSCEV(const_cast<Value *>(B)));
  return One && Other ? SE.getMinusSCEV(One, Other) : nullptr;
}

/// Writes \p Of times \p Factor as a sum of terms and what is known of the
/// rest; casts are taken to keep the value.
bool Slicer::addTerms(const SCEV *Of, int64_t Factor, Span &Sum,
                      MapVector<const SCEV *, int64_t> &Terms) {
  if (const auto *Number = dyn_cast<SCEVConstant>(Of)) {
    if (Number->getAPInt().getSignificantBits() > 32)
      return false;
    const int64_t Value = Number->getAPInt().getSExtValue() * Factor;
    Sum.Low += Value;
    Sum.High += Value;
    return true;
  }
  if (isa<SCEVZeroExtendExpr, SCEVSignExtendExpr, SCEVTruncateExpr>(Of))
    return addTerms(cast<SCEVCastExpr>(Of)->getOperand(), Factor, Sum, Terms);
  if (const auto *Add = dyn_cast<SCEVAddExpr>(Of))
    return all_of(Add->operands(), [&](const SCEV *One) {
      return addTerms(One, Factor, Sum, Terms);
    });
  if (const auto *Product = dyn_cast<SCEVMulExpr>(Of))
    if (const auto *Number = dyn_cast<SCEVConstant>(Product->getOperand(0));
        Number && Product->getNumOperands() == 2 &&
        Number->getAPInt().getSignificantBits() <= 32)
      return addTerms(Product->getOperand(1),
                      Factor * Number->getAPInt().getSExtValue(), Sum, Terms);
  if (const auto *Rec = dyn_cast<SCEVAddRecExpr>(Of);
      Rec && Rec->isAffine() && Rec->getLoop() == Counted) {
    // The trip itself, as a term.
    const auto *By = dyn_cast<SCEVConstant>(Rec->getStepRecurrence(SE));
    if (!By || By->getAPInt().getSignificantBits() > 32)
      return false;
    Type *Wide = Type::getInt64Ty(F.getContext());
    const SCEV *Trip = SE.getAddRecExpr(SE.getZero(Wide), SE.getOne(Wide),
                                        Counted, SCEV::FlagAnyWrap);
    Terms[Trip] += Factor * By->getAPInt().getSExtValue();
    return addTerms(Rec->getStart(), Factor, Sum, Terms);
  }
  Terms[Of] += Factor;
  return true;
}

/// Between what \p Of lies, of what the block and constants decide.
std::optional<Span> Slicer::spanOfTerm(const SCEV *Of) {
  if (const auto *Opaque = dyn_cast<SCEVUnknown>(Of)) {
    const Value *One = Opaque->getValue();
    StringRef Name;
    if (const auto *Load = dyn_cast<LoadInst>(One)) {
      APInt Offset(64, 0);
      const Value *Base =
          Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
              F.getDataLayout(), Offset, true);
      if (const auto *Global = dyn_cast<GlobalVariable>(Base);
          Global && Global->getName() == "threadIdx") {
        const unsigned Sizes[] = {Extents.X, Extents.Y, Extents.Z};
        if (Offset.ult(12))
          return Span{0, int64_t(Sizes[Offset.getZExtValue() / 4]) - 1};
      }
    }
    if (const auto *Call = dyn_cast<CallBase>(One);
        Call && Call->getCalledFunction()) {
      Name = Call->getCalledFunction()->getName();
      if (Name.ends_with("tid.x") && !Name.contains("ctaid"))
        return Span{0, int64_t(Extents.X) - 1};
      if (Name.ends_with("tid.y") && !Name.contains("ctaid"))
        return Span{0, int64_t(Extents.Y) - 1};
      if (Name.ends_with("tid.z") && !Name.contains("ctaid"))
        return Span{0, int64_t(Extents.Z) - 1};
    }
  }
  // What is a piece of the number of the thread, or of an inner loop.
  if (const auto *Divided = dyn_cast<SCEVUDivExpr>(Of))
    if (const auto *By = dyn_cast<SCEVConstant>(Divided->getRHS()))
      if (const auto Mine = spanOf(Divided->getLHS());
          Mine && Mine->Low >= 0 && By->getAPInt().isStrictlyPositive()) {
        const int64_t Number = By->getAPInt().getSExtValue();
        return Span{Mine->Low / Number, Mine->High / Number};
      }
  const ConstantRange Range = SE.getSignedRange(Of);
  constexpr unsigned MostBits = 20;
  if (Range.isFullSet() ||
      Range.getSignedMax().getSignificantBits() > MostBits ||
      Range.getSignedMin().getSignificantBits() > MostBits)
    return std::nullopt;
  return Span{Range.getSignedMin().getSExtValue(),
              Range.getSignedMax().getSExtValue()};
}

std::optional<Span> Slicer::spanOf(const SCEV *Of) {
  Span Sum;
  MapVector<const SCEV *, int64_t> Terms;
  if (!addTerms(Of, 1, Sum, Terms))
    return std::nullopt;
  // `(n + 15) / 16 * 16` is n and less than 16 more.
  for (unsigned Round = 0; Round < 4; ++Round)
    for (const auto &[Term, Factor] :
         SmallVector<std::pair<const SCEV *, int64_t>>(Terms.begin(),
                                                       Terms.end())) {
      const SCEV *Of = nullptr;
      int64_t Number = 0;
      if (const auto *Divided = dyn_cast<SCEVUDivExpr>(Term)) {
        if (const auto *By = dyn_cast<SCEVConstant>(Divided->getRHS());
            By && By->getAPInt().getActiveBits() <= 20) {
          Of = Divided->getLHS();
          Number = By->getAPInt().getSExtValue();
        }
      }
      if (!Of || Number < 2 || Terms[Term] % Number != 0 || Terms[Term] == 0)
        continue;
      const int64_t Mine = Terms[Term] / Number;
      Terms[Term] = 0;
      if (!addTerms(Of, Mine, Sum, Terms))
        return std::nullopt;
      (Mine > 0 ? Sum.Low : Sum.High) -= Mine * (Number - 1);
    }
  for (const auto &[Term, Factor] : Terms) {
    if (Factor == 0)
      continue;
    const std::optional<Span> Mine = spanOfTerm(Term);
    if (!Mine || std::abs(Factor) > (1 << 20))
      return std::nullopt;
    const int64_t A = Mine->Low * Factor, B = Mine->High * Factor;
    Sum.Low += std::min(A, B);
    Sum.High += std::max(A, B);
  }
  return Sum;
}

/// \p A and \p B are as far apart as the end of the loop is, or its begin, and
/// by something that no number decides.
Slicer::GuardTy Slicer::guardOf(const Value *A, const Value *B,
                                const ICmpInst *Test, bool IsUnsigned) {
  if (!Counted || classOf(A) == Class::Data || classOf(B) == Class::Data ||
      !A->getType()->isIntegerTy())
    return None;
  const SCEV *Apart = difference(A, B);
  if (!Apart || mayGoRound(A) || mayGoRound(B))
    return None;
  if (IsUnsigned && any_of(std::array{A, B}, [&](const Value *One) {
        const SCEV *Number = asNumber(SE.getSCEV(const_cast<Value *>(One)));
        return Number != Left && !isNeverBelowZero(Number);
      }))
    return None;
  // Within how many trips of the end, or of the begin, it may change.
  auto Within = [&](const SCEV *Rest, int64_t Unit,
                    unsigned &Trips) -> std::optional<Span> {
    constexpr uint64_t MostTrips = 64;
    const std::optional<Span> Mine = spanOf(Rest);
    if (!Mine)
      return std::nullopt;
    const uint64_t Far = divideCeil(
        uint64_t(std::max(std::abs(Mine->Low), std::abs(Mine->High))),
        uint64_t(Unit));
    if (Far > MostTrips)
      return std::nullopt;
    Trips = std::max(Trips, unsigned(Far));
    return Mine;
  };
  // \p Rest is \p Unit / \p Each times what is left when it changes.
  auto BeforeEnd = [&](const SCEV *Rest, int64_t Unit, int64_t Each) {
    const std::optional<Span> Mine = Within(Rest, Unit, Out.Reach);
    if (!Mine)
      return false;
    const std::optional<int64_t> Last = Mine->Low == Mine->High && Test
                                            ? lastOf(*Test, Mine->Low, Each)
                                            : std::nullopt;
    Out.SeesRemainder |= !Last || (*Last - LastOfExit) % Step != 0;
    return true;
  };
  auto Times = [&](const SCEV *Of, int64_t Factor) {
    return SE.getMulExpr(
        SE.getConstant(Type::getInt64Ty(F.getContext()), Factor, true), Of);
  };
  if (const auto *Sum = dyn_cast<SCEVAddRecExpr>(Apart);
      Sum && Sum->getLoop() == Counted && Sum->isAffine()) {
    const auto *By = dyn_cast<SCEVConstant>(Sum->getStepRecurrence(SE));
    if (!By || By->getAPInt().getSignificantBits() > 32)
      return None;
    const int64_t Each = By->getAPInt().getSExtValue();
    if (BeforeEnd(SE.getAddExpr(Times(Apart, Step), Times(Left, Each)),
                  Step * std::abs(Each), Each))
      return Each < 0 ? FirstIsGreater : SecondIsGreater;
    const std::optional<Span> Start =
        Within(Sum->getStart(), std::abs(Each), Out.Head);
    if (!Start)
      return None;
    Out.SeesRemainder |= Start->Low != Start->High;
    return Each > 0 ? FirstIsGreater : SecondIsGreater;
  }
  // In front of the loop, what is left is all.
  if (!SE.isLoopInvariant(Apart, Counted))
    return None;
  for (const int64_t Sign : {-1, 1})
    if (BeforeEnd(SE.getAddExpr(Apart, Times(LeftAtFirst, Sign)), Step, Sign) ||
        (Step > 1 &&
         BeforeEnd(SE.getAddExpr(Times(Apart, Step), Times(LeftAtFirst, Sign)),
                   Step, Sign)))
      return Sign < 0 ? FirstIsGreater : SecondIsGreater;
  return None;
}

//===- All --------------------------------------------------------------===//

TripSlice Slicer::run() {
  addRoots();
  if (!Out.WhyNot.empty() || !findLoop())
    return std::move(Out);
  // All values that the roots are made of.
  SetVector<const Value *> All;
  SmallVector<const Value *> Work;
  for (const auto &[Root, Of] : Roots)
    Work.push_back(Root);
  while (!Work.empty()) {
    const Value *At = Work.pop_back_val();
    if (isa<Constant, BasicBlock>(At) || !All.insert(At))
      continue;
    const auto *I = dyn_cast<Instruction>(At);
    if (!I)
      continue;
    for (const Use &Operand : I->operands())
      Work.push_back(Operand);
    if (const auto *Phi = dyn_cast<PHINode>(I))
      for (const BasicBlock *From : Phi->blocks())
        append_range(Work, Deciding.of(From));
  }
  // A value is no better than what it is made of: raised until all is told.
  // What guards and numbers there are is asked of the last round.
  do {
    Changed = false;
    Out.Period = 1;
    Out.Reach = Out.Head = 0;
    Out.SeesRemainder = false;
    Out.Numbers.clear();
    for (const Value *One : reverse(All)) {
      const auto *I = dyn_cast<Instruction>(One);
      const auto *Number = dyn_cast<Argument>(One);
      const Class Mine = I        ? find(*I)
                         : Number ? ofArgument(*Number)
                                  : Class::Data;
      Class &Before = Known[One];
      if (Mine > Before) {
        Before = Mine;
        Changed = true;
      }
    }
  } while (Changed);
  for (const auto &[Root, Of] : Roots)
    switch (classOf(Root)) {
    case Class::State:
      break;
    case Class::Moving:
      whyNot(Counted ? "what happens rests on the number of the trip"
                     : "what happens rests on how often a loop turns",
             Of);
      break;
    case Class::Data:
      whyNot("what happens rests on what memory holds", Of);
      break;
    }
  for (const Value *One : All)
    if (classOf(One) == Class::State && isa<Instruction>(One))
      if (auto It = Decoded.Frame.Slots.find(One);
          It != Decoded.Frame.Slots.end())
        Out.State.push_back(It->second);
  return std::move(Out);
}

} // namespace

TripSlice sliceOfTrips(const DeviceCode &Code, const Program &Decoded,
                       const Triple &Block,
                       const SetVector<const Argument *> &OfTrips) {
  return Slicer(Code, Decoded, Block, OfTrips).run();
}

} // namespace cudapipe::check
