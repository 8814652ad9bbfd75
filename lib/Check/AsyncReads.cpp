//===- AsyncReads.cpp - What wgmma and bulk copies read -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   issued    it reads: who wrote there must have come before, with a fence of
//             the asynchronous proxy behind
//   in flight nobody may write there, not even its own thread
//   waited    its thread has read: who writes needs a barrier behind that
//
// Operands of wgmma are read where their descriptors say, if their rows lie
// along K; each warp reads its 16 rows of A, and all of B.
//
//===----------------------------------------------------------------------===//

#include "BlockPlay.h"

using namespace llvm;

namespace cudapipe::check {

void Block::proxyFence(Thread &T, bool OnlyMbarriers) {
  const ClockRow Mine = takeRow(T);
  if (!OnlyMbarriers)
    Proxied = joined(Proxied, Mine);
  InitFenced = joined(InitFenced, Mine);
}

static bool isCopy(const Program &Code, uint32_t Op) {
  const check::Op &O = Code.Ops[Op - 1];
  return O.Kind == OpKind::AsyncCopy || O.Kind == OpKind::BulkCopy ||
         (O.Kind == OpKind::Assembly &&
          any_of(Code.Assembly[O.Table].Ops, [](const PtxOp &One) {
            return One.Kind == PtxOp::AsyncCopy || One.Kind == PtxOp::BulkCopy;
          }));
}

void Block::asyncRead(Thread &T, const Op &O, AsyncReads &In, uint32_t Address,
                      uint32_t Bytes) {
  const Access What = accessOf(T, O, false, false);
  const AsyncRead New{What.Op, Address, Bytes, In.Group};
  Mem.readAsync(T, New, What, [&](const Cell &One) {
    if (One.WriteTime == 0 || One.Phases != 0 || isCopy(Code, One.WriteOp) ||
        (Proxied && (*Proxied)[One.Writer] >= One.WriteTime))
      return;
    Log.add({HazardKind::MissingProxyFence, false, What.Op, One.WriteOp, T.Id,
             One.Writer, What.Trip, One.WriteTrip, Address | SharedTag});
  });
  In.InFlight.push_back(New);
}

void Block::asyncGroup(Thread &T, AsyncGroupStep Step, uint64_t Left) {
  AsyncReads &Mine =
      Step == AsyncGroupStep::CommitBulk || Step == AsyncGroupStep::WaitBulk
          ? T.Copies.Bulk
          : T.Copies.Mma;
  if (Step == AsyncGroupStep::CommitBulk || Step == AsyncGroupStep::CommitMma) {
    ++Mine.Group;
    return;
  }
  erase_if(Mine.InFlight, [&](const AsyncRead &One) {
    if (One.Group + Left >= Mine.Group)
      return false;
    Mem.readsNoMore(T, One);
    return true;
  });
}

/// \p Rows rows of 32 bytes from \p Row on, of the matrix of \p Descriptor.
void Block::readOperand(Thread &T, const Op &O, uint64_t Descriptor,
                        unsigned Row, unsigned Rows) {
  constexpr unsigned Chunk = 16, Chunks = 2, CoreRows = 8;
  auto Field = [&](unsigned At) { return (Descriptor >> At & 0x3fff) << 4; };
  const uint64_t Start = Field(0), Leading = Field(16), Stride = Field(32);
  const unsigned Mode = Descriptor >> 62;
  if ((Descriptor >> 49 & 7) != 0)
    return; // It does not begin where the pattern repeats.
  const unsigned Width = Mode == 1 ? 128 : Mode == 2 ? 64 : 32;
  for (unsigned R = Row; R < Row + Rows; ++R)
    for (unsigned C = 0; C < Chunks; ++C) {
      uint64_t At = Start + R / CoreRows * Stride;
      if (Mode == 0) {
        At += R % CoreRows * Chunk + C * Leading;
      } else {
        At += R % CoreRows * Width + C * Chunk;
        At ^= (At >> 7 & (Width / Chunk - 1)) << 4;
      }
      asyncRead(T, O, T.Copies.Mma, At, Chunk);
    }
}

/// wgmma.mma_async {d...}, a, b, scales, transpositions.
bool Block::multiply(Thread &T, const Op &O, const PtxOp &One) {
  constexpr unsigned RowsOfWarp = 16;
  const unsigned Results = One.Elements, Registers = One.ElementBytes;
  for (unsigned I = 0; I < Results; ++I)
    setPtx(T, O, One.Operands[I], 0x3c00 + T.Id);
  unsigned Columns = 0;
  StringRef Shape = StringRef(One.Name).split(".m64n").second;
  if (T.lane() != 0 || Shape.consumeInteger(10, Columns))
    return true;
  const unsigned B = Results + std::max(1u, Registers);
  if (B >= One.Operands.size())
    return true;
  // Of two-byte elements, at the end: whether an operand is transposed.
  const unsigned Behind = One.Operands.size() - B - 1;
  const bool HasA = Registers == 0;
  const unsigned Last = One.Operands.size() - 1;
  auto Is = [&](unsigned I) { return ptxValue(T, O, One.Operands[I]) != 0; };
  const bool TransposedA = HasA && Behind == 5 && Is(Last - 1),
             TransposedB = Behind == (HasA ? 5u : 4u) && Is(Last);
  if (HasA && !TransposedA)
    readOperand(T, O, ptxValue(T, O, One.Operands[Results]),
                T.warp() % 4 * RowsOfWarp, RowsOfWarp);
  if (!TransposedB)
    readOperand(T, O, ptxValue(T, O, One.Operands[B]), 0, Columns);
  return true;
}

} // namespace cudapipe::check
