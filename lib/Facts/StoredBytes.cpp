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
  int64_t Step;
  uint64_t Trips;
};

/// Where a store lies in one trip: bytes Low to High - 1 behind Start, which is
/// the same in the whole trip, and what the loops in between add to it.
///
///   tile[row * 64 + (c ^ (row & 7)) * 8]    Start: what row counts from;
///     row += 16                             Low to High: 0 to 8 * 7 + 8
struct Footprint {
  const llvm::SCEV *Start = nullptr;
  const llvm::Loop *Trip = nullptr;
  int64_t Low = 0, High = 0;
  llvm::SmallVector<Moves> All;
};

/// No sum of a few such numbers overflows.
constexpr int64_t MostBytes = int64_t(1) << 40;

/// Each address of the box that \p All span is there once, for accesses of \p
/// Bytes.
bool areApart(llvm::SmallVector<Moves> All, uint64_t Bytes) {
  llvm::sort(All, [](const Moves &A, const Moves &B) {
    return std::abs(A.Step) < std::abs(B.Step);
  });
  uint64_t Reach = Bytes;
  for (const Moves &M : All) {
    const uint64_t Step = std::abs(M.Step);
    if (M.Trips <= 1)
      continue;
    if (Step < Reach)
      return false;
    const uint64_t Longest = llvm::SaturatingMultiply(Step, M.Trips - 1);
    Reach = llvm::SaturatingAdd(Reach, Longest);
  }
  return true;
}

/// The summands of \p S, also where a sum that cannot overflow is extended or
/// multiplied: 2 * zext(8 * x + {64 * t,+,1024}).
void split(const llvm::SCEV *S, llvm::ScalarEvolution &SE,
           llvm::SmallVectorImpl<const llvm::SCEV *> &Out) {
  if (const auto *Sum = llvm::dyn_cast<llvm::SCEVAddExpr>(S)) {
    for (const llvm::SCEV *Part : Sum->operands())
      split(Part, SE, Out);
    return;
  }
  if (const auto *Product = llvm::dyn_cast<llvm::SCEVMulExpr>(S);
      Product && Product->getNumOperands() == 2 &&
      llvm::isa<llvm::SCEVConstant>(Product->getOperand(0))) {
    llvm::SmallVector<const llvm::SCEV *> Parts;
    split(Product->getOperand(1), SE, Parts);
    if (Parts.size() > 1) {
      for (const llvm::SCEV *Part : Parts)
        Out.push_back(SE.getMulExpr(Product->getOperand(0), Part));
      return;
    }
  }
  const auto *Cast = llvm::dyn_cast<llvm::SCEVCastExpr>(S);
  const auto *Sum =
      Cast && llvm::isa<llvm::SCEVZeroExtendExpr, llvm::SCEVSignExtendExpr>(
                  Cast)
          ? llvm::dyn_cast<llvm::SCEVAddExpr>(Cast->getOperand())
          : nullptr;
  if (!Sum) {
    Out.push_back(S);
    return;
  }
  const bool IsSigned = llvm::isa<llvm::SCEVSignExtendExpr>(Cast);
  const unsigned Bits = SE.getTypeSizeInBits(Sum->getType());
  const unsigned Wide = Bits + 16; // No sum has that many operands.
  llvm::APInt Least(Wide, 0), Most(Wide, 0);
  for (const llvm::SCEV *Part : Sum->operands()) {
    const llvm::ConstantRange Range =
        IsSigned ? SE.getSignedRange(Part) : SE.getUnsignedRange(Part);
    Least += IsSigned ? Range.getSignedMin().sext(Wide)
                      : Range.getUnsignedMin().zext(Wide);
    Most += IsSigned ? Range.getSignedMax().sext(Wide)
                     : Range.getUnsignedMax().zext(Wide);
  }
  if (IsSigned ? Least.getSignificantBits() > Bits ||
                     Most.getSignificantBits() > Bits
               : Most.getActiveBits() > Bits) {
    Out.push_back(S);
    return;
  }
  for (const llvm::SCEV *Part : Sum->operands())
    split(IsSigned ? SE.getSignExtendExpr(Part, S->getType())
                   : SE.getZeroExtendExpr(Part, S->getType()),
          SE, Out);
}

/// Takes out of \p F what changes in \p L: what it counts becomes a move, what
/// it changes otherwise has to have bounds.
bool leave(const llvm::Loop &L, Footprint &F, llvm::ScalarEvolution &SE) {
  uint64_t Trips = SE.getSmallConstantMaxTripCount(&L);
  if (Trips == 0)
    Trips = UINT64_MAX; // Any number.
  F.All.push_back({0, Trips});
  llvm::SmallVector<const llvm::SCEV *> Parts, Same;
  split(F.Start, SE, Parts);
  for (const llvm::SCEV *Part : Parts) {
    if (SE.isLoopInvariant(Part, &L)) {
      Same.push_back(Part);
      continue;
    }
    if (const auto *Moving = llvm::dyn_cast<llvm::SCEVAddRecExpr>(Part);
        Moving && Moving->getLoop() == &L) {
      const auto *Step = Moving->isAffine()
                             ? llvm::dyn_cast<llvm::SCEVConstant>(
                                   Moving->getStepRecurrence(SE))
                             : nullptr;
      if (!Step || F.All.back().Step != 0 ||
          Step->getAPInt().getSignificantBits() > 40)
        return false;
      F.All.back().Step = Step->getAPInt().getSExtValue();
      Same.push_back(Moving->getStart());
      continue;
    }
    if (Part->getType()->isPointerTy())
      return false;
    const llvm::ConstantRange Range = SE.getSignedRange(Part);
    if (Range.getSignedMin().getSignificantBits() > 32 ||
        Range.getSignedMax().getSignificantBits() > 32)
      return false;
    F.Low += Range.getSignedMin().getSExtValue();
    F.High += Range.getSignedMax().getSExtValue();
  }
  if (Same.empty())
    return false;
  F.Start = SE.getAddExpr(Same);
  return SE.isLoopInvariant(F.Start, &L);
}

/// Nothing if \p What, stored by \p I, has no bounds in a trip of \p Trip.
std::optional<Footprint> footprintOf(llvm::Instruction &I, const Stored &What,
                                     const llvm::Loop &Trip,
                                     llvm::LoopInfo &Loops,
                                     llvm::ScalarEvolution &SE) {
  if (!What.Bytes || *What.Bytes > MostBytes ||
      !SE.isSCEVable(What.To->getType()))
    return std::nullopt;
  Footprint F;
  F.Start = SE.getSCEV(What.To);
  F.Trip = &Trip;
  F.High = *What.Bytes;
  if (!isOfSharedArray(F.Start, SE))
    return std::nullopt;
  // From inside: in this order the steps stand in the expression, too.
  for (const llvm::Loop *L = Loops.getLoopFor(I.getParent()); L != &Trip;
       L = L->getParentLoop())
    if (!L || !leave(*L, F, SE))
      return std::nullopt;
  return F;
}

/// What \p Store stores in shared memory in a trip of \p Loop, once for each
/// place where its function is inlined; nothing if that cannot be told.
std::optional<llvm::SmallVector<Footprint, 1>>
footprintsOf(const DeviceCode &Code, const clang::Stmt &Loop,
             const clang::Stmt &Store) {
  llvm::Function &F = Code.function();
  auto &Loops = Code.analyses().getResult<llvm::LoopAnalysis>(F);
  auto &SE = Code.analyses().getResult<llvm::ScalarEvolutionAnalysis>(F);
  const llvm::SmallVector<llvm::Loop *, 1> Trips = Code.findLoops(Loop);
  llvm::SmallVector<Footprint, 1> Out;
  for (llvm::Instruction *I : Code.findInstructions(Store)) {
    const Stored What = storedBy(*I);
    if (!What.To) {
      if (I->mayWriteToMemory())
        return std::nullopt;
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
    if (!Trip || llvm::any_of(Out, [&](const Footprint &Other) {
          return Other.Trip == Trip;
        }))
      return std::nullopt;
    std::optional<Footprint> Found = footprintOf(*I, What, *Trip, Loops, SE);
    if (!Found)
      return std::nullopt;
    Out.push_back(std::move(*Found));
  }
  if (Out.empty())
    return std::nullopt;
  return Out;
}

/// The value of threadIdx.x, which all read (DeviceCode); null if nobody does.
llvm::Value *threadIndex(llvm::Function &F) {
  for (llvm::Instruction &I : F.getEntryBlock()) {
    if (const auto *Load = llvm::dyn_cast<llvm::LoadInst>(&I)) {
      llvm::APInt Offset(64, 0);
      const auto *Global = llvm::dyn_cast<llvm::GlobalVariable>(
          Load->getPointerOperand()->stripAndAccumulateConstantOffsets(
              F.getDataLayout(), Offset, /*AllowNonInbounds=*/true));
      if (Global && isBuiltinVariable(*Global) &&
          Global->getName() == "threadIdx" && Offset.isZero())
        return &I;
    }
    if (const auto *Call = llvm::dyn_cast<llvm::CallInst>(&I);
        Call && Call->getCalledFunction() &&
        Call->getCalledFunction()->getName() == "llvm.nvvm.read.ptx.sreg.tid.x")
      return &I;
  }
  return nullptr;
}

/// Widens \p F by all that its loops add. False if one makes any number of
/// trips.
bool addMoves(Footprint &F) {
  for (const Moves &M : F.All) {
    if (M.Step == 0 || M.Trips <= 1)
      continue;
    if (M.Trips > uint64_t(MostBytes / std::abs(M.Step)))
      return false;
    (M.Step < 0 ? F.Low : F.High) += M.Step * int64_t(M.Trips - 1);
  }
  return true;
}

/// \p B lies behind \p A or in front of it, for starts that are \p Distance
/// apart.
bool liesBeside(const Footprint &A, const Footprint &B,
                const llvm::ConstantRange &Distance) {
  if (Distance.getSignedMin().getSignificantBits() > 41 ||
      Distance.getSignedMax().getSignificantBits() > 41)
    return false;
  return Distance.getSignedMin().getSExtValue() + B.Low >= A.High ||
         Distance.getSignedMax().getSExtValue() + B.High <= A.Low;
}

} // namespace

/// How many bytes the array at \p Base has; nothing if launches give them.
static std::optional<int64_t> sizeOfArray(const llvm::SCEV *Base,
                                          const llvm::DataLayout &Layout) {
  const auto *Value = llvm::dyn_cast<llvm::SCEVUnknown>(Base);
  const auto *Array = llvm::dyn_cast_or_null<llvm::GlobalVariable>(
      Value ? Value->getValue()->stripPointerCasts() : nullptr);
  // Of one that is extern, the declared size says nothing.
  const uint64_t Bytes =
      Array && !Array->isDeclaration()
          ? Layout.getTypeAllocSize(Array->getValueType()).getFixedValue()
          : 0;
  return Bytes && Bytes < uint64_t(MostBytes) ? std::optional(int64_t(Bytes))
                                              : std::nullopt;
}

bool storesEachByteOnce(const clang::FunctionDecl &Kernel,
                        const clang::Stmt &Loop, const clang::Stmt &Store) {
  const DeviceCode *Code = DeviceCode::of(Kernel);
  if (!Code)
    return false;
  const auto All = footprintsOf(*Code, Loop, Store);
  return All && llvm::all_of(*All, [](const Footprint &F) {
           return areApart(F.All, F.High - F.Low);
         });
}

bool storeOtherBytes(const clang::FunctionDecl &Kernel, const clang::Stmt &Loop,
                     const clang::Stmt &First, const clang::Stmt &Second,
                     std::optional<uint64_t> Width) {
  const DeviceCode *Code = DeviceCode::of(Kernel);
  if (!Code)
    return false;
  auto Ones = footprintsOf(*Code, Loop, First),
       Others = footprintsOf(*Code, Loop, Second);
  if (!Ones || !Others || !llvm::all_of(*Ones, addMoves) ||
      !llvm::all_of(*Others, addMoves))
    return false;
  auto &SE = Code->analyses().getResult<llvm::ScalarEvolutionAnalysis>(
      Code->function());
  llvm::Value *Index = threadIndex(Code->function());
  // No block has more threads (Programming Guide, compute capabilities).
  const uint64_t Threads = std::min<uint64_t>(Width.value_or(1024), 1024);
  for (Footprint &A : *Ones)
    for (Footprint &B : *Others) {
      if (A.Trip != B.Trip)
        continue;
      const llvm::SCEV *Base = SE.getPointerBase(A.Start);
      if (Base != SE.getPointerBase(B.Start))
        return false;
      const llvm::SCEV *Distance = SE.getMinusSCEV(B.Start, A.Start);
      if (llvm::isa<llvm::SCEVCouldNotCompute>(Distance))
        return false;
      if (liesBeside(A, B, SE.getSignedRange(Distance)))
        continue;
      if (!Index)
        return false;
      // One thread after the other. One whose store would miss the array is in
      // no block.
      const std::optional<int64_t> Size =
          sizeOfArray(Base, Code->function().getDataLayout());
      const llvm::SCEV *FromA = SE.removePointerBase(A.Start),
                       *FromB = SE.removePointerBase(B.Start);
      for (uint64_t X = 0; X < Threads; ++X) {
        llvm::ValueToSCEVMapTy Known;
        Known[Index] = SE.getConstant(Index->getType(), X);
        auto Of = [&](const llvm::SCEV *S) {
          return SE.getSignedRange(
              llvm::SCEVParameterRewriter::rewrite(S, SE, Known));
        };
        auto Misses = [&](const llvm::SCEV *From, const Footprint &F) {
          return Size && Of(From).getSignedMin().sge(
                             llvm::APInt(64, *Size - F.Low, true));
        };
        if (!liesBeside(A, B, Of(Distance)) && !Misses(FromA, A) &&
            !Misses(FromB, B))
          return false;
      }
    }
  return true;
}

} // namespace cudapipe
