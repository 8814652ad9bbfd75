//===- Interpret.cpp - One thread, until it must wait ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"
#include "BlockPlay.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace llvm;

namespace cudapipe::check {

void Block::fail(const Thread &T, std::string Why) {
  if (Result.End != PlayResult::Finished)
    return;
  Result.End = PlayResult::Failed;
  Result.Why = std::move(Why);
  Result.At = Code.Ops[T.Pc - 1].From;
}

//===- Memory -----------------------------------------------------------===//

/// Of the loop around \p O, from 1.
uint16_t Block::tripOf(const Thread &T, const Op &O) const {
  const uint32_t Loop = Code.Where.LoopOf[&O - Code.Ops.data()];
  if (Loop == NoLoop)
    return 0;
  const int Trip = T.Trips[Loop] + Code.Loops[Loop].TestsFirst;
  return std::min<int>(Trip, UINT16_MAX);
}

Access Block::accessOf(const Thread &T, const Op &O, bool IsWrite,
                       bool IsAtomic) const {
  Access What;
  What.Op = uint32_t(&O - Code.Ops.data()) + 1;
  What.Trip = tripOf(T, O);
  What.IsWrite = IsWrite;
  What.IsAtomic = IsAtomic;
  What.IsVolatile = O.IsVolatile;
  return What;
}

bool Block::access(Thread &T, const Op &O, uint64_t Address, unsigned Space,
                   uint8_t *Data, unsigned Bytes, bool IsWrite, bool IsAtomic) {
  if (Mem.access(T, Address, Space, Data, Bytes,
                 accessOf(T, O, IsWrite, IsAtomic)))
    return true;
  fail(T, Mem.failure().str());
  return false;
}

/// An access of several elements at an address that is none of theirs traps.
void Block::checkAligned(Thread &T, const Op &O, uint64_t Address,
                         uint64_t Align) {
  constexpr unsigned Element = 4;
  if (Align <= Element || (Address & TagMask) == LocalTag ||
      (Address & (Align - 1)) == 0)
    return;
  Log.add({HazardKind::Misaligned, (Address & TagMask) == GlobalTag,
           uint32_t(&O - Code.Ops.data()) + 1, 0, T.Id, 0, tripOf(T, O), 0,
           O.Space == 3 ? Address | SharedTag : Address});
}

/// Where \p Address is in the stack of \p T, which nobody else sees; null: it
/// is elsewhere.
static uint8_t *inStack(Thread &T, const Op &O, uint64_t Address) {
  const uint64_t At = Address & ~TagMask;
  return (Address & TagMask) == LocalTag && O.Space != 3 &&
                 At + O.Bytes <= T.Stack.size()
             ? &T.Stack[At]
             : nullptr;
}

void Block::playLoad(Thread &T, const Op &O) {
  const uint64_t Address = T.at(O.A);
  if (const uint8_t *From = inStack(T, O, Address); From && O.Value == 0) {
    if (O.Bytes == 4) {
      uint32_t Word;
      std::memcpy(&Word, From, 4);
      T.at(O.To) = Word;
      return;
    }
    if (O.Bytes < 8)
      T.at(O.To) = 0;
    std::memcpy(&T.Frame[O.To], From, O.Bytes);
    if (O.Bits == 1 && O.Bytes == 1)
      T.at(O.To) &= 1;
    return;
  }
  checkAligned(T, O, Address, 1ull << O.Variant);
  if (O.Bytes < 8)
    T.at(O.To) = 0;
  access(T, O, Address, O.Space, &T.Frame[O.To], O.Bytes, /*IsWrite=*/false,
         O.Value != 0);
  if (O.Bits == 1 && O.Bytes == 1)
    T.at(O.To) &= 1;
  if (O.IsVolatile || O.Value != 0)
    acquire(T, Address);
}

void Block::playStore(Thread &T, const Op &O) {
  const uint64_t Address = T.at(O.A);
  if (uint8_t *To = inStack(T, O, Address); To && O.Value == 0) {
    std::memcpy(To, &T.Frame[O.B], O.Bytes);
    return;
  }
  checkAligned(T, O, Address, 1ull << O.Variant);
  if (O.IsVolatile || O.Value != 0)
    release(T, Address);
  access(T, O, Address, O.Space, &T.Frame[O.B], O.Bytes, /*IsWrite=*/true,
         O.Value != 0);
}

/// What one fence releases, who reads an atomic and has a fence behind that
/// acquires.
void Block::fence(Thread &T) {
  T.Clock.Row = joined(T.Clock.Row, T.Clock.Acquired);
  T.Clock.Acquired = nullptr;
  T.Clock.Released = takeRow(T);
}

/// What happened before now, with what \p T did.
ClockRow Block::takeRow(Thread &T) {
  auto Mine = T.Clock.Row
                  ? std::make_shared<std::vector<uint32_t>>(*T.Clock.Row)
                  : std::make_shared<std::vector<uint32_t>>(ClockSize);
  (*Mine)[T.Id] = T.Clock.Now++;
  return Mine;
}

void Block::release(Thread &T, uint64_t Address) {
  if (T.Clock.Released) {
    ClockRow &There = Releases[Address & ~TagMask];
    There = joined(There, T.Clock.Released);
  }
}

void Block::acquire(Thread &T, uint64_t Address) {
  if (Releases.empty())
    return;
  if (auto It = Releases.find(Address & ~TagMask); It != Releases.end())
    T.Clock.Acquired = joined(T.Clock.Acquired, It->second);
}

static uint64_t updated(const Op &O, uint64_t Old, uint64_t Operand) {
  const unsigned Bits = O.Bits;
  const int64_t X = asSigned(Old, Bits), Y = asSigned(Operand, Bits);
  auto Float = [&](OpKind Kind) { return computed(Kind, O, Old, Operand); };
  switch (O.Variant) {
  case AtomicRMWInst::Xchg:
    return Operand;
  case AtomicRMWInst::Add:
    return Old + Operand;
  case AtomicRMWInst::Sub:
    return Old - Operand;
  case AtomicRMWInst::And:
    return Old & Operand;
  case AtomicRMWInst::Or:
    return Old | Operand;
  case AtomicRMWInst::Xor:
    return Old ^ Operand;
  case AtomicRMWInst::Max:
    return X > Y ? Old : Operand;
  case AtomicRMWInst::Min:
    return X < Y ? Old : Operand;
  case AtomicRMWInst::UMax:
    return std::max(Old, Operand);
  case AtomicRMWInst::UMin:
    return std::min(Old, Operand);
  case AtomicRMWInst::FAdd:
    return Float(OpKind::FAdd);
  case AtomicRMWInst::FSub:
    return Float(OpKind::FSub);
  case AtomicRMWInst::FMax:
    return asFloat(Old, Bits) > asFloat(Operand, Bits) ? Old : Operand;
  case AtomicRMWInst::FMin:
    return asFloat(Old, Bits) < asFloat(Operand, Bits) ? Old : Operand;
  case AtomicRMWInst::UIncWrap:
    return Old >= Operand ? 0 : Old + 1;
  case AtomicRMWInst::UDecWrap:
    return Old == 0 || Old > Operand ? Operand : Old - 1;
  default:
    return Old;
  }
}

void Block::playAtomic(Thread &T, const Op &O) {
  const uint64_t Address = T.at(O.A), Operand = T.at(O.B);
  uint64_t Old = 0;
  if (!access(T, O, Address, O.Space, reinterpret_cast<uint8_t *>(&Old),
              O.Bytes, /*IsWrite=*/false, /*IsAtomic=*/true))
    return;
  uint64_t New = updated(O, Old, Operand);
  acquire(T, Address);
  release(T, Address);
  access(T, O, Address, O.Space, reinterpret_cast<uint8_t *>(&New), O.Bytes,
         /*IsWrite=*/true, /*IsAtomic=*/true);
  if (O.To)
    T.at(O.To) = Old;
}

void Block::playExchange(Thread &T, const Op &O) {
  const uint64_t Address = T.at(O.A);
  uint64_t Old = 0, New = T.at(O.C);
  if (!access(T, O, Address, O.Space, reinterpret_cast<uint8_t *>(&Old),
              O.Bytes, /*IsWrite=*/false, /*IsAtomic=*/true))
    return;
  const bool Wins = std::memcmp(&Old, &T.Frame[O.B], O.Bytes) == 0;
  acquire(T, Address);
  if (Wins) {
    release(T, Address);
    access(T, O, Address, O.Space, reinterpret_cast<uint8_t *>(&New), O.Bytes,
           /*IsWrite=*/true, /*IsAtomic=*/true);
  }
  if (O.To) {
    std::memcpy(&T.Frame[O.To], &Old, O.Bytes);
    if (O.Value >= 0)
      T.Frame[O.To + O.Value] = Wins;
  }
}

void Block::moveMemory(Thread &T, const Op &O) {
  uint64_t To = T.at(O.A), Left = T.at(O.C);
  uint64_t From = T.at(O.B);
  uint8_t Some[64];
  if (O.Kind == OpKind::SetMemory)
    std::memset(Some, int(From), sizeof(Some));
  if (O.Value != 0) {
    const uint64_t AlignTo = uint64_t(O.Value) >> 32,
                   AlignFrom = uint32_t(O.Value);
    // Through a cast, `*(float4 *)&tile[i] = in[j]`, one side says what both
    // are.
    const uint64_t Wide = std::max(AlignTo, AlignFrom);
    const bool IsVector = Wide == Left && (To & TagMask) != LocalTag &&
                          (From & TagMask) != LocalTag;
    checkAligned(T, O, To, IsVector ? Wide : AlignTo);
    checkAligned(T, O, From, IsVector ? Wide : AlignFrom);
  }
  while (Left > 0 && Result.End == PlayResult::Finished) {
    const unsigned Count = std::min<uint64_t>(Left, sizeof(Some));
    if (O.Kind == OpKind::CopyMemory)
      access(T, O, From, O.Variant, Some, Count, false, false);
    access(T, O, To, O.Space, Some, Count, true, false);
    To += Count;
    From += Count;
    Left -= Count;
  }
}

//===- Asynchronous copies ----------------------------------------------===//

/// Every \p Stride'th piece of 16 bytes from number \p First on, or of as many
/// as the addresses allow.
void Block::copyPieces(Thread &T, const Op &O, uint64_t To, uint64_t From,
                       uint64_t Bytes, unsigned First, unsigned Stride) {
  const Access Copy = accessOf(T, O, false, false);
  unsigned Size = 16;
  while (Size > 1 && ((To | From | Bytes) & (Size - 1)) != 0)
    Size /= 2;
  for (uint64_t At = uint64_t(First) * Size; At + Size <= Bytes;
       At += uint64_t(Stride) * Size) {
    bool IsDone = true;
    if (Size >= 4 && O.FromBits != CountedByGroups) {
      const auto New = Mem.startCopy(T, To + At, From + At, Size, Size, Copy);
      if (New)
        mbarrier(counterOf(T, O)).Bound.push_back(*New);
      IsDone = Mem.failure().empty();
    } else if (Size >= 4) {
      IsDone = Mem.copyAsync(T, To + At, From + At, Size, Size, Copy);
    } else {
      // What is too narrow for an asynchronous copy is copied at once.
      uint8_t Some[4];
      IsDone = access(T, O, From + At, 0, Some, Size, false, false) &&
               access(T, O, To + At, 0, Some, Size, true, false);
    }
    if (!IsDone)
      return fail(T, Mem.failure().str());
  }
}

void Block::playCopy(Thread &T, const Op &O) {
  const uint64_t To = T.at(O.A), From = T.at(O.B), Bytes = T.at(O.C);
  switch (CopyForm(O.Variant)) {
  case CopyForm::Whole:
  case CopyForm::Known: {
    if (Bytes != 4 && Bytes != 8 && Bytes != 16)
      return fail(T, "an asynchronous copy is of 4, 8 or 16 bytes");
    uint64_t Known = Bytes;
    if (CopyForm(O.Variant) == CopyForm::Known)
      Known = std::min<uint64_t>(Bytes, uint32_t(T.at(O.Table)));
    else if (O.Table != 0)
      Known = Bytes - std::min(Bytes, T.at(O.Table));
    if (!Mem.copyAsync(T, To, From, Bytes, Known, accessOf(T, O, false, false)))
      fail(T, Mem.failure().str());
    return;
  }
  case CopyForm::Pieces:
    return copyPieces(T, O, To, From, Bytes, 0, 1);
  case CopyForm::ByBlock:
    return copyPieces(T, O, To, From, Bytes, T.Id, Threads.size());
  case CopyForm::ByTile:
    return copyPieces(T, O, To, From, Bytes, T.Id % O.Value, O.Value);
  }
}

void Block::playPipe(Thread &T, const Op &O) {
  PipeState &Mine = T.Copies.Pipes[T.at(O.A)];
  switch (PipeStep(O.Variant)) {
  case PipeStep::Make:
    Mine = PipeState();
    return;
  case PipeStep::Commit:
    ++T.Copies.Group;
    ++Mine.Committed;
    return;
  case PipeStep::Wait:
    if (Mine.Committed > Mine.Consumed)
      Mem.waitFor(T, Mine.Committed - ++Mine.Consumed);
    return;
  case PipeStep::WaitPrior:
    Mem.waitFor(T, O.Value);
    Mine.Consumed =
        Mine.Committed - std::min<unsigned>(Mine.Committed, O.Value);
    return;
  }
}

//===- What is made up --------------------------------------------------===//

static uint64_t hashed(uint64_t X) {
  X ^= X >> 31;
  X *= 0x9E3779B97F4A7C15ull;
  X ^= X >> 29;
  X *= 0xBF58476D1CE4E5B9ull;
  return X ^ X >> 32;
}

/// Numbers of \p Bytes that look like floats of their size, or small integers.
static void inventNumbers(uint8_t *To, unsigned Bytes, bool IsFloat,
                          uint64_t Seed) {
  const unsigned Size = Bytes >= 4 ? 4 : Bytes;
  for (unsigned At = 0; At + Size <= Bytes; At += Size) {
    const uint64_t Hash = hashed(Seed + At);
    uint32_t Value = Hash & 0xff;
    if (Size == 2)
      Value = 0x3800 + (Hash & 0x3ff);
    else if (Size == 1)
      Value = Hash & 1;
    else if (IsFloat && Bytes == 4)
      Value = bit_cast<uint32_t>(float(Hash % 2000) / 1000 - 1);
    else if (IsFloat)
      Value = At % 8 == 0 ? uint32_t(Hash) : 0x3fe00000;
    else if (Bytes == 8 && At == 4)
      Value = 0;
    std::memcpy(To + At, &Value, Size);
  }
}

void Block::playInvented(Thread &T, const Op &O) {
  const OpaqueCall &Made = Code.Opaques[O.Table];
  uint64_t Seed = hashed(O.Table + 1);
  if (Made.IsByThread)
    Seed += hashed(T.Id + (Result.Steps << 16));
  std::vector<uint8_t> Bytes;
  auto Mix = [&](const uint8_t *Data, unsigned Count) {
    for (unsigned I = 0; I < Count && !Made.IsByThread; I += 8) {
      uint64_t Word = 0;
      std::memcpy(&Word, Data + I, std::min(8u, Count - I));
      Seed = hashed(Seed + Word);
    }
  };
  for (const OpaqueCall::Operand &One : Made.Operands) {
    const uint64_t Address = T.at(One.At);
    // Nobody else sees local memory.
    const bool IsSeen = !Made.IsByThread || (Address & TagMask) != LocalTag;
    if (One.PointeeBytes == 0) {
      Mix(&T.Frame[One.At], One.Bytes);
    } else if (One.IsRead && IsSeen) {
      Bytes.assign(One.PointeeBytes, 0);
      if (!access(T, O, Address, 0, Bytes.data(), One.PointeeBytes, false,
                  false))
        return;
      Mix(Bytes.data(), One.PointeeBytes);
    }
  }
  for (const OpaqueCall::Operand &One : Made.Operands)
    if (One.IsWritten) {
      Bytes.assign(One.PointeeBytes, 0);
      inventNumbers(Bytes.data(), One.PointeeBytes, true, Seed);
      if (!access(T, O, T.at(One.At), 0, Bytes.data(), One.PointeeBytes, true,
                  false))
        return;
    }
  if (!O.To)
    return;
  T.at(O.To) = 0;
  const Type *Result = O.From->getType();
  if (Result->isPointerTy()) // `T &operator+=(T &, ...)` gives the first.
    T.at(O.To) = Made.Operands.empty() ? 0 : T.at(Made.Operands[0].At);
  else if (O.Bits == 1)
    T.at(O.To) = Seed & 1;
  else
    inventNumbers(&T.Frame[O.To], O.Bytes, Made.IsFloat, Seed);
}

void Block::playFragment(Thread &T, const Op &O) {
  const FragmentAccess &Use = Code.Fragments[O.Table];
  const uint64_t Base = T.at(Use.Address),
                 Leading = uint32_t(T.at(Use.Leading));
  unsigned Rows = Use.Rows, Columns = Use.Columns;
  if (Use.HasLayout && uint32_t(T.at(Use.Layout)) != 0)
    std::swap(Rows, Columns);
  // Runs of a row, in turn to the lanes.
  const unsigned Run = std::min(8u, Columns), Elements = Rows * Columns,
                 Bytes = Run * Use.ElementBytes;
  uint8_t Some[64];
  for (unsigned First = T.lane() * Run; First + Run <= Elements;
       First += WarpSize * Run) {
    if (Use.IsStore)
      inventNumbers(Some, Bytes, true, Result.Steps * 64 + First + T.Id);
    const uint64_t Address =
        Base + (First / Columns * Leading + First % Columns) * Use.ElementBytes;
    if (!access(T, O, Address, O.Space, Some, Bytes, Use.IsStore, false))
      return;
  }
  if (O.To)
    inventNumbers(&T.Frame[O.To], O.Bytes, true, T.Id);
}

uint64_t Block::registerOf(const Thread &T, const Op &O) const {
  const Triple &Size = Setup.Block;
  const unsigned Place[] = {T.Id % Size.X, T.Id / Size.X % Size.Y,
                            T.Id / Size.X / Size.Y};
  auto Of = [&](const Triple &All) {
    return O.Value == 0 ? All.X : O.Value == 1 ? All.Y : All.Z;
  };
  const uint64_t Lane = T.lane(), Below = (1ull << Lane) - 1;
  constexpr uint64_t Word = 0xffffffff;
  const uint64_t Index =
      (uint64_t(Setup.Index.Z) * Setup.Grid.Y + Setup.Index.Y) * Setup.Grid.X +
      Setup.Index.X;
  switch (RegisterKind(O.Variant)) {
  case RegisterKind::ThreadIdx:
    return Place[O.Value];
  case RegisterKind::BlockIdx:
    return Of(Setup.Index);
  case RegisterKind::BlockDim:
    return Of(Size);
  case RegisterKind::GridDim:
    return Of(Setup.Grid);
  case RegisterKind::LaneId:
    return Lane;
  case RegisterKind::WarpId:
    return T.warp();
  case RegisterKind::WarpCount:
    return divideCeil(Threads.size(), WarpSize);
  case RegisterKind::ThreadRank:
    return T.Id;
  case RegisterKind::BlockThreads:
    return Threads.size();
  case RegisterKind::TileRank:
    return T.Id % O.Value;
  case RegisterKind::TileIndex:
    return T.Id / O.Value;
  case RegisterKind::TileCount:
    return divideCeil(Threads.size(), uint64_t(O.Value));
  case RegisterKind::GridRank:
    return Index * Threads.size() + T.Id;
  case RegisterKind::GridThreads:
    return uint64_t(Setup.Grid.count()) * Threads.size();
  case RegisterKind::MaskEqual:
    return 1ull << Lane;
  case RegisterKind::MaskLess:
    return Below;
  case RegisterKind::MaskLessEqual:
    return Below | 1ull << Lane;
  case RegisterKind::MaskGreater:
    return ~(Below | 1ull << Lane) & Word;
  case RegisterKind::MaskGreaterEqual:
    return ~Below & Word;
  case RegisterKind::DynamicBytes:
    return Setup.DynamicBytes;
  case RegisterKind::Clock:
    return Result.Steps;
  case RegisterKind::Zero:
    return 0;
  }
  return 0;
}

//===- Parts of values --------------------------------------------------===//

void Block::takeParts(Thread &T, const Op &O) {
  uint8_t *F = T.Frame.data();
  std::vector<uint8_t> Made(std::max<size_t>(8, O.Bytes));
  const size_t Size = O.Value;
  switch (O.Kind) {
  case OpKind::ExtractPart:
    std::memcpy(Made.data(), F + O.A + O.Value, std::min(O.Bytes, O.Table));
    break;
  case OpKind::InsertPart:
    std::memcpy(Made.data(), F + O.A, O.Bytes);
    std::memcpy(Made.data() + O.Value, F + O.B, O.Table);
    break;
  case OpKind::ExtractElement:
    std::memcpy(Made.data(), F + O.A + (T.at(O.B) & 63) * Size, Size);
    break;
  case OpKind::InsertElement:
    std::memcpy(Made.data(), F + O.A, O.Bytes);
    if (const uint64_t At = T.at(O.C) * Size; At + Size <= Made.size())
      std::memcpy(Made.data() + At, F + O.B, Size);
    break;
  default: {
    const std::vector<int> &Mask = Code.Masks[O.Table];
    for (size_t I = 0; I < Mask.size(); ++I) {
      if (Mask[I] < 0)
        continue;
      const unsigned At = Mask[I];
      std::memcpy(Made.data() + I * Size,
                  F + (At < O.C ? O.A + At * Size : O.B + (At - O.C) * Size),
                  Size);
    }
  }
  }
  std::memcpy(F + O.To, Made.data(), Made.size());
}

void Block::computeElements(Thread &T, const Op &O) {
  auto SizeOf = [](unsigned Bits) {
    return Bits == BFloatBits ? 2 : std::max(1u, Bits / 8);
  };
  const unsigned To = SizeOf(O.Bits), From = SizeOf(O.FromBits);
  std::vector<uint8_t> Made(O.Value * To);
  for (int64_t I = 0; I < O.Value; ++I) {
    uint64_t A = 0, B = 0;
    std::memcpy(&A, &T.Frame[O.A + I * From], From);
    if (O.B)
      std::memcpy(&B, &T.Frame[O.B + I * From], From);
    const uint64_t One = computed(OpKind(O.Variant), O, A, B);
    std::memcpy(&Made[I * To], &One, To);
  }
  std::memcpy(&T.Frame[O.To], Made.data(), Made.size());
}

//===- Steps ------------------------------------------------------------===//

void Block::take(Thread &T, const Edge &E) {
  uint8_t *F = T.Frame.data();
  if (E.Moves.size() == 1) {
    const Move &One = E.Moves[0];
    if (One.Bytes <= 8) // Slots have eight bytes at least.
      T.at(One.To) = T.at(One.From);
    else
      std::memcpy(F + One.To, F + One.From, One.Bytes);
  } else if (!E.Moves.empty()) {
    SmallVector<uint64_t, 64> Some;
    for (const Move &One : E.Moves) {
      const size_t At = Some.size();
      Some.resize_for_overwrite(At + divideCeil(One.Bytes, 8u));
      if (One.Bytes <= 8)
        Some[At] = T.at(One.From);
      else
        std::memcpy(&Some[At], F + One.From, One.Bytes);
    }
    const uint64_t *From = Some.data();
    for (const Move &One : E.Moves) {
      if (One.Bytes <= 8)
        T.at(One.To) = *From;
      else
        std::memcpy(F + One.To, From, One.Bytes);
      From += divideCeil(One.Bytes, 8u);
    }
  }
  if (E.Loop != NoLoop) {
    int &Trip = T.Trips[E.Loop];
    Trip = E.GoesRound ? Trip + 1 : Code.Loops[E.Loop].TestsFirst ? 0 : 1;
    Result.Trips[E.Loop] = std::max(Result.Trips[E.Loop], Trip);
  }
  T.Pc = E.Target;
  Taken[&E - Code.Edges.data()] = true;
}

/// What is rarer than arithmetic. False: the thread waits or has ended.
bool Block::step(Thread &T, const Op &O) {
  switch (O.Kind) {
  case OpKind::EachElement:
    computeElements(T, O);
    return true;
  case OpKind::Wide: {
    uint8_t Made[16];
    if (!computeWide(O, &T.Frame[O.A], &T.Frame[O.B], Made)) {
      fail(T, "an operation on integers of more than 64 bits");
      return false;
    }
    std::memcpy(&T.Frame[O.To], Made, O.Bits > 64 ? 16 : 8);
    return true;
  }
  case OpKind::ExtractPart:
  case OpKind::InsertPart:
  case OpKind::ExtractElement:
  case OpKind::InsertElement:
  case OpKind::Shuffle:
    takeParts(T, O);
    return true;
  case OpKind::ToShared:
    T.at(O.To) = T.at(O.A) & ~TagMask;
    return true;
  case OpKind::FromShared:
    T.at(O.To) = T.at(O.A) | SharedTag;
    return true;
  case OpKind::IsShared:
    T.at(O.To) = (T.at(O.A) & TagMask) == SharedTag;
    return true;
  case OpKind::IsGlobal:
    T.at(O.To) = (T.at(O.A) & TagMask) == GlobalTag;
    return true;
  case OpKind::IsLocal:
    T.at(O.To) = (T.at(O.A) & TagMask) == LocalTag;
    return true;
  case OpKind::StackRoom:
    T.StackTop = alignTo(T.StackTop, 16);
    T.at(O.To) = LocalTag | T.StackTop;
    T.StackTop += O.Value;
    if (T.Stack.size() < T.StackTop)
      T.Stack.resize(T.StackTop + 256);
    return true;
  case OpKind::Switch: {
    const auto &Cases = Code.Cases[O.Table];
    auto It = Cases.find(T.at(O.A));
    take(T, Code.Edges[It == Cases.end() ? O.B : It->second]);
    return true;
  }
  case OpKind::Return:
    T.State = Thread::Done;
    return false;
  case OpKind::Atomic:
    playAtomic(T, O);
    return true;
  case OpKind::CompareExchange:
    playExchange(T, O);
    return true;
  case OpKind::CopyMemory:
  case OpKind::SetMemory:
    moveMemory(T, O);
    return true;
  case OpKind::Register:
    T.at(O.To) = registerOf(T, O);
    return true;
  case OpKind::Trap:
    if (Result.End == PlayResult::Finished)
      Result.End = PlayResult::Impossible;
    Result.At = O.From;
    return false;
  case OpKind::Invented:
    playInvented(T, O);
    return true;
  case OpKind::Barrier: {
    const BarrierUse &Use = Code.Barriers[O.Table];
    T.For.At = &O;
    const unsigned Id = Use.HasId ? unsigned(T.at(Use.Id)) : 0,
                   Expected = Use.HasCount ? unsigned(T.at(Use.Expected)) : 0;
    if (Use.OnlyArrives) {
      arrive(T, Id, Expected);
      return true;
    }
    T.For.Barrier = Id;
    T.For.Expected = Expected;
    T.State = Thread::AtBarrier;
    return false;
  }
  case OpKind::Warp: {
    const Collective &Use = Code.Collectives[O.Table];
    T.For.At = &O;
    const unsigned First = T.lane() / Use.TileSize * Use.TileSize;
    T.For.Mask = Use.HasMask ? uint32_t(T.at(Use.Mask))
                             : uint32_t(lowBits(Use.TileSize) << First);
    T.State = Thread::AtWarp;
    return false;
  }
  case OpKind::AsyncCopy:
    playCopy(T, O);
    return true;
  case OpKind::CommitGroup:
    ++T.Copies.Group;
    return true;
  case OpKind::WaitGroups:
    Mem.waitFor(T, T.at(O.A));
    return true;
  case OpKind::Fence:
    fence(T);
    return true;
  case OpKind::Pipe:
    playPipe(T, O);
    return true;
  case OpKind::BlockPipe:
    if (playBlockPipe(T, O))
      return true;
    --T.Pc; // It comes back here.
    return false;
  case OpKind::Mbarrier: {
    uint64_t Given = 0;
    const auto Step = MbarrierStep(O.Variant);
    if (!playMbarrier(T, O, {Step, T.at(O.A), T.at(O.B), O.C ? T.at(O.C) : 0},
                      Given)) {
      --T.Pc;
      return false;
    }
    if (O.To)
      T.at(O.To) = Given;
    return true;
  }
  case OpKind::BulkCopy:
    return bulkCopy(T, O, BulkForm(O.Variant), T.at(O.A), T.at(O.B),
                    uint32_t(T.at(O.C)), T.at(O.Table));
  case OpKind::AsyncGroup:
    asyncGroup(T, AsyncGroupStep(O.Variant), T.at(O.A));
    return true;
  case OpKind::ProxyFence:
    proxyFence(T, O.Variant != 0);
    return true;
  case OpKind::Fragment:
    playFragment(T, O);
    return true;
  case OpKind::Assembly:
    return playPtx(T, O);
  default:
    fail(T, O.Kind == OpKind::Unsupported ? Code.Reasons[O.Table]
                                          : "an operation that is not known");
    return false;
  }
}

void Block::run(Thread &T) {
  // So that who waits for another in a loop lets it come on.
  constexpr unsigned Quantum = 1 << 16;
  for (unsigned Left = Quantum; Left > 0; --Left) {
    const Op &O = Code.Ops[T.Pc++];
    ++Result.Steps;
    switch (O.Kind) {
    case OpKind::Add:
      T.at(O.To) = (T.at(O.A) + T.at(O.B)) & lowBits(O.Bits);
      break;
    case OpKind::Sub:
      T.at(O.To) = (T.at(O.A) - T.at(O.B)) & lowBits(O.Bits);
      break;
    case OpKind::Mul:
      T.at(O.To) = (T.at(O.A) * T.at(O.B)) & lowBits(O.Bits);
      break;
    case OpKind::And:
      T.at(O.To) = T.at(O.A) & T.at(O.B);
      break;
    case OpKind::FAdd:
    case OpKind::FMul:
    case OpKind::UDiv:
    case OpKind::SDiv:
    case OpKind::URem:
    case OpKind::SRem:
    case OpKind::Shl:
    case OpKind::LShr:
    case OpKind::AShr:
    case OpKind::Or:
    case OpKind::Xor:
    case OpKind::FSub:
    case OpKind::FDiv:
    case OpKind::FRem:
    case OpKind::FNeg:
    case OpKind::ICmp:
    case OpKind::FCmp:
    case OpKind::Trunc:
    case OpKind::ZExt:
    case OpKind::SExt:
    case OpKind::FPToSI:
    case OpKind::FPToUI:
    case OpKind::SIToFP:
    case OpKind::UIToFP:
    case OpKind::FPConvert:
      T.at(O.To) = computed(O.Kind, O, T.at(O.A), T.at(O.B));
      break;
    case OpKind::Math:
      T.at(O.To) = functionOf(O, T.at(O.A), T.at(O.B), T.at(O.C));
      break;
    case OpKind::Select:
      if (const Slot From = T.at(O.A) & 1 ? O.B : O.C; O.Bytes <= 8)
        T.at(O.To) = T.at(From);
      else
        std::memmove(&T.Frame[O.To], &T.Frame[From], alignTo(O.Bytes, 8));
      break;
    case OpKind::Copy:
      if (O.Bytes <= 8)
        T.at(O.To) = T.at(O.A);
      else
        std::memmove(&T.Frame[O.To], &T.Frame[O.A], O.Bytes);
      break;
    case OpKind::Offset: {
      uint64_t Address = T.at(O.A) + O.Value;
      for (const ScaledIndex &One : Code.Offsets[O.Table])
        Address += asSigned(T.at(One.Index), One.Bits) * One.Scale;
      T.at(O.To) = Address;
      break;
    }
    case OpKind::Jump:
      take(T, Code.Edges[O.Table]);
      break;
    case OpKind::Branch:
      take(T, Code.Edges[T.at(O.A) & 1 ? O.Table : O.B]);
      break;
    case OpKind::Load:
      playLoad(T, O);
      break;
    case OpKind::Store:
      playStore(T, O);
      break;
    default:
      if (!step(T, O))
        return;
    }
    if (Result.End != PlayResult::Finished)
      return;
  }
}

} // namespace cudapipe::check
