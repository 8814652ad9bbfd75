//===- ReadPtx.cpp - The texts of asm -------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   { .reg .pred p;  setp.ne.b32 p, $0, 0;        SetPredicate
//     @p cp.async.cg.shared.global [$1], [$2], 16; }    AsyncCopy, guarded
//
// Copies, waits, barriers and accesses are played. Other instructions make
// numbers, which decide no hazard unless they become addresses; in an `asm`
// that says it touches memory they might do anything.
//
//===----------------------------------------------------------------------===//

#include "Decoder.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"

using namespace llvm;

namespace cudapipe::check {
namespace {

class PtxReader {
public:
  PtxReader(const CallBase &Call, const InlineAsm &Assembly,
            ArrayRef<Slot> Inputs, const DataLayout &Data)
      : Call(Call), Assembly(Assembly), Inputs(Inputs), Data(Data) {}

  PtxText read();

private:
  void readOutputs();
  void readStatement(StringRef Statement);
  PtxOperand operand(StringRef Text);
  void classify(PtxOp &One);
  void readAccess(PtxOp &One);

  const CallBase &Call;
  const InlineAsm &Assembly;
  ArrayRef<Slot> Inputs;
  const DataLayout &Data;
  bool TouchesMemory = false;
  unsigned Outputs = 0;
  StringMap<uint32_t> Registers;
  PtxText Out;
};

} // namespace

void PtxReader::readOutputs() {
  for (const InlineAsm::ConstraintInfo &One : Assembly.ParseConstraints()) {
    Outputs += One.Type == InlineAsm::isOutput && !One.isIndirect;
    if (One.Type == InlineAsm::isClobber)
      TouchesMemory |= is_contained(One.Codes, "{memory}");
  }
  Type *Result = Call.getType();
  if (auto *Struct = dyn_cast<StructType>(Result)) {
    for (unsigned I = 0; I < Struct->getNumElements(); ++I)
      Out.Outputs.push_back(
          {uint32_t(Data.getStructLayout(Struct)->getElementOffset(I)),
           uint32_t(Data.getTypeStoreSize(Struct->getElementType(I)))});
  } else if (!Result->isVoidTy()) {
    Out.Outputs.push_back({0, uint32_t(Data.getTypeStoreSize(Result))});
  }
}

/// `$0`, `[${1:r} + 16]`, `16`, `p`.
PtxOperand PtxReader::operand(StringRef Text) {
  PtxOperand Mine;
  Text = Text.trim(" \t\n\r[]{}");
  StringRef Base = Text, Added;
  if (const size_t Plus = Text.find_first_of("+");
      Plus != StringRef::npos && Plus > 0) {
    Base = Text.take_front(Plus).trim();
    Added = Text.drop_front(Plus + 1).trim();
    Added.getAsInteger(0, Mine.Value);
  }
  if (Base.consume_front("$")) {
    Base.consume_front("{");
    unsigned Index = 0;
    if (Base.take_while(isDigit).getAsInteger(10, Index))
      return Mine;
    Mine.Kind = Index < Outputs ? PtxOperand::Output : PtxOperand::Input;
    Mine.Index = Index;
    if (Index >= Outputs) {
      if (Index - Outputs >= Inputs.size())
        return PtxOperand();
      Mine.Index = Inputs[Index - Outputs];
    }
    return Mine;
  }
  if (Base.consume_front("%")) {
    using K = RegisterKind;
    Mine.Kind = PtxOperand::Special;
    Mine.Index =
        uint32_t(StringSwitch<K>(Base)
                     .Cases({"tid.x", "tid.y", "tid.z"}, K::ThreadIdx)
                     .Cases({"ctaid.x", "ctaid.y", "ctaid.z"}, K::BlockIdx)
                     .Cases({"ntid.x", "ntid.y", "ntid.z"}, K::BlockDim)
                     .Case("laneid", K::LaneId)
                     .Case("warpid", K::WarpId)
                     .Case("lanemask_eq", K::MaskEqual)
                     .Case("lanemask_lt", K::MaskLess)
                     .Case("lanemask_le", K::MaskLessEqual)
                     .Case("lanemask_gt", K::MaskGreater)
                     .Case("lanemask_ge", K::MaskGreaterEqual)
                     .Case("dynamic_smem_size", K::DynamicBytes)
                     .Cases({"clock", "clock64", "globaltimer"}, K::Clock)
                     .Default(K::Zero));
    Mine.Value = Base.ends_with(".y") ? 1 : Base.ends_with(".z") ? 2 : 0;
    return Mine;
  }
  int64_t Number = 0;
  if (!Base.getAsInteger(0, Number)) {
    Mine.Kind = PtxOperand::Number;
    Mine.Value += Number;
  } else if (!Base.empty()) {
    Mine.Kind = PtxOperand::Register;
    Mine.Index = Registers.try_emplace(Base, Registers.size()).first->second;
  }
  return Mine;
}

/// `ld.shared.v4.b32`, `st.global.u8`.
void PtxReader::readAccess(PtxOp &One) {
  const StringRef Name = One.Name;
  One.IsShared = Name.contains(".shared");
  One.Elements = Name.contains(".v8")   ? 8
                 : Name.contains(".v4") ? 4
                 : Name.contains(".v2") ? 2
                                        : 1;
  const StringRef Type = Name.substr(Name.rfind('.') + 1);
  unsigned Bits = 32;
  if (Type.drop_while([](char C) { return !isDigit(C); })
          .take_while(isDigit)
          .getAsInteger(10, Bits))
    Bits = 32;
  One.ElementBytes = std::max(1u, Bits / 8);
}

void PtxReader::classify(PtxOp &One) {
  const StringRef Name = One.Name;
  auto Is = [&](StringRef Prefix) { return Name.starts_with(Prefix); };
  const size_t Count = One.Operands.size();
  if (Is("cp.async.ca.shared") || Is("cp.async.cg.shared"))
    One.Kind = Count > 2 ? PtxOp::AsyncCopy : PtxOp::Unsupported;
  else if (Is("cp.async.commit_group"))
    One.Kind = PtxOp::CommitGroup;
  else if (Is("cp.async.wait_group"))
    One.Kind = PtxOp::WaitGroup;
  else if (Is("cp.async.wait_all"))
    One.Kind = PtxOp::WaitAll;
  else if (Is("ldmatrix")) {
    One.Kind = PtxOp::LoadMatrix;
    One.Elements = Name.contains(".x4") ? 4 : Name.contains(".x2") ? 2 : 1;
  } else if (Is("bar.sync") || Is("barrier.sync") || Is("barrier.cta.sync"))
    One.Kind = PtxOp::Barrier;
  else if (Is("bar.arrive") || Is("barrier.arrive") || Is("barrier.cta.arrive"))
    One.Kind = PtxOp::Arrive;
  else if (Is("bar.warp.sync"))
    One.Kind = PtxOp::WarpSync;
  else if ((Is("mov.") || Is("cvt.u32.u64")) && Count == 2)
    One.Kind = PtxOp::Move;
  else if (Is("cvta.to.shared") && Count == 2)
    One.Kind = PtxOp::ToShared;
  else if (Is("setp.ne") || Is("setp.eq"))
    One.Kind = Count == 3 ? PtxOp::SetPredicate : PtxOp::Unsupported;
  else if (Is("ld.") || Is("ldu.")) {
    One.Kind = PtxOp::Load;
    readAccess(One);
  } else if (Is("st.") && !Is("st.async")) {
    One.Kind = PtxOp::Store;
    readAccess(One);
  } else if (Is("membar") || Is("fence"))
    One.Kind = PtxOp::Fence;
  else if (Is("prefetch") || Is("nanosleep") || Is("applypriority") ||
           Is("createpolicy") || Is("discard") || Is("griddepcontrol") ||
           Is("setmaxnreg") || Is("pragma"))
    One.Kind = PtxOp::Nothing;
  else if (Is("mma.") || Is("cvt") || Is("lop3") || Is("prmt") ||
           !TouchesMemory)
    One.Kind = PtxOp::Unknown;
  else
    One.Kind = PtxOp::Unsupported;
  // What these touch is more than the operands say.
  for (StringRef Other :
       {"mbarrier", "wgmma", "cp.async.bulk", "tcgen05", "barrier.cluster",
        "atom", "red.", "stmatrix", "cp.async.mbarrier", "bar.red",
        "barrier.red", "shfl", "vote", "match", "bra", "exit", "trap"})
    if (Is(Other))
      One.Kind = PtxOp::Unsupported;
}

void PtxReader::readStatement(StringRef Statement) {
  Statement = Statement.trim(" \t\n\r{}");
  while (Statement.consume_front("//"))
    Statement = Statement.drop_until([](char C) { return C == '\n'; }).trim();
  if (Statement.empty() || Statement.starts_with(".reg") ||
      Statement.starts_with(".pragma"))
    return;
  PtxOp One;
  if (Statement.consume_front("@")) {
    One.IsNegated = Statement.consume_front("!");
    const StringRef Guard =
        Statement.take_until([](char C) { return isSpace(C); });
    One.Guard = operand(Guard);
    Statement = Statement.drop_front(Guard.size()).trim();
  }
  const StringRef Name =
      Statement.take_until([](char C) { return isSpace(C); });
  One.Name = Name.str();
  StringRef Rest = Statement.drop_front(Name.size()).trim();
  // A label, or a jump to one.
  if (Name.ends_with(":")) {
    One.Kind = PtxOp::Unsupported;
    Out.Ops.push_back(std::move(One));
    return;
  }
  SmallVector<StringRef, 8> Words;
  Rest.split(Words, ',', -1, /*KeepEmpty=*/false);
  for (StringRef Word : Words)
    One.Operands.push_back(operand(Word));
  classify(One);
  Out.Ops.push_back(std::move(One));
}

PtxText PtxReader::read() {
  readOutputs();
  SmallVector<StringRef, 8> Statements;
  StringRef(Assembly.getAsmString()).split(Statements, ';');
  for (StringRef Statement : Statements)
    readStatement(Statement);
  Out.Registers = Registers.size();
  return std::move(Out);
}

PtxText readPtx(const CallBase &Call, const InlineAsm &Assembly,
                ArrayRef<Slot> Inputs, const DataLayout &Data) {
  return PtxReader(Call, Assembly, Inputs, Data).read();
}

} // namespace cudapipe::check
