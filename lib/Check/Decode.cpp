//===- Decode.cpp - Instructions, jumps, loops ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace llvm;

namespace cudapipe::check {

static unsigned bitsOf(Type *Type) {
  Type = Type->getScalarType();
  if (Type->isBFloatTy())
    return BFloatBits;
  return Type->isPointerTy() ? 64 : Type->getPrimitiveSizeInBits();
}

/// Bytes from one element of a vector of \p Type to the next.
static unsigned elementBytes(Type *Type) {
  Type = Type->getScalarType();
  const unsigned Bits =
      Type->isPointerTy() ? 64 : Type->getPrimitiveSizeInBits();
  return std::max(1u, Bits / 8);
}

static unsigned roundedUp(unsigned Bytes) {
  return std::max(8u, unsigned(alignTo(Bytes, 8)));
}

Slot Decoder::temporary(unsigned Bytes) {
  const Slot Mine = Out.Frame.Image.size();
  Out.Frame.Image.resize(Mine + roundedUp(Bytes));
  return Mine;
}

Slot Decoder::number(uint64_t Value) {
  auto [It, IsNew] = Numbers.try_emplace(Value, 0);
  if (IsNew) {
    It->second = temporary(8);
    std::memcpy(&Out.Frame.Image[It->second], &Value, 8);
  }
  return It->second;
}

Slot Decoder::slotOf(const Value &Value) {
  auto [It, IsNew] = Out.Frame.Slots.try_emplace(&Value, 0);
  if (!IsNew)
    return It->second;
  const Slot Mine = It->second = temporary(Places.sizeOf(Value.getType()));
  if (const auto *Constant = dyn_cast<llvm::Constant>(&Value))
    Places.write(*Constant, &Out.Frame.Image[Mine]);
  return Mine;
}

Op Decoder::start(OpKind Kind, const Instruction &At) {
  Op O;
  O.Kind = Kind;
  O.From = &At;
  if (!At.getType()->isVoidTy()) {
    O.To = slotOf(At);
    O.Bytes = Places.sizeOf(At.getType());
    O.Bits = bitsOf(At.getType());
  }
  return O;
}

void Decoder::unsupported(const Instruction &At, std::string Reason) {
  Op O = start(OpKind::Unsupported, At);
  O.Table = Out.Reasons.size();
  Out.Reasons.push_back(std::move(Reason));
  emit(O);
}

void Decoder::barrier(const Instruction &At, BarrierUse Use) {
  Op O = start(OpKind::Barrier, At);
  O.Table = Out.Barriers.size();
  Out.Barriers.push_back(Use);
  emit(O);
}

void Decoder::collective(const Instruction &At, Collective Use) {
  Op O = start(OpKind::Warp, At);
  O.Table = Out.Collectives.size();
  Out.Collectives.push_back(Use);
  emit(O);
}

void Decoder::opaque(const Instruction &At, OpaqueCall Call) {
  Op O = start(OpKind::Invented, At);
  O.Table = Out.Opaques.size();
  Call.IsFloat = At.getType()->getScalarType()->isFloatingPointTy();
  Out.Unmodelled.insert(Call.Name);
  Out.Opaques.push_back(std::move(Call));
  emit(O);
}

static OpKind arithmeticKind(unsigned Opcode) {
  switch (Opcode) {
#define CUDAPIPE_SAME(NAME)                                                    \
  case Instruction::NAME:                                                      \
    return OpKind::NAME;
    CUDAPIPE_SAME(Add)
    CUDAPIPE_SAME(Sub)
    CUDAPIPE_SAME(Mul)
    CUDAPIPE_SAME(UDiv)
    CUDAPIPE_SAME(SDiv)
    CUDAPIPE_SAME(URem)
    CUDAPIPE_SAME(SRem)
    CUDAPIPE_SAME(Shl)
    CUDAPIPE_SAME(LShr)
    CUDAPIPE_SAME(AShr)
    CUDAPIPE_SAME(And)
    CUDAPIPE_SAME(Or)
    CUDAPIPE_SAME(Xor)
    CUDAPIPE_SAME(FAdd)
    CUDAPIPE_SAME(FSub)
    CUDAPIPE_SAME(FMul)
    CUDAPIPE_SAME(FDiv)
    CUDAPIPE_SAME(FRem)
    CUDAPIPE_SAME(FNeg)
    CUDAPIPE_SAME(ICmp)
    CUDAPIPE_SAME(FCmp)
    CUDAPIPE_SAME(Trunc)
    CUDAPIPE_SAME(ZExt)
    CUDAPIPE_SAME(SExt)
    CUDAPIPE_SAME(FPToSI)
    CUDAPIPE_SAME(FPToUI)
    CUDAPIPE_SAME(SIToFP)
    CUDAPIPE_SAME(UIToFP)
#undef CUDAPIPE_SAME
  case Instruction::FPExt:
  case Instruction::FPTrunc:
    return OpKind::FPConvert;
  default:
    return OpKind::Unsupported;
  }
}

bool Decoder::decodeArithmetic(const Instruction &I) {
  const OpKind Kind = arithmeticKind(I.getOpcode());
  if (Kind == OpKind::Unsupported)
    return false;
  Type *From = I.getOperand(0)->getType();
  Op O = start(Kind, I);
  O.FromBits = bitsOf(From);
  O.A = slotOf(*I.getOperand(0));
  if (I.getNumOperands() > 1)
    O.B = slotOf(*I.getOperand(1));
  const auto *Compare = dyn_cast<CmpInst>(&I);
  if (Compare)
    O.Variant = Compare->getPredicate();
  if (const auto *Vector = dyn_cast<FixedVectorType>(I.getType())) {
    // Comparisons of vectors have a predicate already, and are rare.
    if (Compare)
      unsupported(I, "a comparison of vectors");
    else {
      O.Variant = uint8_t(Kind);
      O.Kind = OpKind::EachElement;
      O.Value = Vector->getNumElements();
      emit(O);
    }
    return true;
  }
  if (O.Bits > 64 || O.FromBits > 64) {
    if (Compare || O.Bits > 128 || O.FromBits > 128 ||
        !I.getType()->isIntegerTy()) {
      unsupported(I, "integers of more than 64 bits");
      return true;
    }
    O.Variant = uint8_t(Kind);
    O.Kind = OpKind::Wide;
  }
  emit(O);
  return true;
}

void Decoder::decodeMemory(const Instruction &I) {
  auto Log2 = [](Align A) { return uint8_t(llvm::Log2(A)); };
  auto BytesOf = [&](Type *T) {
    return unsigned(Places.data().getTypeStoreSize(T));
  };
  if (const auto *Load = dyn_cast<LoadInst>(&I)) {
    Op O = start(OpKind::Load, I);
    O.A = slotOf(*Load->getPointerOperand());
    O.Space = Load->getPointerAddressSpace();
    O.Bytes = BytesOf(I.getType());
    O.IsVolatile = Load->isVolatile();
    O.Variant = Log2(Load->getAlign());
    O.Value = Load->isAtomic();
    emit(O);
  } else if (const auto *Store = dyn_cast<StoreInst>(&I)) {
    Op O = start(OpKind::Store, I);
    O.A = slotOf(*Store->getPointerOperand());
    O.B = slotOf(*Store->getValueOperand());
    O.Space = Store->getPointerAddressSpace();
    O.Bytes = BytesOf(Store->getValueOperand()->getType());
    O.IsVolatile = Store->isVolatile();
    O.Variant = Log2(Store->getAlign());
    O.Value = Store->isAtomic();
    emit(O);
  } else if (const auto *Update = dyn_cast<AtomicRMWInst>(&I)) {
    Op O = start(OpKind::Atomic, I);
    O.A = slotOf(*Update->getPointerOperand());
    O.B = slotOf(*Update->getValOperand());
    O.Space = Update->getPointerAddressSpace();
    O.Variant = Update->getOperation();
    O.Bytes = BytesOf(I.getType());
    emit(O);
  } else if (const auto *Exchange = dyn_cast<AtomicCmpXchgInst>(&I)) {
    Op O = start(OpKind::CompareExchange, I);
    O.A = slotOf(*Exchange->getPointerOperand());
    O.B = slotOf(*Exchange->getCompareOperand());
    O.C = slotOf(*Exchange->getNewValOperand());
    O.Space = Exchange->getPointerAddressSpace();
    O.Bytes = BytesOf(Exchange->getCompareOperand()->getType());
    O.Value = Places.data()
                  .getStructLayout(cast<StructType>(I.getType()))
                  ->getElementOffset(1)
                  .getFixedValue();
    emit(O);
  } else if (const auto *Room = dyn_cast<AllocaInst>(&I)) {
    const auto Bytes = Room->getAllocationSize(Places.data());
    if (!Bytes)
      return unsupported(I, "a local array whose size is not fixed");
    Op O = start(OpKind::StackRoom, I);
    O.Value = Bytes->getFixedValue();
    emit(O);
  } else {
    const auto &Address = cast<GEPOperator>(I);
    SmallMapVector<Value *, APInt, 4> Indices;
    APInt Constant(64, 0);
    if (I.getType()->isVectorTy() ||
        !Address.collectOffset(Places.data(), 64, Indices, Constant))
      return unsupported(I, "an address that is not known");
    Op O = start(OpKind::Offset, I);
    O.A = slotOf(*Address.getPointerOperand());
    O.Value = Constant.getSExtValue();
    O.Table = Out.Offsets.size();
    std::vector<ScaledIndex> Scaled;
    for (const auto &[Index, Scale] : Indices)
      Scaled.push_back({slotOf(*Index), Index->getType()->getIntegerBitWidth(),
                        Scale.getSExtValue()});
    Out.Offsets.push_back(std::move(Scaled));
    emit(O);
  }
}

void Decoder::decodeParts(const Instruction &I) {
  const bool Extracts = isa<ExtractValueInst>(I);
  if (Extracts || isa<InsertValueInst>(I)) {
    Type *At = I.getOperand(0)->getType();
    uint64_t Offset = 0;
    for (unsigned Index : Extracts ? cast<ExtractValueInst>(I).getIndices()
                                   : cast<InsertValueInst>(I).getIndices())
      if (auto *Struct = dyn_cast<StructType>(At)) {
        Offset += Places.data()
                      .getStructLayout(Struct)
                      ->getElementOffset(Index)
                      .getFixedValue();
        At = Struct->getElementType(Index);
      } else {
        At = At->getArrayElementType();
        Offset += Index * uint64_t(Places.sizeOf(At));
      }
    Op O = start(Extracts ? OpKind::ExtractPart : OpKind::InsertPart, I);
    O.A = slotOf(*I.getOperand(0));
    if (!Extracts)
      O.B = slotOf(*I.getOperand(1));
    O.Value = Offset;
    O.Table = Places.sizeOf(At);
    return emit(O);
  }
  Op O = start(OpKind::Shuffle, I);
  O.A = slotOf(*I.getOperand(0));
  O.B = slotOf(*I.getOperand(1));
  O.Value = elementBytes(I.getOperand(0)->getType());
  if (isa<ExtractElementInst>(I))
    O.Kind = OpKind::ExtractElement;
  else if (isa<InsertElementInst>(I)) {
    O.Kind = OpKind::InsertElement;
    O.C = slotOf(*I.getOperand(2));
  } else {
    const auto &Mix = cast<ShuffleVectorInst>(I);
    O.C = cast<FixedVectorType>(I.getOperand(0)->getType())->getNumElements();
    O.Table = Out.Masks.size();
    Out.Masks.emplace_back(Mix.getShuffleMask().begin(),
                           Mix.getShuffleMask().end());
  }
  emit(O);
}

uint32_t Decoder::edge(const BasicBlock &From, const BasicBlock &To) {
  Edge E;
  for (const PHINode &Phi : To.phis())
    E.Moves.push_back({slotOf(Phi),
                       slotOf(*Phi.getIncomingValueForBlock(&From)),
                       roundedUp(Places.sizeOf(Phi.getType()))});
  Out.Edges.push_back(std::move(E));
  EdgeBlocks.push_back({&From, &To});
  return Out.Edges.size() - 1;
}

void Decoder::decodeJump(const Instruction &I) {
  const BasicBlock &Here = *I.getParent();
  if (const auto *Branch = dyn_cast<BranchInst>(&I)) {
    Op O = start(OpKind::Jump, I);
    O.Table = edge(Here, *Branch->getSuccessor(0));
    if (Branch->isConditional()) {
      O.Kind = OpKind::Branch;
      O.A = slotOf(*Branch->getCondition());
      O.B = edge(Here, *Branch->getSuccessor(1));
    }
    return emit(O);
  }
  if (const auto *Switch = dyn_cast<SwitchInst>(&I)) {
    Op O = start(OpKind::Switch, I);
    O.A = slotOf(*Switch->getCondition());
    O.B = edge(Here, *Switch->getDefaultDest());
    O.Table = Out.Cases.size();
    std::map<uint64_t, uint32_t> Cases;
    for (const auto &Case : Switch->cases())
      Cases[Case.getCaseValue()->getZExtValue()] =
          edge(Here, *Case.getCaseSuccessor());
    Out.Cases.push_back(std::move(Cases));
    return emit(O);
  }
  emit(start(isa<ReturnInst>(I) ? OpKind::Return : OpKind::Trap, I));
}

void Decoder::decodeAssembly(const CallInst &Call) {
  std::vector<Slot> Inputs;
  for (const Use &Argument : Call.args())
    Inputs.push_back(slotOf(*Argument));
  Op O = start(OpKind::Assembly, Call);
  O.Table = Out.Assembly.size();
  Out.Assembly.push_back(readPtx(
      Call, *cast<InlineAsm>(Call.getCalledOperand()), Inputs, Places.data()));
  for (const PtxOp &One : Out.Assembly.back().Ops)
    if (One.Kind == PtxOp::Unknown)
      Out.Unmodelled.insert("asm '" + One.Name + "'");
    else if (One.Kind == PtxOp::MatrixMultiply)
      Out.Unmodelled.insert("wgmma");
  emit(O);
}

void Decoder::decodeInstruction(const Instruction &I) {
  if (isa<PHINode>(I)) {
    slotOf(I);
    return;
  }
  if (decodeArithmetic(I))
    return;
  switch (I.getOpcode()) {
  case Instruction::BitCast:
  case Instruction::Freeze:
  case Instruction::IntToPtr:
  case Instruction::PtrToInt: {
    Op O = start(OpKind::Copy, I);
    O.A = slotOf(*I.getOperand(0));
    if (I.getOpcode() == Instruction::PtrToInt && O.Bits < 64)
      O.Kind = OpKind::Trunc;
    return emit(O);
  }
  case Instruction::AddrSpaceCast: {
    const unsigned From = I.getOperand(0)->getType()->getPointerAddressSpace(),
                   To = I.getType()->getPointerAddressSpace();
    Op O = start(From == 3 && To != 3   ? OpKind::FromShared
                 : From != 3 && To == 3 ? OpKind::ToShared
                                        : OpKind::Copy,
                 I);
    O.A = slotOf(*I.getOperand(0));
    return emit(O);
  }
  case Instruction::Select: {
    if (I.getOperand(0)->getType()->isVectorTy())
      return unsupported(I, "a choice by a vector");
    Op O = start(OpKind::Select, I);
    O.A = slotOf(*I.getOperand(0));
    O.B = slotOf(*I.getOperand(1));
    O.C = slotOf(*I.getOperand(2));
    return emit(O);
  }
  case Instruction::Load:
  case Instruction::Store:
  case Instruction::AtomicRMW:
  case Instruction::AtomicCmpXchg:
  case Instruction::Alloca:
  case Instruction::GetElementPtr:
    return decodeMemory(I);
  case Instruction::ExtractValue:
  case Instruction::InsertValue:
  case Instruction::ExtractElement:
  case Instruction::InsertElement:
  case Instruction::ShuffleVector:
    return decodeParts(I);
  case Instruction::Br:
  case Instruction::Switch:
  case Instruction::Ret:
  case Instruction::Unreachable:
    return decodeJump(I);
  case Instruction::Fence:
    return emit(start(OpKind::Fence, I));
  case Instruction::Call: {
    const auto &Call = cast<CallInst>(I);
    if (isa<InlineAsm>(Call.getCalledOperand()))
      return decodeAssembly(Call);
    if (!Call.getCalledFunction())
      return unsupported(I, "a call through a pointer");
    if (!Call.getCalledFunction()->isDeclaration())
      return unsupported(I, "a function that calls itself");
    if (!decodeIntrinsic(*this, Call))
      decodeDeclared(*this, Call);
    return;
  }
  default:
    return unsupported(I, std::string("the instruction '") + I.getOpcodeName() +
                              "'");
  }
}

static bool ptxIs(const PtxText &Text,
                  std::initializer_list<PtxOp::KindTy> Kinds) {
  return any_of(Text.Ops, [&](const PtxOp &One) {
    return is_contained(Kinds, One.Kind);
  });
}

/// It waits for an mbarrier, or asks it.
static bool waitsForMbarrier(const Op &O, const Program &Code) {
  auto IsWait = [](uint8_t Step) {
    return MbarrierStep(Step) >= MbarrierStep::WaitToken &&
           MbarrierStep(Step) <= MbarrierStep::TryParity;
  };
  if (O.Kind == OpKind::Mbarrier)
    return IsWait(O.Variant);
  return O.Kind == OpKind::Assembly &&
         any_of(Code.Assembly[O.Table].Ops, [&](const PtxOp &One) {
           return One.Kind == PtxOp::Mbarrier && IsWait(One.Step);
         });
}

/// \p L may be left before a trip does anything: in its header, or, as in
/// `for (; a && b;)`, in a block that only conditions lead to.
static bool testsFirst(const Loop &L) {
  SmallVector<const BasicBlock *> Work{L.getHeader()};
  SmallPtrSet<const BasicBlock *, 8> Seen;
  bool Exits = false;
  while (!Work.empty()) {
    const BasicBlock *Here = Work.pop_back_val();
    if (!Seen.insert(Here).second)
      continue;
    if (L.isLoopExiting(Here)) {
      Exits = true;
      continue;
    }
    if (Here == L.getLoopLatch() || !L.contains(Here) ||
        any_of(*Here, [](const Instruction &I) {
          return I.mayHaveSideEffects() || isa<LoadInst>(I);
        }))
      return false;
    Work.append(succ_begin(Here), succ_end(Here));
  }
  return Exits;
}

/// Loops with barriers or copies are those whose trips count.
void Decoder::countLoops() {
  const LoopInfo &Loops =
      Code.analyses().getResult<LoopAnalysis>(Code.function());
  std::map<const BasicBlock *, uint32_t> ByHeader;
  std::map<const BasicBlock *, std::pair<bool, bool>> Kinds;
  // Blocks that do nothing but ask mbarriers, and those that do more.
  std::set<const BasicBlock *> Asks, DoesMore;
  for (const Op &O : Out.Ops) {
    const BasicBlock *Here = O.From->getParent();
    auto &[Synchronizes, Copies] = Kinds[Here];
    const bool IsAsm = O.Kind == OpKind::Assembly;
    const bool IsWait = waitsForMbarrier(O, Out);
    if (IsWait)
      Asks.insert(Here);
    else if (is_contained({OpKind::Barrier, OpKind::Warp, OpKind::AsyncCopy,
                           OpKind::BulkCopy, OpKind::Mbarrier, OpKind::Store,
                           OpKind::Atomic, OpKind::CopyMemory, OpKind::FAdd,
                           OpKind::FMul, OpKind::Math, OpKind::BlockPipe,
                           OpKind::Invented, OpKind::Assembly,
                           OpKind::Fragment},
                          O.Kind))
      DoesMore.insert(Here);
    Synchronizes |= IsWait;
    Synchronizes |=
        O.Kind == OpKind::Barrier || O.Kind == OpKind::WaitGroups ||
        (O.Kind == OpKind::Warp &&
         Out.Collectives[O.Table].Kind == Collective::Sync) ||
        (O.Kind == OpKind::Pipe && PipeStep(O.Variant) >= PipeStep::Wait) ||
        (O.Kind == OpKind::BlockPipe &&
         BlockPipeStep(O.Variant) >= BlockPipeStep::Acquire) ||
        (IsAsm &&
         ptxIs(Out.Assembly[O.Table], {PtxOp::Barrier, PtxOp::WaitGroup,
                                       PtxOp::WaitAll, PtxOp::WarpSync}));
    Copies |= O.Kind == OpKind::AsyncCopy || O.Kind == OpKind::BulkCopy ||
              (IsAsm && ptxIs(Out.Assembly[O.Table],
                              {PtxOp::AsyncCopy, PtxOp::BulkCopy}));
  }
  for (Loop *L : Loops.getLoopsInPreorder()) {
    CountedLoop Mine;
    bool Copies = false;
    for (const BasicBlock *Block : L->blocks()) {
      Mine.Synchronizes |= Kinds[Block].first;
      Copies |= Kinds[Block].second;
    }
    if (!Mine.Synchronizes && !Copies)
      continue;
    // `while (!try_wait(...)) {}` goes round as often as it must.
    auto In = [&](const std::set<const BasicBlock *> &Blocks) {
      return any_of(L->blocks(),
                    [&](const BasicBlock *B) { return Blocks.count(B) != 0; });
    };
    if (L->getSubLoops().empty() && In(Asks) && !In(DoesMore))
      continue;
    Mine.At = L->getHeader()->getTerminator();
    Mine.Header = L->getHeader();
    Mine.TestsFirst = testsFirst(*L);
    ByHeader[L->getHeader()] = Out.Loops.size();
    Out.Loops.push_back(Mine);
  }
  for (const Op &O : Out.Ops) {
    uint32_t Mine = NoLoop;
    for (const Loop *L = Loops.getLoopFor(O.From->getParent()); L;
         L = L->getParentLoop())
      if (auto It = ByHeader.find(L->getHeader()); It != ByHeader.end()) {
        Mine = It->second;
        break;
      }
    Out.Where.LoopOf.push_back(Mine);
  }
  for (auto [E, Blocks] : zip(Out.Edges, EdgeBlocks)) {
    E.Target = Starts.at(Blocks.second);
    auto It = ByHeader.find(Blocks.second);
    if (It == ByHeader.end())
      continue;
    E.Loop = It->second;
    E.GoesRound = Loops.getLoopFor(Blocks.second)->contains(Blocks.first);
  }
}

Program Decoder::run() {
  const Function &F = Code.function();
  number(0);
  for (const Argument &Parameter : F.args())
    Out.Frame.Parameters.push_back(slotOf(Parameter));
  for (const BasicBlock &Block : F) {
    Starts[&Block] = Out.Ops.size();
    Out.Where.BlockStarts.push_back(Out.Ops.size());
    for (const Instruction &I : Block)
      decodeInstruction(I);
  }
  Out.Where.BlockStarts.push_back(Out.Ops.size());
  Out.HasMbarriers = any_of(Out.Ops, [&](const Op &O) {
    return is_contained({OpKind::Mbarrier, OpKind::BlockPipe, OpKind::BulkCopy},
                        O.Kind) ||
           (O.Kind == OpKind::AsyncCopy && O.FromBits != CountedByGroups) ||
           (O.Kind == OpKind::Assembly &&
            ptxIs(Out.Assembly[O.Table], {PtxOp::Mbarrier, PtxOp::BulkCopy}));
  });
  countLoops();
  return std::move(Out);
}

Program decode(const DeviceCode &Code, const Layout &Places) {
  return Decoder(Code, Places).run();
}

} // namespace cudapipe::check
