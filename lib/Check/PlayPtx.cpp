//===- PlayPtx.cpp - The instructions of an asm ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockPlay.h"
#include <cstring>

using namespace llvm;

namespace cudapipe::check {

uint64_t Block::ptxValue(Thread &T, const Op &O, const PtxOperand &Operand) {
  switch (Operand.Kind) {
  case PtxOperand::Input:
    return T.at(Operand.Index) + Operand.Value;
  case PtxOperand::Output: {
    const auto &[At, Bytes] = Code.Assembly[O.Table].Outputs[Operand.Index];
    uint64_t Value = 0;
    std::memcpy(&Value, &T.Frame[O.To + At], std::min(Bytes, 8u));
    return Value + Operand.Value;
  }
  case PtxOperand::Register:
    return PtxRegisters[T.Id][Operand.Index] + Operand.Value;
  case PtxOperand::Special: {
    Op Asked;
    Asked.Variant = Operand.Index;
    Asked.Value = Operand.Value;
    return registerOf(T, Asked);
  }
  default:
    return Operand.Value;
  }
}

void Block::setPtx(Thread &T, const Op &O, const PtxOperand &Operand,
                   uint64_t Value) {
  if (Operand.Kind == PtxOperand::Register)
    PtxRegisters[T.Id][Operand.Index] = Value;
  if (Operand.Kind != PtxOperand::Output)
    return;
  const auto &[At, Bytes] = Code.Assembly[O.Table].Outputs[Operand.Index];
  std::memcpy(&T.Frame[O.To + At], &Value, std::min(Bytes, 8u));
}

/// False: the thread waits.
bool Block::playPtxOp(Thread &T, const Op &O, const PtxOp &One) {
  auto Value = [&](unsigned I) { return ptxValue(T, O, One.Operands[I]); };
  const size_t Count = One.Operands.size();
  switch (One.Kind) {
  case PtxOp::AsyncCopy: {
    const uint64_t Bytes = Value(2);
    // Behind the size stands what is known of it, or a policy.
    const bool HasPolicy = StringRef(One.Name).contains("cache_hint");
    const size_t Numbers = Count - HasPolicy;
    const uint64_t Known =
        Numbers > 3 ? std::min<uint64_t>(uint32_t(Value(3)), Bytes) : Bytes;
    if ((Bytes != 4 && Bytes != 8 && Bytes != 16) ||
        !Mem.copyAsync(T, uint32_t(Value(0)), Value(1), Bytes, Known,
                       accessOf(T, O, false, false)))
      fail(T, Mem.failure().empty() ? "a copy of so many bytes"
                                    : Mem.failure().str());
    return true;
  }
  case PtxOp::CommitGroup:
    ++T.Copies.Group;
    return true;
  case PtxOp::WaitGroup:
    Mem.waitFor(T, Count > 0 ? Value(0) : 0);
    return true;
  case PtxOp::WaitAll:
    ++T.Copies.Group;
    Mem.waitFor(T, 0);
    return true;
  case PtxOp::LoadMatrix: {
    // Eight lanes a matrix give the addresses of its rows.
    uint8_t Row[16];
    if (T.lane() < 8 * One.Elements && Count > 0)
      access(T, O, uint32_t(Value(Count - 1)), 3, Row, 16, false, false);
    for (unsigned I = 0; I + 1 < Count; ++I)
      setPtx(T, O, One.Operands[I], 0x38003a00 + T.Id * 64 + I);
    return true;
  }
  case PtxOp::Barrier:
    T.For.At = &O;
    T.For.Barrier = Count > 0 ? Value(0) : 0;
    T.For.Expected = Count > 1 ? Value(1) : 0;
    T.State = Thread::AtBarrier;
    return false;
  case PtxOp::Arrive:
    arrive(T, Count > 0 ? Value(0) : 0, Count > 1 ? Value(1) : 0);
    return true;
  case PtxOp::WarpSync:
    T.For.At = &O;
    T.For.Mask = Count > 0 ? Value(0) : ~0u;
    T.State = Thread::AtWarp;
    return false;
  case PtxOp::Move:
    setPtx(T, O, One.Operands[0], Value(1));
    return true;
  case PtxOp::ToShared:
    setPtx(T, O, One.Operands[0], Value(1) & ~TagMask);
    return true;
  case PtxOp::SetPredicate: {
    const bool IsEqual = uint32_t(Value(1)) == uint32_t(Value(2));
    setPtx(T, O, One.Operands[0],
           StringRef(One.Name).starts_with("setp.eq") == IsEqual);
    return true;
  }
  case PtxOp::Load:
  case PtxOp::Store: {
    const bool IsStore = One.Kind == PtxOp::Store;
    uint64_t Address = Value(IsStore ? 0 : One.Elements);
    if (One.Operands.size() <= One.Elements) {
      fail(T, "asm '" + One.Name + "'");
      return false;
    }
    for (unsigned I = 0; I < One.Elements; ++I) {
      uint64_t Data = IsStore ? Value(I + 1) : 0;
      if (!access(T, O, Address, One.IsShared ? 3 : 1,
                  reinterpret_cast<uint8_t *>(&Data), One.ElementBytes, IsStore,
                  false))
        return false;
      if (!IsStore)
        setPtx(T, O, One.Operands[I], Data);
      Address += One.ElementBytes;
    }
    return true;
  }
  case PtxOp::Fence:
    fence(T);
    return true;
  case PtxOp::ProxyFence:
    proxyFence(T, One.Step != 0);
    return true;
  case PtxOp::Mbarrier:
    return playPtxMbarrier(T, O, One);
  case PtxOp::BulkCopy: {
    const auto Form = BulkForm(One.Step);
    switch (Form) {
    case BulkForm::ToShared:
      return bulkCopy(T, O, Form, uint32_t(Value(0)), Value(1),
                      uint32_t(Value(2)), uint32_t(Value(3)));
    case BulkForm::ToGlobal:
      return bulkCopy(T, O, Form, Value(0), uint32_t(Value(1)),
                      uint32_t(Value(2)), 0);
    case BulkForm::TensorToGlobal:
      // The source stands behind the map and the coordinates; a policy last.
      return bulkCopy(
          T, O, Form, 0,
          uint32_t(Value(Count - 1 - StringRef(One.Name).contains("hint"))), 0,
          0);
    case BulkForm::TensorToShared: {
      // Behind the map so many coordinates as the name says, and the mbarrier.
      const StringRef Name = One.Name;
      const size_t Digit = Name.find("tensor.");
      const unsigned Coordinates =
          Digit == StringRef::npos || Digit + 7 >= Name.size()
              ? 1
              : Name[Digit + 7] - '0';
      if (2 + Coordinates >= Count) {
        fail(T, "asm '" + One.Name + "'");
        return false;
      }
      return bulkCopy(T, O, Form, uint32_t(Value(0)), 0, 0,
                      uint32_t(Value(2 + Coordinates)));
    }
    }
    return true;
  }
  case PtxOp::AsyncGroup:
    asyncGroup(T, AsyncGroupStep(One.Step), Count > 0 ? Value(0) : 0);
    return true;
  case PtxOp::MatrixMultiply:
    return multiply(T, O, One);
  case PtxOp::Jump:
    T.For.PtxNext = One.Target;
    return true;
  case PtxOp::Label:
    return true;
  case PtxOp::SelectNumber:
    setPtx(T, O, One.Operands[0], Value(3) & 1 ? Value(1) : Value(2));
    return true;
  case PtxOp::Elect:
    setPtx(T, O, One.Operands[0], T.lane() == 0);
    return true;
  case PtxOp::Unknown: {
    // Small numbers, which as floats are next to nothing.
    if (Count > 0)
      setPtx(T, O, One.Operands[0], 0x3c00 + T.Id);
    for (const PtxOperand &More : drop_begin(One.Operands, Count > 0))
      if (More.Kind == PtxOperand::Output)
        setPtx(T, O, More, 0x3c00 + T.Id);
    return true;
  }
  case PtxOp::Nothing:
    return true;
  case PtxOp::Unsupported:
    fail(T, "asm '" + One.Name + "', which is not modelled");
    return false;
  }
  return true;
}

/// `mbarrier.arrive.b64 state, [a], count`, `mbarrier.try_wait.b64 p, [a], x`.
bool Block::playPtxMbarrier(Thread &T, const Op &O, const PtxOp &One) {
  auto Value = [&](unsigned I) { return ptxValue(T, O, One.Operands[I]); };
  const size_t Count = One.Operands.size();
  MbarrierCall Call{MbarrierStep(One.Step), 0, 1, 0};
  const bool HasResult = (Call.Step >= MbarrierStep::Arrive &&
                          Call.Step <= MbarrierStep::ArriveExpect) ||
                         (Call.Step >= MbarrierStep::WaitToken &&
                          Call.Step <= MbarrierStep::TryParity);
  Call.Address = uint32_t(Value(HasResult));
  const unsigned Next = HasResult + 1;
  if (Next < Count) {
    const uint64_t Number = Value(Next);
    if (Call.Step == MbarrierStep::Expect ||
        Call.Step == MbarrierStep::Complete ||
        Call.Step == MbarrierStep::ArriveExpect)
      Call.Bytes = uint32_t(Number);
    else
      Call.Number = Number;
  }
  uint64_t Given = 0;
  if (!playMbarrier(T, O, Call, Given)) {
    --T.For.PtxNext; // It comes back here.
    return false;
  }
  if (HasResult)
    setPtx(T, O, One.Operands[0], Given);
  return true;
}

bool Block::playPtx(Thread &T, const Op &O) {
  const PtxText &Text = Code.Assembly[O.Table];
  if (T.For.PtxNext == 0)
    PtxRegisters[T.Id].assign(Text.Registers, 0);
  // A jump goes round as often as an mbarrier says.
  for (unsigned Left = 1 << 16; T.For.PtxNext < Text.Ops.size(); --Left) {
    if (Left == 0) {
      fail(T, "an asm that goes round for ever");
      return false;
    }
    const PtxOp &One = Text.Ops[T.For.PtxNext++];
    const bool IsOn = One.Guard.Kind == PtxOperand::None ||
                      (ptxValue(T, O, One.Guard) != 0) != One.IsNegated;
    if (IsOn && !playPtxOp(T, O, One)) {
      // It comes back here when it may go on.
      --T.Pc;
      return false;
    }
    if (Result.End != PlayResult::Finished)
      return false;
  }
  T.For.PtxNext = 0;
  return true;
}

} // namespace cudapipe::check
