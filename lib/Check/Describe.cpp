//===- Describe.cpp - Hazards for people ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Describe.h"
#include "cudapipe/Check/CheckKernels.h"
#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/DebugInfoMetadata.h"

using namespace llvm;

namespace cudapipe {

StringRef hazardId(HazardKind Kind) {
  switch (Kind) {
  case HazardKind::WriteThenWrite:
    return "race-write-write";
  case HazardKind::WriteThenRead:
    return "race-write-read";
  case HazardKind::ReadThenWrite:
    return "race-read-write";
  case HazardKind::ReadInFlight:
    return "copy-read-early";
  case HazardKind::WriteInFlight:
    return "copy-overwritten";
  case HazardKind::Uninitialized:
    return "uninitialized-read";
  case HazardKind::OutOfBounds:
    return "out-of-bounds";
  case HazardKind::Misaligned:
    return "misaligned-access";
  case HazardKind::NeverReached:
    return "barrier-not-reached";
  case HazardKind::DivergentBarrier:
    return "divergent-barrier";
  case HazardKind::NeverCompleted:
    return "phase-never-completes";
  case HazardKind::WriteUnderRead:
    return "operand-overwritten";
  case HazardKind::MissingProxyFence:
    return "missing-proxy-fence";
  }
  return "";
}

StringRef verdictName(CheckVerdict Verdict) {
  return Verdict == CheckVerdict::Proved    ? "PROVED FOR ALL TRIPS"
         : Verdict == CheckVerdict::Clean   ? "CLEAN"
         : Verdict == CheckVerdict::NoProof ? "NO PROOF"
                                            : "WITNESS";
}

} // namespace cudapipe

namespace cudapipe::check {

HazardSide placeOf(const Instruction *I, StringRef MainFile) {
  HazardSide Out;
  const DILocation *At = I ? I->getDebugLoc().get() : nullptr;
  auto Take = [&] {
    Out.File = At->getFilename().str();
    Out.Line = At->getLine();
    Out.Column = At->getColumn();
  };
  for (bool IsFirst = true; At; At = At->getInlinedAt(), IsFirst = false) {
    // Line 0 is what the compiler made.
    if (At->getLine() == 0)
      continue;
    if (IsFirst || Out.Line == 0 || At->getFilename() == MainFile)
      Take();
    if (At->getFilename() == MainFile)
      break;
  }
  return Out;
}

namespace {

bool isCopy(const Op &O, const Program &Code) {
  return O.Kind == OpKind::AsyncCopy || O.Kind == OpKind::BulkCopy ||
         (O.Kind == OpKind::Assembly &&
          any_of(Code.Assembly[O.Table].Ops, [](const PtxOp &One) {
            return One.Kind == PtxOp::AsyncCopy || One.Kind == PtxOp::BulkCopy;
          }));
}

/// An mbarrier counts it.
bool isCounted(const Op &O, const Program &Code) {
  return O.Kind == OpKind::BulkCopy ||
         (O.Kind == OpKind::AsyncCopy && O.FromBits != CountedByGroups) ||
         (O.Kind == OpKind::Assembly &&
          any_of(Code.Assembly[O.Table].Ops,
                 [](const PtxOp &One) { return One.Kind == PtxOp::BulkCopy; }));
}

/// The shared variable or parameter that \p Address is in.
std::string variableAt(uint64_t Address, const Layout &Places,
                       const clang::FunctionDecl &Kernel) {
  if ((Address & TagMask) == SharedTag) {
    const uint32_t Offset = Address & ~TagMask;
    const SharedVariable *Last = nullptr;
    for (const SharedVariable &One : Places.shared())
      if (One.Begin <= Offset && (!Last || Last->Begin <= One.Begin))
        Last = &One;
    return Last ? Last->Name : "";
  }
  if ((Address & TagMask) != GlobalTag)
    return "";
  const size_t Region = (Address & ~TagMask) >> RegionShift;
  if (Region < Places.regions().size())
    return Places.regions()[Region].Name;
  size_t Left = Region - Places.regions().size();
  for (const clang::ParmVarDecl *Parameter : Kernel.parameters())
    if (Parameter->getType()->isPointerType() && Left-- == 0)
      return Parameter->getNameAsString();
  return "";
}

class Describer {
public:
  Describer(Hazard &Out, const RawHazard &Found, bool IsLaterTrip,
            bool IsCounted)
      : Out(Out), Found(Found), IsSameWarp(!Found.IsAcrossWarps),
        IsLaterTrip(IsLaterTrip), IsCounted(IsCounted) {}

  void write();

private:
  std::string who(const HazardSide &Side) const {
    return "thread " + std::to_string(Side.Thread);
  }
  std::string name() const {
    return Out.Variable.empty()
               ? (Out.IsGlobal ? "global memory" : "shared memory")
               : "'" + Out.Variable + "'";
  }
  std::string barrier() const {
    return IsSameWarp ? "__syncwarp() (all threads found are of one warp)"
                      : "__syncthreads()";
  }
  std::string between() const {
    if (IsLaterTrip)
      return "at the end of the trip, behind line " +
             std::to_string(Out.Other.Line);
    if (Out.Other.Line == Out.At.Line)
      return "between the two, in line " + std::to_string(Out.At.Line);
    return "between line " + std::to_string(Out.Other.Line) + " and line " +
           std::to_string(Out.At.Line);
  }
  void writeRace();
  void writeOther();

  void writeAsync();

  Hazard &Out;
  const RawHazard &Found;
  bool IsSameWarp, IsLaterTrip;
  /// The other side is a copy that an mbarrier counts.
  bool IsCounted;
};

void Describer::writeRace() {
  const std::string Me = who(Out.At), Them = who(Out.Other);
  switch (Out.Kind) {
  case HazardKind::WriteThenWrite:
    Out.What = Me + " writes " + name() + ", and " + Them +
               " writes the same bytes; nothing orders the two";
    Out.Remedy = "let one thread write it, or each another element";
    if (Out.At.Line != Out.Other.Line || IsLaterTrip)
      Out.Remedy += ", or put " + barrier() + " " + between();
    break;
  case HazardKind::WriteThenRead:
    if (IsCounted) {
      Out.What = Me + " reads " + name() + ", which a copy of " +
                 (Out.At.Thread == Out.Other.Thread ? "its own" : Them) +
                 " brings, without a wait for the phase that counts it";
      Out.Remedy = "wait for that phase of the mbarrier before the read, or in "
                   "front of a barrier that stands before it";
    } else if (Out.Other.IsCopy) {
      Out.What = Me + " reads " + name() + ", which a copy of " + Them +
                 " brings; " + Them +
                 " has waited for it, but no barrier stands behind that wait";
      Out.Remedy =
          "put the wait in front of the barrier that stands before the read";
    } else {
      Out.What = Me + " reads " + name() + ", and " + Them +
                 " writes the same bytes; nothing orders the two";
      Out.Remedy = "put " + barrier() + " " + between();
    }
    break;
  default:
    if (Out.At.IsCopy) {
      Out.What = "a copy of " + Me + " overwrites " + name() + " where " +
                 Them + " may still read";
      Out.Remedy = "put a barrier between that read and the copy, or give the "
                   "ring one slot more";
    } else {
      Out.What =
          Me + " writes " + name() + " where " + Them + " may still read";
      Out.Remedy = "put " + barrier() + " " + between();
    }
  }
}

void Describer::writeOther() {
  const std::string Me = who(Out.At), Them = who(Out.Other);
  switch (Out.Kind) {
  case HazardKind::ReadInFlight:
    Out.What = Me + " reads " + name() + ", where a copy of " +
               (Out.At.Thread == Out.Other.Thread ? "its own" : Them) +
               " is still on its way";
    Out.Remedy =
        IsCounted ? "wait for the phase of the mbarrier that counts that copy, "
                    "which must expect all its bytes, before the read, and let "
                    "it be started when all have read what was there before"
                  : "wait for the group of that copy, and then for the other "
                    "threads in a barrier, before the read";
    break;
  case HazardKind::WriteInFlight:
    Out.What = Me + " writes " + name() + ", where a copy of " +
               (Out.At.Thread == Out.Other.Thread ? "its own" : Them) +
               " is still on its way";
    Out.Remedy = "wait for that copy before its bytes are written again";
    break;
  case HazardKind::Uninitialized:
    Out.What = Me + " reads bytes of " + name() + " that nobody has written";
    Out.Remedy = "write all that is read, also where threads return early or "
                 "stand outside of the matrix";
    break;
  case HazardKind::OutOfBounds:
    Out.What =
        Me + " accesses shared memory that is of no variable, behind " + name();
    Out.Remedy = "make the array larger, or the index smaller";
    break;
  case HazardKind::Misaligned:
    Out.What = Me + " accesses several elements of " + name() +
               " at an address that is no multiple of their size";
    Out.Remedy = "align the address, or access the elements one by one";
    break;
  case HazardKind::NeverReached:
    Out.What = Me + " waits here for threads that never come";
    if (Out.Other.Line != 0)
      Out.What += ": " + Them + " waits elsewhere";
    Out.Remedy = "let all threads reach the same barrier, or name in its mask "
                 "those that do";
    break;
  default:
    Out.What = Me + " waits at this barrier, and " + Them +
               ", of the same warp, at another";
    Out.Remedy = "let all threads of a warp reach the same barrier";
  }
}

/// Of mbarriers and of who reads asynchronously.
void Describer::writeAsync() {
  const std::string Me = who(Out.At), Them = who(Out.Other);
  switch (Out.Kind) {
  case HazardKind::NeverCompleted:
    Out.What =
        Me + " waits here for a phase of " + name() + " that never completes: ";
    if (Found.Arrivals > 0)
      Out.What += std::to_string(Found.Arrivals) + " arrivals are missing";
    else if (Found.MissingBytes > 0)
      Out.What += std::to_string(Found.MissingBytes) +
                  " of the bytes that it expects never come";
    else if (Found.MissingBytes < 0)
      Out.What += std::to_string(-Found.MissingBytes) +
                  " bytes more come than it expects";
    else
      Out.What += "nobody arrives any more, or the parity is another's";
    Out.Remedy = "let it expect as many arrivals and bytes as come in each "
                 "phase, and wait for the parity of that phase";
    break;
  case HazardKind::WriteUnderRead:
    Out.What =
        (Out.At.IsCopy ? "a copy of " + Me + " overwrites " : Me + " writes ") +
        name() + ", which an asynchronous operation of " +
        (Out.At.Thread == Out.Other.Thread ? "its own" : Them) +
        " may still read";
    Out.Remedy = "wait for that operation (wait_group), and then for the "
                 "threads that issued it, before its operands are written "
                 "again";
    break;
  default:
    Out.What = "the asynchronous operation of " + Me + " uses " + name() +
               " as " + Them +
               " has written it, and no fence.proxy.async stands between";
    Out.Remedy = "put fence.proxy.async (for the initialization of an "
                 "mbarrier, fence.mbarrier_init does, too) behind that write, "
                 "in front of the barrier";
  }
}

void Describer::write() {
  if (Out.Kind >= HazardKind::NeverCompleted)
    return writeAsync();
  if (Out.Kind <= HazardKind::ReadThenWrite)
    writeRace();
  else
    writeOther();
}

} // namespace

/// The access of the later trip comes last, or of one trip that which stands
/// behind the other, whatever was played first.
static RawHazard inOrderOfText(RawHazard Found, const Program &Code) {
  if (Found.Kind > HazardKind::ReadThenWrite || Found.IsOverfull ||
      Found.OtherOp == 0 ||
      Code.Where.LoopOf[Found.Op - 1] != Code.Where.LoopOf[Found.OtherOp - 1])
    return Found;
  if (std::pair(Found.Trip, Found.Op) >=
      std::pair(Found.OtherTrip, Found.OtherOp))
    return Found;
  std::swap(Found.Op, Found.OtherOp);
  std::swap(Found.Thread, Found.OtherThread);
  std::swap(Found.Trip, Found.OtherTrip);
  if (Found.Kind != HazardKind::WriteThenWrite)
    Found.Kind = Found.Kind == HazardKind::WriteThenRead
                     ? HazardKind::ReadThenWrite
                     : HazardKind::WriteThenRead;
  return Found;
}

Hazard describe(const RawHazard &Raw, const Program &Code, const Layout &Places,
                const Dependence &Rests, const clang::FunctionDecl &Kernel) {
  const RawHazard Found = inOrderOfText(Raw, Code);
  const clang::SourceManager &SM = Kernel.getASTContext().getSourceManager();
  const StringRef MainFile =
      SM.getPresumedLoc(SM.getLocForStartOfFile(SM.getMainFileID()))
          .getFilename();
  Hazard Out{Found.Kind, {}, {}, Found.Trip, "", Found.IsGlobal, "", "", {}};
  auto Side = [&](uint32_t Op, unsigned Thread) {
    if (Op == 0)
      return HazardSide();
    const check::Op &O = Code.Ops[Op - 1];
    HazardSide Mine = placeOf(O.From, MainFile);
    Mine.Thread = Thread;
    Mine.IsCopy = isCopy(O, Code);
    return Mine;
  };
  Out.At = Side(Found.Op, Found.Thread);
  Out.Other = Side(Found.OtherOp, Found.OtherThread);
  if (Found.Address != 0)
    Out.Variable = variableAt(Found.Address, Places, Kernel);
  for (uint32_t Op : {Found.Op, Found.OtherOp}) {
    if (Op == 0)
      continue;
    const Instruction &I = *Code.Ops[Op - 1].From;
    for (const Roots &Of : {Rests.ofAddress(I), Rests.ofControl(I)})
      for (std::string Name : Rests.dataOf(Of)) {
        unsigned Index = 0;
        if (StringRef(Name).consume_front("#") &&
            !StringRef(Name).drop_front().getAsInteger(10, Index) &&
            Index < Kernel.getNumParams())
          Name = Kernel.getParamDecl(Index)->getNameAsString();
        if (!is_contained(Out.Invented, Name))
          Out.Invented.push_back(Name);
      }
  }
  const bool IsSameLoop =
      Found.OtherOp != 0 &&
      Code.Where.LoopOf[Found.Op - 1] == Code.Where.LoopOf[Found.OtherOp - 1];
  const bool Counts =
      Found.OtherOp != 0 && isCounted(Code.Ops[Found.OtherOp - 1], Code);
  Describer(Out, Found, IsSameLoop && Found.Trip > Found.OtherTrip, Counts)
      .write();
  return Out;
}

} // namespace cudapipe::check
