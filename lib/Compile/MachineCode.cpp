//===- MachineCode.cpp - The main loop of a kernel, in SASS ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From sm_70 on an instruction has 16 bytes, and says itself what it waits for:
//
//   bits   0..11   what it does; 9..11 say where its operands are
//         16..23   the register that it writes
//         24..31, 32..39, 64..71   those that it reads
//         73..75   of a load or store: 2^(n-2) bytes from 4 on, below them 1, 2
//        110..112  the scoreboard that is set until its result is there; 7:
//        none 116..121  the scoreboards that it waits for
//
// NVIDIA documents none of it. It is what nvdisasm prints of the same bits, for
// sm_75 to sm_120 (test/Resources/machine_loops_are_nvdisasms.test compares),
// and for Volta what Jia et al. found, "Dissecting the NVIDIA Volta GPU
// Architecture via Microbenchmarking" (2018), section 2.1.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Compile/CompiledKernel.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/BinaryFormat/ELF.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;

namespace cudapipe {
namespace {

constexpr unsigned InstructionBytes = 16;
constexpr unsigned NoRegister = 255;
constexpr unsigned NoScoreboard = 7;
/// Those whose instructions look like this, compute capability times ten.
constexpr unsigned FirstSm = 70, LastSm = 121;

enum class Act {
  Other,
  Math,
  /// Of addresses or of data: who can tell.
  Integer,
  LoadGlobal,
  LoadShared,
  StoreShared,
  /// To memory that is not shared.
  Store,
  AsyncCopy,
  Barrier,
  Branch
};

/// By bits 0..8; the others say where operands are.
Act actOf(unsigned Opcode) {
  switch (Opcode) {
  case 0x020: // FMUL
  case 0x021: // FADD
  case 0x023: // FFMA
  case 0x026: // IDP
  case 0x028: // DMUL
  case 0x029: // DADD
  case 0x02b: // DFMA
  case 0x030: // HADD2
  case 0x031: // HFMA2
  case 0x032: // HMUL2
  case 0x037: // IMMA
  case 0x03c: // HMMA
  case 0x03d: // BMMA
  case 0x03f: // DMMA
  case 0x108: // MUFU
  case 0x1f0: // HGMMA
  case 0x1f1: // IGMMA
  case 0x1f2: // BGMMA
  case 0x1f3: // QGMMA
    return Act::Math;
  case 0x009: // FMNMX
  case 0x010: // IADD3
  case 0x012: // LOP3
  case 0x017: // IMNMX
  case 0x024: // IMAD
    return Act::Integer;
  case 0x180: // LD
  case 0x181: // LDG
    return Act::LoadGlobal;
  case 0x03b: // LDSM
  case 0x184: // LDS
    return Act::LoadShared;
  case 0x044: // STSM
  case 0x188: // STS
    return Act::StoreShared;
  case 0x185: // ST
  case 0x186: // STG
  case 0x187: // STL
    return Act::Store;
  case 0x1ae: // LDGSTS
    return Act::AsyncCopy;
  case 0x11d: // BAR
    return Act::Barrier;
  case 0x147: // BRA
    return Act::Branch;
  default:
    return Act::Other;
  }
}

struct Instruction {
  Act What = Act::Other;
  uint64_t Low = 0, High = 0;

  explicit Instruction(const uint8_t *Bytes)
      : Low(support::endian::read64le(Bytes)),
        High(support::endian::read64le(Bytes + 8)) {
    What = actOf(Low & 0x1ff);
    // A sum or product of nothing is how a constant is made.
    if (What == Act::Math && first() == NoRegister)
      What = Act::Other;
  }
  /// 1: three registers; 2 and 3: the third is a constant; 4 to 6: the second.
  unsigned form() const { return (Low >> 9) & 7; }
  unsigned written() const { return (Low >> 16) & 0xff; }
  unsigned first() const { return (Low >> 24) & 0xff; }
  unsigned second() const { return form() == 1 ? (Low >> 32) & 0xff : 255; }
  unsigned third() const { return High & 0xff; }
  /// What a store puts there.
  unsigned stored() const { return (Low >> 32) & 0xff; }
  unsigned bytes() const {
    const unsigned Size = (High >> 9) & 7;
    return Size < 2 ? 1 : Size < 4 ? 2 : 4u << std::min(Size - 4, 2u);
  }
  unsigned scoreboard() const { return (High >> 46) & 7; }
  bool waitsFor(unsigned Scoreboard) const {
    return (High >> (52 + Scoreboard)) & 1;
  }
  /// Of a branch, bytes from the next instruction: in words, the lowest eight
  /// bits of which sm_90 has moved.
  int64_t distance(unsigned SmVersion) const {
    const int64_t Upper = SignExtend64<48>(Low >> 34 | (High & 0x3ffff) << 30);
    return SmVersion < 90 ? Upper * 4 : Upper * 1024 + ((Low >> 16) & 0xff) * 4;
  }
};

/// Reads a line of instructions, one trip or all of a kernel.
class LineReader {
public:
  LineReader(ArrayRef<Instruction> Line, bool IsLoop)
      : Line(Line), IsLoop(IsLoop) {
    // Without floating point or matrices, integers are the data.
    MathIsInteger =
        none_of(Line, [](const Instruction &I) { return I.What == Act::Math; });
  }
  MachineLoop read() const;

private:
  bool isMath(const Instruction &I) const {
    return I.What == (MathIsInteger ? Act::Integer : Act::Math);
  }
  /// Math up to what waits for the load at \p At; nothing if its value is not
  /// stored to shared memory.
  std::optional<unsigned> mathAhead(size_t At) const;

  ArrayRef<Instruction> Line;
  bool IsLoop, MathIsInteger = false;
};

std::optional<unsigned> LineReader::mathAhead(size_t At) const {
  const Instruction &Load = Line[At];
  if (Load.scoreboard() == NoScoreboard)
    return std::nullopt;
  BitVector Holds(NoRegister + 1);
  for (unsigned I = 0; I < std::max(1u, Load.bytes() / 4); ++I)
    if (Load.written() + I < NoRegister)
      Holds.set(Load.written() + I);
  std::optional<unsigned> Ahead;
  unsigned Math = 0;
  // What was loaded may be stored behind the place where the next trip loads.
  const size_t Steps = IsLoop ? 2 * Line.size() : Line.size() - At;
  for (size_t Step = 1; Step < Steps; ++Step) {
    const Instruction &I = Line[(At + Step) % Line.size()];
    if (Step == Line.size()) {
      for (unsigned J = 0; J < std::max(1u, Load.bytes() / 4); ++J)
        if (Load.written() + J < NoRegister)
          Holds.reset(Load.written() + J);
      continue;
    }
    if (!Ahead && I.waitsFor(Load.scoreboard()))
      Ahead = Math;
    Math += isMath(I);
    if (I.What == Act::StoreShared) {
      for (unsigned J = 0; J < std::max(1u, I.bytes() / 4); ++J)
        if (I.stored() + J < NoRegister && Holds.test(I.stored() + J))
          return Ahead;
      continue;
    }
    if (I.What == Act::Store || I.What == Act::AsyncCopy ||
        I.What == Act::Branch || I.What == Act::Barrier)
      continue;
    const bool Reads =
        I.What != Act::LoadGlobal && I.What != Act::LoadShared &&
        any_of(
            std::initializer_list<unsigned>{I.first(), I.second(), I.third()},
            [&](unsigned R) { return R != NoRegister && Holds.test(R); });
    if (I.written() == NoRegister)
      continue;
    if (Reads)
      Holds.set(I.written());
    else if (Ahead)
      Holds.reset(I.written());
  }
  return std::nullopt;
}

MachineLoop LineReader::read() const {
  MachineLoop Out;
  Out.IsUnrolled = !IsLoop;
  Out.Bytes = Line.size() * InstructionBytes;
  double Bytes = 0, Weighted = 0;
  for (auto [At, I] : enumerate(Line)) {
    Out.Math += isMath(I);
    Out.Barriers += I.What == Act::Barrier;
    Out.SharedLoads += I.What == Act::LoadShared;
    Out.AsyncCopies += I.What == Act::AsyncCopy;
    if (I.What != Act::LoadGlobal)
      continue;
    if (std::optional<unsigned> Ahead = mathAhead(At)) {
      ++Out.RegisterCopies;
      Bytes += I.bytes();
      Weighted += double(*Ahead) * I.bytes();
    }
  }
  Out.MathAhead = Bytes ? Weighted / Bytes : 0;
  return Out;
}

/// From the target of a branch back to the branch.
struct BackEdge {
  size_t First, Last;
  bool holds(const BackEdge &Other) const {
    return First <= Other.First && Other.Last <= Last &&
           (First != Other.First || Last != Other.Last);
  }
};

} // namespace

std::optional<MachineLoop> findMachineLoop(ArrayRef<uint8_t> Code,
                                           unsigned SmVersion) {
  std::vector<Instruction> All;
  for (size_t At = 0; At + InstructionBytes <= Code.size();
       At += InstructionBytes)
    All.emplace_back(&Code[At]);
  std::vector<std::pair<BackEdge, MachineLoop>> Loops;
  for (auto [At, I] : enumerate(All)) {
    if (I.What != Act::Branch)
      continue;
    const int64_t Target =
        int64_t(At) + 1 + I.distance(SmVersion) / int64_t(InstructionBytes);
    if (Target < 0 || Target > int64_t(At))
      continue;
    const BackEdge R{size_t(Target), At};
    MachineLoop Loop =
        LineReader(ArrayRef(All).slice(R.First, R.Last + 1 - R.First), true)
            .read();
    if (Loop.Math && Loop.Barriers && (Loop.AsyncCopies || Loop.RegisterCopies))
      Loops.push_back({R, Loop});
  }
  const std::vector<std::pair<BackEdge, MachineLoop>> Every = Loops;
  erase_if(Loops, [&](const auto &One) {
    return any_of(
        Every, [&](const auto &Other) { return One.first.holds(Other.first); });
  });
  // Of two with the same math, one for each width of the copies, the one with
  // asynchronous copies; of others, what is left of an unrolled loop is small.
  auto Best = max_element(Loops, [](const auto &A, const auto &B) {
    const MachineLoop &L = A.second, &R = B.second;
    if (L.Math * 10 < R.Math * 9 || R.Math * 10 < L.Math * 9)
      return L.Math < R.Math;
    return std::pair(L.AsyncCopies, L.Math) < std::pair(R.AsyncCopies, R.Math);
  });
  if (Best != Loops.end())
    return Best->second;
  MachineLoop Whole = LineReader(All, false).read();
  if (Whole.Math && Whole.Barriers > 1 &&
      (Whole.AsyncCopies || Whole.RegisterCopies))
    return Whole;
  return std::nullopt;
}

/// Compute capability times ten.
static unsigned smVersionOf(const object::ELF64LEObjectFile &Cubin) {
  const auto &Header = Cubin.getELFFile().getHeader();
  // Since ABI 8 (CUDA 13) it stands in the second byte.
  const unsigned Flags = Header.e_flags;
  return Header.e_ident[ELF::EI_ABIVERSION] < 8 ? Flags & 0xff
                                                : (Flags >> 8) & 0xff;
}

bool readMachineCode(StringRef Cubin, std::vector<CompiledKernel> &Kernels) {
  Expected<std::unique_ptr<object::ObjectFile>> File =
      object::ObjectFile::createELFObjectFile(MemoryBufferRef(Cubin, "a cubin"),
                                              /*InitContent=*/true);
  if (!File) {
    consumeError(File.takeError());
    return false;
  }
  const auto *Elf = dyn_cast<object::ELF64LEObjectFile>(File->get());
  const unsigned SmVersion = Elf ? smVersionOf(*Elf) : 0;
  if (SmVersion < FirstSm || SmVersion > LastSm)
    return false;
  for (const object::SectionRef &Section : Elf->sections()) {
    Expected<StringRef> Name = Section.getName();
    if (!Name) {
      consumeError(Name.takeError());
      continue;
    }
    Expected<StringRef> Code = Section.getContents();
    if (!Code) {
      consumeError(Code.takeError());
      continue;
    }
    if (!Name->consume_front(".text."))
      continue;
    for (CompiledKernel &K : Kernels)
      if (K.MangledName == *Name) {
        K.CodeBytes = Code->size();
        K.Loop = findMachineLoop(arrayRefFromStringRef(*Code), SmVersion);
      }
  }
  return true;
}

} // namespace cudapipe
