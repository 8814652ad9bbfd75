//===- Memory.cpp - What the block reads and writes -----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "llvm/Support/MathExtras.h"
#include <cstring>

using namespace llvm;

namespace cudapipe::check {

Memory::Memory(const Layout &Places, std::vector<Region> Regions,
               MemorySize Size, MadeUpData Data, HazardLog &Log)
    : Log(Log), Races(Log), Regions(std::move(Regions)), Content(Data),
      Shared(alignTo(std::max(Size.SharedEnd, Places.dynamicBegin()), 4), 0xff),
      IsMapped(Shared.size()), SharedCells(Shared.size()), RecentPages(Recent) {
  for (const SharedVariable &Variable : Places.shared()) {
    const uint32_t End = Variable.IsDynamic ? Size.SharedEnd : Variable.End;
    for (uint32_t At = Variable.Begin; At < End; ++At)
      IsMapped[At] = true;
  }
}

void Memory::report(const Thread &Me, HazardKind Kind, const Access &What,
                    uint64_t At) {
  Log.add({Kind, What.IsGlobal, What.Op, 0, Me.Id, 0, What.Trip, 0, At});
}

bool Memory::access(Thread &Me, uint64_t Address, unsigned Space, uint8_t *Data,
                    unsigned Bytes, Access What) {
  const uint64_t Tag = Address & TagMask;
  if (Space == 3 || Tag == SharedTag)
    return accessShared(Me, Address & ~TagMask, Data, Bytes, What);
  if (Tag == GlobalTag) {
    What.IsGlobal = true;
    return accessGlobal(Me, Address, Data, Bytes, What);
  }
  if (Tag == LocalTag)
    return accessLocal(Me, Address & ~TagMask, Data, Bytes, What);
  if (!What.IsWrite)
    std::memset(Data, 0, Bytes);
  return fail("an address is no variable's and comes from no parameter");
}

bool Memory::accessLocal(Thread &Me, uint64_t At, uint8_t *Data, unsigned Bytes,
                         const Access &What) {
  constexpr uint64_t Most = 1 << 22;
  if (At + Bytes > Me.Stack.size()) {
    if (At > Most)
      return fail("local memory is accessed out of bounds");
    Me.Stack.resize(At + Bytes + 4096);
  }
  if (What.IsWrite)
    std::memcpy(&Me.Stack[At], Data, Bytes);
  else
    std::memcpy(Data, &Me.Stack[At], Bytes);
  return true;
}

/// \p Me touches bytes that a copy is on its way to.
void Memory::touchInFlight(Thread &Me, Cell &Mine, const Access &What,
                           uint64_t At) {
  const Copy &Coming = Copies[Mine.Flight - 1];
  Mine.Flight = 0;
  if (Coming.HasLanded)
    return;
  // Who reads is meant to read what was there before.
  if (Coming.IsOverfull && !What.IsWrite) {
    RawHazard Found{};
    Found.Kind = HazardKind::ReadThenWrite;
    Found.Op = Coming.Op;
    Found.OtherOp = What.Op;
    Found.Thread = Coming.Thread;
    Found.OtherThread = Me.Id;
    Found.Trip = Coming.Trip;
    Found.OtherTrip = What.Trip;
    Found.Address = At | SharedTag;
    Found.IsOverfull = true;
    Log.add(Found);
  } else {
    Log.add(
        {What.IsWrite ? HazardKind::WriteInFlight : HazardKind::ReadInFlight,
         false, What.Op, Coming.Op, Me.Id, Coming.Thread, What.Trip,
         Coming.Trip, At | SharedTag});
  }
}

bool Memory::accessShared(Thread &Me, uint64_t At, uint8_t *Data,
                          unsigned Bytes, const Access &What) {
  if (!isInBounds(At, Bytes)) {
    report(Me, HazardKind::OutOfBounds, What, At | SharedTag);
    if (!What.IsWrite)
      std::memset(Data, 0, Bytes);
    return true;
  }
  Access Mine = What;
  Mine.ChangesNothing = What.IsWrite && !What.IsAtomic &&
                        std::memcmp(&Shared[At], Data, Bytes) == 0;
  SharedCells.visit(At, Bytes, Mine.IsWrite && !Mine.ChangesNothing,
                    [&](Cell &One, uint64_t Byte) {
                      if (One.Flight != 0) {
                        touchInFlight(Me, One, Mine, Byte);
                        return;
                      }
                      if (!Mine.IsWrite && !(One.Flags & Cell::Initialized)) {
                        report(Me, HazardKind::Uninitialized, Mine,
                               Byte | SharedTag);
                        One.Flags |= Cell::Initialized;
                      }
                      Races.touch(Me, One, Mine, Byte | SharedTag);
                    });
  if (What.IsWrite)
    std::memcpy(&Shared[At], Data, Bytes);
  else
    std::memcpy(Data, &Shared[At], Bytes);
  return true;
}

bool Memory::accessGlobal(Thread &Me, uint64_t At, uint8_t *Data,
                          unsigned Bytes, Access What) {
  while (Bytes > 0) {
    Page *Mine = page(At / PageBytes);
    if (!Mine)
      return fail("it touches more global memory than is made up here");
    const unsigned First = At % PageBytes,
                   Count = std::min(Bytes, PageBytes - First);
    What.ChangesNothing = What.IsWrite && !What.IsAtomic &&
                          std::memcmp(Mine->Data + First, Data, Count) == 0;
    Mine->Cells.visit(First, Count, What.IsWrite && !What.ChangesNothing,
                      [&](Cell &One, uint64_t Byte) {
                        Races.touch(Me, One, What, At - First + Byte);
                      });
    if (What.IsWrite)
      std::memcpy(Mine->Data + First, Data, Count);
    else
      std::memcpy(Data, Mine->Data + First, Count);
    Data += Count;
    At += Count;
    Bytes -= Count;
  }
  return true;
}

Memory::Page *Memory::page(uint64_t Key) {
  constexpr size_t MostPages = 40000;
  auto &[Known, Last] = RecentPages[Key % Recent];
  if (Last && Known == Key)
    return Last;
  std::unique_ptr<Page> &Mine = Pages[Key];
  if (!Mine) {
    if (Pages.size() > MostPages)
      return nullptr;
    Mine = std::make_unique<Page>();
    fill(Key, Mine->Data);
  }
  Known = Key;
  return Last = Mine.get();
}

static uint64_t mixedBits(uint64_t X) {
  X ^= X >> 31;
  X *= 0x9E3779B97F4A7C15ull;
  X ^= X >> 29;
  X *= 0xBF58476D1CE4E5B9ull;
  return X ^ X >> 32;
}

void Memory::fill(uint64_t Key, uint8_t *Data) const {
  const uint64_t Address = Key * PageBytes;
  const size_t Index = (Address & ~TagMask) >> RegionShift;
  if (Index >= Regions.size())
    return;
  const Region &Mine = Regions[Index];
  const int64_t Offset =
      int64_t(Address & RegionOffset) - int64_t(RegionMiddle);
  if (Mine.Content == Region::Given) {
    for (int64_t I = 0; I < PageBytes; ++I)
      if (Offset + I >= 0 && Offset + I < int64_t(Mine.Bytes.size()))
        Data[I] = Mine.Bytes[Offset + I];
    return;
  }
  for (unsigned I = 0; I + Mine.ElementBytes <= PageBytes;
       I += Mine.ElementBytes) {
    const int64_t Element = (Offset + int64_t(I)) / int64_t(Mine.ElementBytes);
    const uint64_t Hash = mixedBits(Element * 131 + Index);
    if (Mine.Content == Region::Integers) {
      const uint64_t Value = Mine.ElementBytes < 4
                                 ? 1 + Hash % 3
                                 : 1 + Hash % 2 + Element * Content.Slope;
      std::memcpy(Data + I, &Value, Mine.ElementBytes);
    } else if (Mine.Content == Region::Halves) {
      const uint16_t Value = 0x3800 + (Hash & 0x3ff);
      std::memcpy(Data + I, &Value, 2);
    } else if (Mine.ElementBytes == 8) {
      const double Value = double(Hash % 2000) / 1000 - 1;
      std::memcpy(Data + I, &Value, 8);
    } else {
      const float Value = float(Hash % 2000) / 1000 - 1;
      std::memcpy(Data + I, &Value, 4);
    }
  }
}

std::optional<uint32_t> Memory::startCopy(Thread &Me, uint64_t To,
                                          uint64_t From, unsigned Bytes,
                                          unsigned Known, Access Reads) {
  Copy New{Reads.Op,        uint32_t(To & ~TagMask),
           uint16_t(Me.Id), uint16_t(Bytes),
           Reads.Trip,      Me.Copies.Group};
  Access Writes = Reads;
  Writes.IsWrite = true;
  if (Known > 0 &&
      !access(Me, From, 0, New.Data, std::min(Known, Bytes), Reads))
    return std::nullopt;
  if (!isInBounds(New.Address, Bytes)) {
    report(Me, HazardKind::OutOfBounds, Writes, To | SharedTag);
    return std::nullopt;
  }
  if (New.Address % Bytes != 0)
    report(Me, HazardKind::Misaligned, Writes, To | SharedTag);
  if (Known > 0 && From % Bytes != 0) {
    Reads.IsGlobal = true;
    report(Me, HazardKind::Misaligned, Reads, From);
  }
  Copies.push_back(New);
  SharedCells.visit(
      New.Address, Bytes, /*MakesAlike=*/true, [&](Cell &One, uint64_t Byte) {
        Copies.back().IsOverfull |= One.WriteTime != 0 && One.Flight == 0 &&
                                    !One.ReadTime[0] && !One.ReadTime[1];
        if (One.Flight != 0)
          touchInFlight(Me, One, Writes, Byte);
        else
          Races.touch(Me, One, Writes, Byte | SharedTag);
        One.Flight = Copies.size();
      });
  std::memset(&Shared[New.Address], 0xff, Bytes);
  return Copies.size() - 1;
}

bool Memory::copyAsync(Thread &Me, uint64_t To, uint64_t From, unsigned Bytes,
                       unsigned Known, Access Reads) {
  if (const auto Index = startCopy(Me, To, From, Bytes, Known, Reads))
    Me.Copies.InFlight.push_back(*Index);
  return Failure.empty();
}

void Memory::land(uint32_t Index, unsigned Writer, uint32_t Time,
                  uint8_t Phases) {
  Copy &One = Copies[Index];
  One.HasLanded = true;
  bool IsStillMine = false;
  SharedCells.visit(One.Address, One.Bytes, /*MakesAlike=*/false,
                    [&](Cell &Mine, uint64_t) {
                      if (Mine.Flight != Index + 1)
                        return;
                      IsStillMine = true;
                      Mine.Flight = 0;
                      Mine.WriteTime = Time;
                      Mine.Writer = Phases ? One.Thread : Writer;
                      Mine.Phases = Phases;
                      Mine.WriteOp = One.Op;
                      Mine.WriteTrip = One.Trip;
                      Mine.Flags = Cell::Initialized;
                    });
  if (IsStillMine)
    std::memcpy(&Shared[One.Address], One.Data, One.Bytes);
}

void Memory::arriveWithCopies(const Thread &Me) {
  for (uint32_t Index : Me.Copies.InFlight)
    if (Copies[Index].ArrivedAt == 0)
      Copies[Index].ArrivedAt = Me.Clock.Now;
}

void Memory::readAsync(Thread &Me, const AsyncRead &Of, Access What,
                       function_ref<void(const Cell &)> Look) {
  What.IsAsync = true;
  if (!isInBounds(Of.Address, Of.Bytes))
    return;
  SharedCells.visit(Of.Address, Of.Bytes, /*MakesAlike=*/false,
                    [&](Cell &One, uint64_t Byte) {
                      if (One.Flight != 0) {
                        touchInFlight(Me, One, What, Byte);
                        return;
                      }
                      Look(One);
                      Races.touch(Me, One, What, Byte | SharedTag);
                    });
}

void Memory::readsNoMore(Thread &Me, const AsyncRead &Of) {
  if (!isInBounds(Of.Address, Of.Bytes))
    return;
  SharedCells.visit(Of.Address, Of.Bytes, /*MakesAlike=*/false,
                    [&](Cell &One, uint64_t) {
                      for (unsigned I : {0u, 1u})
                        if (One.ReadTime[I] == StillReads &&
                            One.Reader[I] == Me.Id && One.ReadOp[I] == Of.Op)
                          One.ReadTime[I] = Me.Clock.Now;
                    });
}

void Memory::tellCopies(const Thread &Of, std::vector<uint64_t> &Out) const {
  for (uint32_t Index : Of.Copies.InFlight) {
    const Copy &One = Copies[Index];
    if (One.HasLanded)
      continue;
    Out.push_back(uint64_t(One.Op) << 32 | One.Address);
    Out.push_back(uint64_t(Of.Copies.Group - One.Group) << 32 | One.Bytes);
  }
}

void Memory::tellWritten(std::vector<uint64_t> &Out) {
  uint64_t Bits = 0;
  unsigned Count = 0;
  SharedCells.visit(0, Shared.size(), /*MakesAlike=*/false,
                    [&](const Cell &One, uint64_t) {
                      Bits = Bits << 1 | (One.Flags & Cell::Initialized);
                      if (++Count % 64 == 0)
                        Out.push_back(Bits);
                    });
  Out.push_back(Bits);
}

void Memory::waitFor(Thread &Me, unsigned Left) {
  std::vector<uint32_t> Coming;
  for (uint32_t Index : Me.Copies.InFlight) {
    Copy &One = Copies[Index];
    if (One.Group + Left >= Me.Copies.Group) {
      Coming.push_back(Index);
      continue;
    }
    if (!One.HasLanded)
      land(Index, Me.Id, One.ArrivedAt ? One.ArrivedAt : Me.Clock.Now, 0);
  }
  Me.Copies.InFlight = std::move(Coming);
}

} // namespace cudapipe::check
