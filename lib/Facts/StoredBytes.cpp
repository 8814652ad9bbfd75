//===- StoredBytes.cpp - What a statement stores --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Facts/StoredBytes.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"

namespace cudapipe {
namespace {

/// Where an instruction stores, and how many bytes; no pointer if it stores
/// nothing.
struct Stored {
  llvm::Value *To = nullptr;
  /// Nothing if that is not known.
  std::optional<uint64_t> Bytes;
};

Stored storedBy(llvm::Instruction &I) {
  if (auto *Store = llvm::dyn_cast<llvm::StoreInst>(&I)) {
    const llvm::TypeSize Size =
        I.getDataLayout().getTypeStoreSize(Store->getValueOperand()->getType());
    return {Store->getPointerOperand(), Size.getFixedValue()};
  }
  if (auto *Copy = llvm::dyn_cast<llvm::AnyMemIntrinsic>(&I)) {
    const auto *Length = llvm::dyn_cast<llvm::ConstantInt>(Copy->getLength());
    return {Copy->getRawDest(),
            Length ? std::optional(Length->getZExtValue()) : std::nullopt};
  }
  return {};
}

/// \p Address is one in shared memory, of an array with a name.
bool isOfSharedArray(const llvm::SCEV *Address, llvm::ScalarEvolution &SE) {
  const auto *Base =
      llvm::dyn_cast<llvm::SCEVUnknown>(SE.getPointerBase(Address));
  const auto *Array = llvm::dyn_cast_or_null<llvm::GlobalVariable>(
      Base ? Base->getValue()->stripPointerCasts() : nullptr);
  return Array && Array->getAddressSpace() == 3;
}

/// One loop moves an address by so many bytes, so many times.
struct Moves {
  uint64_t Step;
  uint64_t Trips;
};

/// Each address of the box that \p All span is there once, for accesses of \p
/// Bytes.
bool areApart(llvm::SmallVector<Moves> All, uint64_t Bytes) {
  llvm::sort(All,
             [](const Moves &A, const Moves &B) { return A.Step < B.Step; });
  uint64_t Reach = Bytes;
  for (const Moves &M : All) {
    if (M.Trips <= 1)
      continue;
    if (M.Step < Reach)
      return false;
    const uint64_t Longest = llvm::SaturatingMultiply(M.Step, M.Trips - 1);
    Reach = llvm::SaturatingAdd(Reach, Longest);
  }
  return true;
}

/// \p I stores no byte twice in one trip of \p Trip.
bool storesOnce(llvm::Instruction &I, const Stored &What,
                const llvm::Loop &Trip, llvm::LoopInfo &Loops,
                llvm::ScalarEvolution &SE) {
  if (!What.Bytes || !SE.isSCEVable(What.To->getType()))
    return false;
  const llvm::SCEV *At = SE.getSCEV(What.To);
  if (!isOfSharedArray(At, SE))
    return false;
  llvm::SmallVector<Moves> All;
  // From inside: in this order the steps stand in the expression, too.
  for (const llvm::Loop *L = Loops.getLoopFor(I.getParent()); L != &Trip;
       L = L->getParentLoop()) {
    if (!L)
      return false;
    uint64_t Trips = SE.getSmallConstantMaxTripCount(L);
    if (Trips == 0)
      Trips = UINT64_MAX; // Any number.
    if (const auto *Moving = llvm::dyn_cast<llvm::SCEVAddRecExpr>(At);
        Moving && Moving->getLoop() == L) {
      const auto *Step = Moving->isAffine()
                             ? llvm::dyn_cast<llvm::SCEVConstant>(
                                   Moving->getStepRecurrence(SE))
                             : nullptr;
      if (!Step || Step->getAPInt().getSignificantBits() > 62)
        return false;
      All.push_back({Step->getAPInt().abs().getZExtValue(), Trips});
      At = Moving->getStart();
    } else {
      All.push_back({0, Trips});
    }
    if (!SE.isLoopInvariant(At, L))
      return false;
  }
  return areApart(std::move(All), *What.Bytes);
}

} // namespace

bool storesEachByteOnce(const clang::FunctionDecl &Kernel,
                        const clang::Stmt &Loop, const clang::Stmt &Store) {
  const DeviceCode *Code = DeviceCode::of(Kernel);
  if (!Code)
    return false;
  llvm::Function &F = Code->function();
  auto &Loops = Code->analyses().getResult<llvm::LoopAnalysis>(F);
  auto &SE = Code->analyses().getResult<llvm::ScalarEvolutionAnalysis>(F);
  const llvm::SmallVector<llvm::Loop *, 1> Trips = Code->findLoops(Loop);
  unsigned Found = 0;
  for (llvm::Instruction *I : Code->findInstructions(Store)) {
    const Stored What = storedBy(*I);
    if (!What.To) {
      if (I->mayWriteToMemory())
        return false;
      continue;
    }
    // A variable of the thread: how a value comes there.
    if (llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(What.To)))
      continue;
    const llvm::Loop *Trip = nullptr;
    for (const llvm::Loop *L : Trips)
      if (L->contains(I))
        Trip = L;
    // In pieces it would have to be seen how they lie.
    if (!Trip || ++Found > Trips.size() ||
        !storesOnce(*I, What, *Trip, Loops, SE))
      return false;
  }
  return Found > 0;
}

} // namespace cudapipe
