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
  void classifyAsync(PtxOp &One);
  void readAccess(PtxOp &One);
  void resolveJumps();

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
  // `elect.sync _|p`: what matters is the predicate.
  if (const size_t Bar = Text.find('|'); Bar != StringRef::npos)
    Text = Text.drop_front(Bar + 1).trim();
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
  for (StringRef Other : {"mbarrier",
                          "wgmma",
                          "cp.async.bulk",
                          "tcgen05",
                          "barrier.cluster",
                          "atom",
                          "red.",
                          "stmatrix",
                          "cp.async.mbarrier",
                          "bar.red",
                          "barrier.red",
                          "shfl",
                          "vote",
                          "match",
                          "exit",
                          "trap",
                          "mapa",
                          "cp.reduce",
                          "st.async",
                          "red.async",
                          "multimem"})
    if (Is(Other))
      One.Kind = PtxOp::Unsupported;
  classifyAsync(One);
}

/// mbarriers, bulk copies, wgmma, and how an `asm` goes round.
void PtxReader::classifyAsync(PtxOp &One) {
  const StringRef Name = One.Name;
  const size_t Count = One.Operands.size();
  auto Is = [&](StringRef Prefix) { return Name.starts_with(Prefix); };
  auto Make = [&](PtxOp::KindTy Kind, auto Step, size_t Needed) {
    if (Count < Needed)
      return;
    One.Kind = Kind;
    One.Step = uint8_t(Step);
  };
  using Step = MbarrierStep;
  constexpr auto Mbarrier = PtxOp::Mbarrier;
  const bool IsOfOthers = Name.contains("shared::cluster") ||
                          Name.contains("multicast") ||
                          Name.contains("cta_group");
  if (Is("mbarrier.init"))
    Make(Mbarrier, Step::Init, 2);
  else if (Is("mbarrier.inval"))
    Make(Mbarrier, Step::Invalidate, 1);
  else if (Is("mbarrier.") && IsOfOthers)
    return;
  else if (Is("mbarrier.expect_tx"))
    Make(Mbarrier, Step::Expect, 2);
  else if (Is("mbarrier.complete_tx"))
    Make(Mbarrier, Step::Complete, 2);
  else if (Is("mbarrier.arrive.expect_tx"))
    Make(Mbarrier, Step::ArriveExpect, 3);
  else if (Is("mbarrier.arrive_drop") && !Name.contains("expect_tx"))
    Make(Mbarrier, Step::ArriveAndDrop, 2);
  else if (Is("mbarrier.arrive") && !Is("mbarrier.arrive_drop"))
    Make(Mbarrier, Step::Arrive, 2);
  else if (Is("mbarrier.test_wait") || Is("mbarrier.try_wait"))
    Make(Mbarrier, Name.contains(".parity") ? Step::TryParity : Step::TryToken,
         3);
  else if (Is("cp.async.mbarrier.arrive"))
    Make(Mbarrier,
         Name.contains(".noinc") ? Step::ArriveCopiesNoInc : Step::ArriveCopies,
         1);
  else if (Is("cp.async.bulk.commit_group"))
    Make(PtxOp::AsyncGroup, AsyncGroupStep::CommitBulk, 0);
  else if (Is("cp.async.bulk.wait_group"))
    Make(PtxOp::AsyncGroup, AsyncGroupStep::WaitBulk, 1);
  else if (Is("cp.async.bulk.prefetch"))
    One.Kind = PtxOp::Nothing;
  else if (Is("cp.async.bulk") && !Name.contains("multicast")) {
    const bool IsTensor = Is("cp.async.bulk.tensor");
    // Rows gathered, images as columns: boxes of another kind.
    if (Name.contains("gather4") || Name.contains("scatter4") ||
        Name.contains("cta_group"))
      return;
    const bool Stores =
        Name.contains(".global.shared") && !Name.contains("::cluster.global");
    if (Stores)
      Make(PtxOp::BulkCopy,
           IsTensor ? BulkForm::TensorToGlobal : BulkForm::ToGlobal, 3);
    else
      Make(PtxOp::BulkCopy,
           IsTensor ? BulkForm::TensorToShared : BulkForm::ToShared, 4);
  } else if (Is("cp.reduce.async.bulk") && (Name.contains(".global.shared"))) {
    Make(PtxOp::BulkCopy,
         Is("cp.reduce.async.bulk.tensor") ? BulkForm::TensorToGlobal
                                           : BulkForm::ToGlobal,
         3);
  } else if (Is("fence.proxy.async"))
    Make(PtxOp::ProxyFence, 0, 0);
  else if (Is("fence.mbarrier_init"))
    Make(PtxOp::ProxyFence, 1, 0);
  else if (Is("wgmma.fence"))
    One.Kind = PtxOp::Nothing;
  else if (Is("wgmma.commit_group"))
    Make(PtxOp::AsyncGroup, AsyncGroupStep::CommitMma, 0);
  else if (Is("wgmma.wait_group"))
    Make(PtxOp::AsyncGroup, AsyncGroupStep::WaitMma, 1);
  else if (Is("wgmma.mma_async") && !Name.contains(".sp"))
    Make(PtxOp::MatrixMultiply, 0, 4);
  else if (Name == "bra" || Is("bra."))
    Make(PtxOp::Jump, 0, 1);
  else if (Is("selp."))
    Make(PtxOp::SelectNumber, 0, 4);
  else if (Is("elect.sync"))
    Make(PtxOp::Elect, 0, 1);
}

/// Each jump knows where its label stands.
void PtxReader::resolveJumps() {
  for (PtxOp &One : Out.Ops) {
    if (One.Kind != PtxOp::Jump)
      continue;
    auto It = find_if(Out.Ops, [&](const PtxOp &Other) {
      return Other.Kind == PtxOp::Label && Other.Name == One.LabelName;
    });
    if (It == Out.Ops.end())
      One.Kind = PtxOp::Unsupported;
    else
      One.Target = It - Out.Ops.begin();
  }
}

void PtxReader::readStatement(StringRef Statement) {
  Statement = Statement.trim(" \t\n\r{}");
  while (Statement.consume_front("//"))
    Statement = Statement.drop_until([](char C) { return C == '\n'; }).trim();
  if (Statement.empty() || Statement.starts_with(".reg") ||
      Statement.starts_with(".pragma"))
    return;
  PtxOp One;
  // A label, in front of what it names or alone.
  if (const size_t Colon = Statement.find(':');
      Colon != StringRef::npos && !Statement.starts_with("@") &&
      Statement.take_front(Colon).find_first_of(" \t\n[,.") ==
          StringRef::npos &&
      !Statement.drop_front(Colon + 1).starts_with(":")) {
    One.Kind = PtxOp::Label;
    One.Name = Statement.take_front(Colon).str();
    Out.Ops.push_back(One);
    return readStatement(Statement.drop_front(Colon + 1));
  }
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
  One.LabelName = Rest.str();
  // wgmma: how many registers stand in the first braces, and in the second.
  if (Name.starts_with("wgmma.mma_async")) {
    auto CountIn = [](StringRef Braces) {
      return unsigned(Braces.take_until([](char C) { return C == '}'; })
                          .count(',')) +
             1;
    };
    const auto [First, Behind] = Rest.split('}');
    One.Elements = CountIn(First);
    One.ElementBytes =
        Behind.contains('{') ? CountIn(Behind.split('{').second) : 0;
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
  // What makes labels of one text differ from those of another.
  std::string Plain = Assembly.getAsmString().str();
  for (size_t At; (At = Plain.find("${:uid}")) != std::string::npos;)
    Plain.erase(At, StringRef("${:uid}").size());
  StringRef(Plain).split(Statements, ';');
  for (StringRef Statement : Statements)
    readStatement(Statement);
  resolveJumps();
  Out.Registers = Registers.size();
  return std::move(Out);
}

PtxText readPtx(const CallBase &Call, const InlineAsm &Assembly,
                ArrayRef<Slot> Inputs, const DataLayout &Data) {
  return PtxReader(Call, Assembly, Inputs, Data).read();
}

} // namespace cudapipe::check
