//===- SanitizerText.cpp - As compute-sanitizer says it -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Check/SanitizerText.h"
#include "cudapipe/Check/VerdictText.h"

using namespace llvm;

namespace cudapipe {
namespace {

/// "(3,1,0)": the thread \p Id of a block of "32x8".
std::string threadOf(unsigned Id, StringRef Block) {
  unsigned Sizes[3] = {1, 1, 1};
  SmallVector<StringRef, 3> Parts;
  Block.split(Parts, 'x');
  for (size_t I = 0; I < Parts.size() && I < 3; ++I)
    if (Parts[I].getAsInteger(10, Sizes[I]) || Sizes[I] == 0)
      Sizes[I] = 1;
  return "(" + std::to_string(Id % Sizes[0]) + "," +
         std::to_string(Id / Sizes[0] % Sizes[1]) + "," +
         std::to_string(Id / Sizes[0] / Sizes[1]) + ")";
}

class SanitizerPrinter {
public:
  explicit SanitizerPrinter(raw_ostream &OS) : OS(OS) {}
  void print(ArrayRef<ExportedFile> Files);

private:
  raw_ostream &line() { return OS << "========= "; }
  raw_ostream &indented() { return OS << "=========     "; }
  std::string place(const HazardSide &Side) const {
    const StringRef Name =
        Side.File == File->Path ? StringRef(File->Name) : StringRef(Side.File);
    return Kernel->Name + " in " + Name.str() + ":" + std::to_string(Side.Line);
  }
  std::string who(const HazardSide &Side) const {
    return "by thread " + threadOf(Side.Thread, Kernel->Played.Block) +
           " in block (0,0,0)";
  }
  void printHazard(const Hazard &One);
  void printRace(const Hazard &One, StringRef Here, StringRef There);

  raw_ostream &OS;
  const ExportedFile *File = nullptr;
  const CheckedKernel *Kernel = nullptr;
  unsigned Errors = 0;
};

void SanitizerPrinter::printRace(const Hazard &One, StringRef Here,
                                 StringRef There) {
  line() << "Error: Race reported between " << Here << " access at "
         << place(One.At) << '\n';
  indented() << "and " << There << " access at " << place(One.Other) << '\n';
  indented() << who(One.At) << " and " << who(One.Other) << '\n';
}

void SanitizerPrinter::printHazard(const Hazard &One) {
  const StringRef Space = One.IsGlobal ? "__global__" : "__shared__";
  ++Errors;
  switch (One.Kind) {
  case HazardKind::WriteThenWrite:
    printRace(One, "Write", "Write");
    break;
  case HazardKind::WriteThenRead:
  case HazardKind::ReadInFlight:
    printRace(One, "Read", "Write");
    break;
  case HazardKind::ReadThenWrite:
  case HazardKind::WriteUnderRead:
    printRace(One, "Write", "Read");
    break;
  case HazardKind::WriteInFlight:
    printRace(One, "Write", "Write");
    break;
  case HazardKind::MissingProxyFence:
    printRace(One, "Asynchronous", "Write");
    break;
  case HazardKind::Uninitialized:
    line() << "Uninitialized " << Space << " memory read\n";
    indented() << "at " << place(One.At) << '\n';
    indented() << who(One.At) << '\n';
    break;
  case HazardKind::OutOfBounds:
  case HazardKind::Misaligned:
    line() << "Invalid " << Space << " access\n";
    indented() << "at " << place(One.At) << '\n';
    indented() << who(One.At) << '\n';
    indented() << (One.Kind == HazardKind::Misaligned
                       ? "Address is misaligned\n"
                       : "Address is out of bounds\n");
    break;
  case HazardKind::NeverReached:
  case HazardKind::DivergentBarrier:
  case HazardKind::NeverCompleted:
    line() << "Barrier error detected. "
           << (One.Kind == HazardKind::NeverCompleted
                   ? "A phase never completes"
                   : "Divergent thread(s) in block")
           << ".\n";
    indented() << "at " << place(One.At) << '\n';
    indented() << who(One.At) << '\n';
    break;
  }
  indented() << One.What << '\n';
  indented() << "remedy: " << One.Remedy << '\n';
  OS << "=========\n";
}

void SanitizerPrinter::print(ArrayRef<ExportedFile> Files) {
  line() << "CUDA-PIPELINE-CHECK\n";
  for (const ExportedFile &Mine : Files) {
    File = &Mine;
    if (!Mine.Failure.empty())
      line() << "Error: " << Mine.Name << ": " << Mine.Failure << '\n';
    for (const CheckedKernel &One : Mine.Result.Kernels) {
      Kernel = &One;
      if (One.Verdict == CheckVerdict::Witness)
        for (const Hazard &Found : One.Hazards)
          printHazard(Found);
      else if (One.Verdict == CheckVerdict::NoProof)
        line() << "Warning: " << Mine.Name << ':' << One.Line << ": "
               << verdictSentence(One) << '\n';
    }
  }
  line() << "ERROR SUMMARY: " << Errors << (Errors == 1 ? " error" : " errors")
         << '\n';
}

} // namespace

void printAsSanitizer(raw_ostream &OS, ArrayRef<ExportedFile> Files) {
  SanitizerPrinter(OS).print(Files);
}

} // namespace cudapipe
