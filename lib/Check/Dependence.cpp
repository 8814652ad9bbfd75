//===- Dependence.cpp - What an access rests on ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dependence.h"
#include "MemoryLayout.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace llvm;

namespace cudapipe::check {

const Value *addressOf(const Instruction &Access) {
  if (const Value *Address = getLoadStorePointerOperand(&Access))
    return Address;
  if (const auto *Update = dyn_cast<AtomicRMWInst>(&Access))
    return Update->getPointerOperand();
  if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&Access))
    return Exchange->getPointerOperand();
  if (const auto *Call = dyn_cast<CallBase>(&Access); Call && Call->arg_size())
    return Call->getArgOperand(0);
  return nullptr;
}

const Value *baseOf(const Value &Address) {
  const Value *At = &Address;
  SmallPtrSet<const Value *, 8> Seen;
  while (Seen.insert(At).second) {
    At = At->stripPointerCasts();
    if (const auto *Offset = dyn_cast<GEPOperator>(At))
      At = Offset->getPointerOperand();
    else if (const auto *Phi = dyn_cast<PHINode>(At))
      At = Phi->getIncomingValue(0);
    else if (const auto *Cast = dyn_cast<AddrSpaceCastOperator>(At))
      At = Cast->getOperand(0);
    else if (const auto *Load = dyn_cast<LoadInst>(At);
             Load && At->getType()->isPointerTy())
      At = Load->getPointerOperand(); // A pointer in a struct.
    else
      break;
  }
  return isa<Argument, GlobalVariable>(At) ? At : nullptr;
}

Dependence::Dependence(const Function &F)
    : F(F),
      After(std::make_unique<PostDominatorTree>(const_cast<Function &>(F))) {}

Dependence::~Dependence() = default;

void Dependence::follow(const Value &Start, Roots &Out) const {
  SmallVector<const Value *> Work{&Start};
  while (!Work.empty()) {
    const Value *At = Work.pop_back_val();
    if (isa<Constant>(At) || !Out.All.insert(At))
      continue;
    if (const auto *Number = dyn_cast<Argument>(At)) {
      if (!Number->getType()->isPointerTy() || Number->hasByValAttr())
        Out.Numbers.insert(Number);
      continue;
    }
    const auto *I = dyn_cast<Instruction>(At);
    if (!I)
      continue;
    if (const auto *Load = dyn_cast<LoadInst>(I)) {
      const Value *Base = baseOf(*Load->getPointerOperand());
      const auto *Global = dyn_cast_or_null<GlobalVariable>(Base);
      const auto *Parameter = dyn_cast_or_null<Argument>(Base);
      const bool IsShared = Global && Global->getAddressSpace() == 3;
      if (Global && Global->isDeclaration() && !IsShared)
        continue; // threadIdx and its like.
      if (Parameter && Parameter->hasByValAttr() &&
          !Load->getType()->isPointerTy()) {
        Out.Numbers.insert(Parameter);
        continue;
      }
      if (IsShared) {
        // What anybody stores there.
        for (const Instruction &Other : instructions(F))
          if (const auto *Store = dyn_cast<StoreInst>(&Other);
              Store && baseOf(*Store->getPointerOperand()) == Global)
            Work.push_back(Store->getValueOperand());
      } else if (!Parameter || !Parameter->hasByValAttr()) {
        if (!Global || !Global->isConstant() || isFilledByHost(*Global))
          Out.Data.insert(Load);
      }
      Work.push_back(Load->getPointerOperand());
      continue;
    }
    if (isa<AtomicRMWInst, AtomicCmpXchgInst>(I)) {
      Out.Data.insert(I);
      continue;
    }
    if (const auto *Call = dyn_cast<CallBase>(I)) {
      const Function *Callee = Call->getCalledFunction();
      // `__ldg(&perm[i])`.
      if (Callee && Callee->getName().contains("__ld"))
        Out.Data.insert(Call);
      for (const Use &Operand : Call->args())
        Work.push_back(Operand);
      continue;
    }
    for (const Use &Operand : I->operands())
      if (!isa<BasicBlock>(Operand))
        Work.push_back(Operand);
  }
}

Roots Dependence::ofAddress(const Instruction &Access) const {
  Roots Out;
  if (const Value *Address = addressOf(Access))
    follow(*Address, Out);
  return Out;
}

SetVector<const Instruction *>
Dependence::decidersOf(ArrayRef<const Instruction *> All) const {
  SetVector<const Instruction *> Out;
  SmallVector<const BasicBlock *> Work;
  for (const Instruction *One : All)
    Work.push_back(One->getParent());
  SmallPtrSet<const BasicBlock *, 16> Seen;
  while (!Work.empty()) {
    const BasicBlock *Here = Work.pop_back_val();
    if (!Seen.insert(Here).second)
      continue;
    for (const BasicBlock &From : F) {
      const Instruction *End = From.getTerminator();
      if (End->getNumSuccessors() < 2 ||
          (&From != Here && After->dominates(Here, &From)))
        continue;
      const bool Decides = any_of(successors(&From), [&](const auto *To) {
        return After->dominates(Here, To);
      });
      if (!Decides)
        continue;
      Out.insert(End);
      Work.push_back(&From);
    }
  }
  return Out;
}

SetVector<const Value *> Dependence::conditionsOf(const Instruction &At) const {
  SetVector<const Value *> Out;
  for (const Instruction *Branch : decidersOf(&At))
    Out.insert(Branch->getOperand(0));
  return Out;
}

Roots Dependence::ofCondition(const Instruction &Branch) const {
  Roots Out;
  follow(*Branch.getOperand(0), Out);
  return Out;
}

Roots Dependence::ofControl(const Instruction &At) const {
  Roots Out;
  for (const Value *Condition : conditionsOf(At))
    follow(*Condition, Out);
  return Out;
}

bool Dependence::restsOnNumbers(const Instruction &Access,
                                bool OfSource) const {
  Roots Address = ofAddress(Access);
  if (const auto *Call = dyn_cast<CallBase>(&Access); Call && OfSource)
    for (const Use &Operand : Call->args())
      follow(*Operand, Address);
  if (!Address.Numbers.empty() || !Address.Data.empty())
    return true;
  for (const Value *Condition : conditionsOf(Access)) {
    Roots Mine;
    follow(*Condition, Mine);
    if (Mine.Numbers.empty() && Mine.Data.empty())
      continue;
    // `if (i < n) tile[i]`: the parameter bounds what the address is made of.
    if (any_of(Address.All, [&](const Value *One) {
          return !isa<Argument>(One) && Mine.All.contains(One);
        }))
      return true;
  }
  return false;
}

/// \p One reads \p Variable, a built-in one, or the register that it is.
static bool asks(const Value *One, StringRef Variable, StringRef Register) {
  if (const auto *Load = dyn_cast<LoadInst>(One)) {
    const auto *Global =
        dyn_cast_or_null<GlobalVariable>(baseOf(*Load->getPointerOperand()));
    return Global && Global->getName() == Variable;
  }
  const auto *Call = dyn_cast<CallBase>(One);
  const Function *Callee = Call ? Call->getCalledFunction() : nullptr;
  return Callee && Callee->getName().contains(Register);
}

bool Dependence::restsOnThread(const Roots &Of) {
  return any_of(Of.All, [](const Value *One) {
    return asks(One, "threadIdx", "sreg.tid") || asks(One, "", "thread_rank") ||
           asks(One, "", "laneid");
  });
}

bool Dependence::isFilledInPart(const Instruction &Access) const {
  const Value *Address = addressOf(Access);
  const Value *Base = Address ? baseOf(*Address) : nullptr;
  if (!Base)
    return true;
  auto Asks = [](const Roots &Of, StringRef Variable, StringRef Register) {
    return any_of(Of.All, [&](const Value *One) {
      return asks(One, Variable, Register);
    });
  };
  for (const Instruction &I : instructions(F)) {
    const Value *To = isa<StoreInst, CallBase>(I) ? addressOf(I) : nullptr;
    if (!To || !To->getType()->isPointerTy() || baseOf(*To) != Base)
      continue;
    for (const Value *Condition : conditionsOf(I)) {
      Roots Mine;
      follow(*Condition, Mine);
      if (!Mine.Numbers.empty() && Asks(Mine, "threadIdx", "sreg.tid") &&
          !Asks(Mine, "blockIdx", "sreg.ctaid"))
        return true;
    }
  }
  return false;
}

std::vector<std::string> Dependence::dataOf(const Roots &Of) const {
  std::vector<std::string> Out;
  for (const Instruction *Load : Of.Data) {
    const Value *Address = addressOf(*Load);
    const Value *Base = Address ? baseOf(*Address) : nullptr;
    std::string Name = "memory";
    if (const auto *Global = dyn_cast_or_null<GlobalVariable>(Base))
      Name = sourceName(*Global);
    else if (Base && Base->hasName())
      Name = Base->getName().str();
    else if (const auto *Parameter = dyn_cast_or_null<Argument>(Base))
      Name = "#" + std::to_string(Parameter->getArgNo());
    if (!is_contained(Out, Name))
      Out.push_back(Name);
  }
  return Out;
}

SetVector<const Argument *>
Dependence::tripNumbers(ArrayRef<const BasicBlock *> Headers, bool &AlsoLoads,
                        bool &AlsoPlace) const {
  DominatorTree Tree(const_cast<Function &>(F));
  const LoopInfo Loops(Tree);
  Roots Out;
  for (const BasicBlock *Header : Headers)
    if (const Loop *L = Loops.getLoopFor(Header)) {
      SmallVector<BasicBlock *, 8> Exits;
      L->getExitingBlocks(Exits);
      for (const BasicBlock *Exit : Exits)
        if (Exit->getTerminator()->getNumSuccessors() > 1)
          follow(*Exit->getTerminator()->getOperand(0), Out);
    }
  AlsoLoads = !Out.Data.empty();
  AlsoPlace = any_of(Out.All, [](const Value *One) {
    return asks(One, "blockIdx", "sreg.ctaid");
  });
  return Out.Numbers;
}

} // namespace cudapipe::check
