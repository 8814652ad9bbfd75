//===- StageAddresses.cpp - Where a tile's address goes -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Facts/StageAddresses.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Facts/DeviceCode.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

using namespace clang;

namespace cudapipe {
namespace {

using Instructions = llvm::SmallPtrSet<const llvm::Instruction *, 16>;

class AddressFollower {
public:
  AddressFollower(const StagedLoop &Of, const DeviceCode &Code,
                  const llvm::Loop &L)
      : Of(Of), Code(Code), L(L), Ctx(Of.Kernel->getASTContext()) {
    for (const VarDecl *Tile : Of.Tiles)
      Tiles.insert(Code.variable(*Tile));
    collect(Of.Remade, Remade);
    collect(Of.Fills, Fills);
    collect(Of.Accesses, Accesses);
    collect(Of.Readers, Readers);
  }

  std::optional<StageFault> find();

private:
  void collect(llvm::ArrayRef<const Stmt *> All, Instructions &Into) const {
    for (const Stmt *S : All)
      for (const llvm::Instruction *I : Code.findInstructions(*S))
        Into.insert(I);
  }
  bool holdsAddresses(const llvm::Value *Memory) const;
  bool isAddress(const llvm::Value *V) const;
  bool takesAddress(const llvm::Instruction &I) const {
    return llvm::any_of(I.operand_values(),
                        [&](const llvm::Value *V) { return isAddress(V); });
  }
  /// The variable that \p V, an address or a number made of one, points into.
  const llvm::Value *objectOf(const llvm::Value *V) const {
    if (const auto *Number = dyn_cast<llvm::PtrToIntOperator>(V))
      V = Number->getPointerOperand();
    return V->getType()->isPointerTy() ? llvm::getUnderlyingObject(V, 0)
                                       : nullptr;
  }
  bool areOfOne(const llvm::Instruction &I) const {
    const llvm::Value *A = objectOf(I.getOperand(0)),
                      *B = objectOf(I.getOperand(1));
    return A && A == B && Tiles.contains(A);
  }
  bool makesAddress(const llvm::Instruction &I) const;
  bool callMakesAddress(const llvm::CallBase &Call) const;
  bool isLibraryCall(const llvm::CallBase &Call) const {
    const llvm::Function *Callee = Call.getCalledFunction();
    const FunctionDecl *Named = Callee ? Code.declaration(*Callee) : nullptr;
    return Named && isLibraryFunction(*Named, Ctx);
  }
  bool isArgument(const llvm::StoreInst &Store) const;
  void follow();
  std::optional<StageFault::KindTy> faultOf(const llvm::Instruction &I) const;
  std::optional<StageFault::KindTy>
  faultOfCall(const llvm::CallBase &Call) const;
  bool reads(const llvm::Instruction &I) const;
  bool addRoots(const llvm::Value *V, Instructions &Seen,
                llvm::SmallPtrSetImpl<const llvm::Value *> &To) const;
  std::optional<StageFault> findReader() const;
  bool hasOtherName() const;
  StageFault at(StageFault::KindTy Kind, const llvm::Instruction &I) const;

  const StagedLoop &Of;
  const DeviceCode &Code;
  const llvm::Loop &L;
  const ASTContext &Ctx;
  llvm::SmallPtrSet<const llvm::Value *, 4> Tiles;
  Instructions Remade, Fills, Accesses, Readers;
  /// Instructions whose value is an address, or a number made of one.
  Instructions Made;
};

/// \p Memory is a constant that addresses are in: `const float *p[] = {tile}`.
bool AddressFollower::holdsAddresses(const llvm::Value *Memory) const {
  const auto *Global =
      dyn_cast<llvm::GlobalVariable>(llvm::getUnderlyingObject(Memory, 0));
  return Global && !Tiles.contains(Global) && Global->hasInitializer() &&
         isAddress(Global->getInitializer());
}

bool AddressFollower::isAddress(const llvm::Value *V) const {
  if (const auto *I = dyn_cast<llvm::Instruction>(V))
    return Made.contains(I);
  if (Tiles.contains(V))
    return true;
  const auto *C = dyn_cast<llvm::Constant>(V);
  return C && !isa<llvm::GlobalValue>(C) &&
         llvm::any_of(C->operand_values(),
                      [&](const llvm::Value *Part) { return isAddress(Part); });
}

/// Of a call that takes an address: what comes back is one, too.
bool AddressFollower::callMakesAddress(const llvm::CallBase &Call) const {
  if (Accesses.contains(&Call))
    return false;
  if (Call.isInlineAsm())
    return true;
  // What reads memory brings its content.
  const llvm::Type *Type = Call.getType();
  return (Type->isPointerTy() || Type->isIntegerTy()) &&
         !(isa<llvm::IntrinsicInst>(Call) && Call.mayReadFromMemory());
}

bool AddressFollower::makesAddress(const llvm::Instruction &I) const {
  if (const auto *Load = dyn_cast<llvm::LoadInst>(&I);
      Load && holdsAddresses(Load->getPointerOperand()))
    return true;
  if (I.getType()->isVoidTy() || !takesAddress(I))
    return false;
  if (isa<llvm::LoadInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(I))
    return false;
  if (const auto *Call = dyn_cast<llvm::CallBase>(&I))
    return callMakesAddress(*Call);
  if (const auto *Compare = dyn_cast<llvm::ICmpInst>(&I))
    return !areOfOne(I) &&
           !(Compare->isEquality() &&
             isa<llvm::ConstantPointerNull>(Compare->getOperand(1)));
  // How far it is from one place of a tile to another.
  return !(I.getOpcode() == llvm::Instruction::Sub && areOfOne(I));
}

void AddressFollower::follow() {
  for (bool Changed = true; std::exchange(Changed, false);)
    for (const llvm::Instruction &I : instructions(Code.function()))
      if (!Made.contains(&I) && makesAddress(I)) {
        Made.insert(&I);
        Changed = true;
      }
}

std::optional<StageFault::KindTy>
AddressFollower::faultOfCall(const llvm::CallBase &Call) const {
  if (Accesses.contains(&Call) || Fills.contains(&Call))
    return std::nullopt;
  if (const auto *Memory = dyn_cast<llvm::AnyMemIntrinsic>(&Call)) {
    if (isAddress(Memory->getRawDest()))
      return StageFault::Written;
    return std::nullopt;
  }
  if (isa<llvm::IntrinsicInst>(Call)) {
    // Assumptions, ends of lifetimes, reads.
    if (!Call.mayWriteToMemory() || isa<llvm::LifetimeIntrinsic>(Call) ||
        isa<llvm::AssumeInst>(Call))
      return std::nullopt;
    return StageFault::Written;
  }
  if (Call.isInlineAsm())
    return Call.mayHaveSideEffects() && Call.getType()->isVoidTy()
               ? std::optional(StageFault::Kept)
               : std::nullopt;
  if (!isLibraryCall(Call))
    return StageFault::Kept;
  // `atomicExch(&last, address)`: another pointer may get a number.
  const bool AnyNumber = llvm::any_of(Call.args(), [&](const llvm::Value *Arg) {
    return Arg->getType()->isIntegerTy() && isAddress(Arg);
  });
  const bool AnyOther = llvm::any_of(Call.args(), [&](const llvm::Value *Arg) {
    return Arg->getType()->isPointerTy() && !isAddress(Arg);
  });
  return AnyNumber && AnyOther ? std::optional(StageFault::Kept) : std::nullopt;
}

/// \p Store fills a temporary that is passed by reference, to accesses alone.
bool AddressFollower::isArgument(const llvm::StoreInst &Store) const {
  const auto *Temporary = dyn_cast<llvm::AllocaInst>(Store.getPointerOperand());
  return Temporary &&
         llvm::all_of(Temporary->users(), [&](const llvm::User *By) {
           const auto *Other = dyn_cast<llvm::StoreInst>(By);
           const auto *Call = dyn_cast<llvm::CallBase>(By);
           return (Other && Other->getPointerOperand() == Temporary) ||
                  isa<llvm::LifetimeIntrinsic>(By) ||
                  (Call && (Accesses.contains(Call) || Fills.contains(Call)));
         });
}

/// Of an instruction of the loop that takes an address.
std::optional<StageFault::KindTy>
AddressFollower::faultOf(const llvm::Instruction &I) const {
  if (const auto *Store = dyn_cast<llvm::StoreInst>(&I)) {
    if (!isAddress(Store->getValueOperand()))
      return StageFault::Written;
    return isArgument(*Store) ? std::nullopt : std::optional(StageFault::Kept);
  }
  if (isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(I))
    return isAddress(I.getOperand(0)) ? StageFault::Written : StageFault::Kept;
  if (const auto *Call = dyn_cast<llvm::CallBase>(&I))
    return faultOfCall(*Call);
  if (I.isTerminator())
    return StageFault::Kept;
  if (const auto *At = dyn_cast<llvm::GetElementPtrInst>(&I);
      At && !isAddress(At->getPointerOperand()))
    return StageFault::Kept;
  if (const auto *Phi = dyn_cast<llvm::PHINode>(&I);
      Phi && Phi->getParent() == L.getHeader())
    for (unsigned In = 0; In < Phi->getNumIncomingValues(); ++In)
      if (L.contains(Phi->getIncomingBlock(In)) &&
          isAddress(Phi->getIncomingValue(In)))
        return StageFault::Kept;
  return std::nullopt;
}

/// Of an instruction of the loop that takes an address: it looks into the tile.
bool AddressFollower::reads(const llvm::Instruction &I) const {
  if (Fills.contains(&I))
    return false;
  if (const auto *Call = dyn_cast<llvm::CallBase>(&I))
    return !isa<llvm::LifetimeIntrinsic, llvm::AssumeInst>(Call) &&
           (Accesses.contains(Call) ? Readers.contains(Call)
                                    : Call->mayReadFromMemory());
  return isa<llvm::LoadInst>(I);
}

/// The tiles that addresses in \p V lead to; false where that is not seen.
bool AddressFollower::addRoots(
    const llvm::Value *V, Instructions &Seen,
    llvm::SmallPtrSetImpl<const llvm::Value *> &To) const {
  if (Tiles.contains(V)) {
    To.insert(V);
    return true;
  }
  const auto *I = dyn_cast<llvm::Instruction>(V);
  if (I && !Seen.insert(I).second)
    return true;
  if (const auto *Load = dyn_cast<llvm::LoadInst>(V);
      Load && holdsAddresses(Load->getPointerOperand()))
    return false;
  const auto *Parts = dyn_cast<llvm::User>(V);
  return Parts &&
         llvm::all_of(Parts->operand_values(), [&](const llvm::Value *Part) {
           return !isAddress(Part) || addRoots(Part, Seen, To);
         });
}

StageFault AddressFollower::at(StageFault::KindTy Kind,
                               const llvm::Instruction &I) const {
  const SourceManager &SM = Ctx.getSourceManager();
  const llvm::DILocation *Place = I.getDebugLoc();
  while (Place && Place->getInlinedAt())
    Place = Place->getInlinedAt();
  SourceLocation Where;
  if (Place && Place->getLine())
    Where = SM.translateLineCol(
        SM.getFileID(SM.getExpansionLoc(Of.Loop->getBeginLoc())),
        Place->getLine(), std::max(1u, unsigned(Place->getColumn())));
  return {Kind, Where.isValid() ? Where : Of.Loop->getBeginLoc()};
}

std::optional<StageFault> AddressFollower::findReader() const {
  auto &Dominators =
      Code.analyses().getResult<llvm::DominatorTreeAnalysis>(Code.function());
  struct KnownWait {
    llvm::SmallVector<llvm::Instruction *> Code;
    llvm::SmallPtrSet<const llvm::Value *, 4> Of;
  };
  llvm::SmallVector<KnownWait, 2> Waits;
  for (const StagedLoop::Wait &Wait : Of.Waits) {
    Waits.push_back({Code.findInstructions(*Wait.Where), {}});
    for (const VarDecl *Tile : Wait.Of)
      Waits.back().Of.insert(Code.variable(*Tile));
  }
  // What is run behind the barrier in the same trip.
  llvm::SmallPtrSet<const llvm::BasicBlock *, 16> Behind;
  llvm::SmallVector<const llvm::Instruction *> Barriers;
  if (Of.IsBehind) {
    llvm::SmallVector<const llvm::BasicBlock *> Work;
    for (const llvm::Instruction *I : Code.findInstructions(*Of.Barrier))
      if (const auto *Call = dyn_cast<llvm::CallBase>(I);
          Call && L.contains(I) && Call->isConvergent()) {
        Barriers.push_back(I);
        Work.push_back(I->getParent());
      }
    if (Barriers.empty())
      return StageFault{StageFault::NotSeen, Of.Barrier->getBeginLoc()};
    while (!Work.empty())
      for (const llvm::BasicBlock *To : successors(Work.pop_back_val()))
        if (To != L.getHeader() && L.contains(To) && Behind.insert(To).second)
          Work.push_back(To);
  }
  for (const llvm::BasicBlock *Block : L.blocks())
    for (const llvm::Instruction &I : *Block) {
      if (!takesAddress(I) || !reads(I))
        continue;
      Instructions Seen;
      llvm::SmallPtrSet<const llvm::Value *, 4> Roots;
      if (!addRoots(&I, Seen, Roots))
        Roots.clear();
      for (const KnownWait &Wait : Waits)
        if ((Roots.empty() || llvm::any_of(Roots,
                                           [&](const llvm::Value *Tile) {
                                             return Wait.Of.contains(Tile);
                                           })) &&
            llvm::none_of(Wait.Code, [&](const llvm::Instruction *W) {
              return Dominators.dominates(W, &I);
            }))
          return at(StageFault::ReadEarly, I);
      if (Behind.contains(Block) ||
          llvm::any_of(Barriers, [&](const llvm::Instruction *B) {
            return B->getParent() == Block && B->comesBefore(&I);
          }))
        return at(StageFault::ReadLate, I);
    }
  return std::nullopt;
}

/// All arrays of dynamic shared memory start at the same place.
bool AddressFollower::hasOtherName() const {
  auto IsDynamic = [](const llvm::GlobalVariable &Global) {
    return Global.getAddressSpace() == 3 && Global.isDeclaration();
  };
  const bool AnyDynamic = llvm::any_of(Tiles, [&](const llvm::Value *Tile) {
    return IsDynamic(*cast<llvm::GlobalVariable>(Tile));
  });
  return AnyDynamic && llvm::any_of(Code.function().getParent()->globals(),
                                    [&](const llvm::GlobalVariable &Global) {
                                      return IsDynamic(Global) &&
                                             !Global.use_empty() &&
                                             !Tiles.contains(&Global);
                                    });
}

std::optional<StageFault> AddressFollower::find() {
  if (Tiles.contains(nullptr))
    return StageFault{StageFault::NotSeen, Of.Loop->getBeginLoc()};
  if (hasOtherName())
    return StageFault{StageFault::Shared, Of.Loop->getBeginLoc()};
  follow();
  for (const llvm::BasicBlock *Block : L.blocks())
    for (const llvm::Instruction &I : *Block) {
      const auto *Copied = dyn_cast<llvm::AnyMemTransferInst>(&I);
      if (Copied && holdsAddresses(Copied->getRawSource()))
        return at(StageFault::Kept, I);
      if (takesAddress(I))
        if (std::optional<StageFault::KindTy> Kind = faultOf(I))
          return at(*Kind, I);
      // One from in front of the loop has to be made for each stage.
      for (const llvm::Value *V : I.operand_values()) {
        const auto *Early = dyn_cast<llvm::Instruction>(V);
        if (Early && Made.contains(Early) && !L.contains(Early) &&
            !Remade.contains(Early))
          return at(StageFault::Kept, I);
      }
      if (Made.contains(&I))
        for (const llvm::User *By : I.users())
          if (!L.contains(cast<llvm::Instruction>(By)))
            return at(StageFault::Kept, I);
    }
  return findReader();
}

} // namespace

std::optional<StageFault> findStageFault(const StagedLoop &L) {
  const StageFault NotSeen{StageFault::NotSeen, L.Loop->getBeginLoc()};
  const DeviceCode *Code = DeviceCode::of(*L.Kernel);
  if (!Code)
    return NotSeen;
  const llvm::SmallVector<llvm::Loop *, 1> Found = Code->findLoops(*L.Loop);
  if (Found.size() != 1)
    return NotSeen;
  return AddressFollower(L, *Code, *Found.front()).find();
}

} // namespace cudapipe
