//===- VerdictText.cpp - Verdicts for people ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Check/VerdictText.h"
#include "cudapipe/Listed.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace cudapipe {

static std::string counted(unsigned Count, StringRef What) {
  return std::to_string(Count) + " " + What.str() + (Count == 1 ? "" : "s");
}

/// "'gemm' with blocks of 16x16".
static std::string subjectOf(const CheckedKernel &Kernel) {
  return "'" + Kernel.Name + "'" +
         (Kernel.Played.Block.empty()
              ? ""
              : " with blocks of " + Kernel.Played.Block);
}

std::string verdictSentence(const CheckedKernel &Kernel) {
  std::string Out = subjectOf(Kernel) + ": ";
  switch (Kernel.Verdict) {
  case CheckVerdict::Witness:
    return Out + counted(Kernel.Hazards.size(), "hazard") +
           (Kernel.Parameters.empty() ? "" : " with " + Kernel.Parameters);
  case CheckVerdict::NoProof:
    return Out + Kernel.Why +
           (Kernel.Hazards.empty() || Kernel.Parameters.empty()
                ? ""
                : ", such as with " + Kernel.Parameters) +
           (Kernel.Needs.empty()
                ? ""
                : "; what would make a proof: " + Kernel.Needs);
  case CheckVerdict::Proved:
    Out += "no hazard in shared memory, however often its loops turn";
    if (Kernel.Trips.Period > 0)
      Out += (Kernel.Trips.Period == 1
                  ? std::string(": what a trip does comes")
                  : ": what " + counted(Kernel.Trips.Period, "trip") +
                        " do comes") +
             " again, and " + counted(Kernel.Played.Sets, "set") +
             " of parameters were played";
    if (!Kernel.Trips.OnlyAsPlayed.empty())
      Out += "; only as played: " + listed(Kernel.Trips.OnlyAsPlayed);
    return Out;
  case CheckVerdict::Clean:
    break;
  }
  Out +=
      "no hazard in " + counted(Kernel.Played.Sets, "set") + " of parameters";
  if (Kernel.Played.Trips > 0)
    Out += ", with up to " + counted(Kernel.Played.Trips, "trip");
  if (!Kernel.NeverPlayed.empty()) {
    std::vector<std::string> Lines;
    for (unsigned Line : Kernel.NeverPlayed)
      Lines.push_back(std::to_string(Line));
    Out += "; never played: line" + std::string(Lines.size() > 1 ? "s " : " ") +
           listed(Lines);
  }
  return Out;
}

namespace {

class VerdictPrinter {
public:
  VerdictPrinter(raw_ostream &OS, const VerdictStyle &Style)
      : OS(OS), Style(Style) {}

  void print(const CheckedKernel &Kernel);

private:
  void at(StringRef File, unsigned Line, unsigned Column) {
    OS << (File == Style.Path ? StringRef(Style.Name) : File) << ':' << Line;
    if (Column)
      OS << ':' << Column;
    OS << ": ";
  }
  void printHazard(const CheckedKernel &Kernel, const Hazard &One);
  void printFaults(const CheckedKernel &Kernel);
  void printLatent(const CheckedKernel &Kernel, const LatentFault &One);

  raw_ostream &OS;
  const VerdictStyle &Style;
};

void VerdictPrinter::printHazard(const CheckedKernel &Kernel,
                                 const Hazard &One) {
  at(One.At.File, One.At.Line, One.At.Column);
  OS << (Kernel.Verdict == CheckVerdict::Witness ? "warning: " : "note: ")
     << "in '" << Kernel.Name << "', ";
  if (One.Trip > 0)
    OS << "trip " << One.Trip << ", ";
  OS << One.What << " [" << hazardId(One.Kind) << "]\n";
  if (One.Other.Line != 0) {
    at(One.Other.File, One.Other.Line, One.Other.Column);
    OS << "note: here is thread " << One.Other.Thread << "'s "
       << (One.Other.IsCopy ? "copy" : "side of it") << '\n';
  }
  if (!One.Invented.empty()) {
    at(One.At.File, One.At.Line, One.At.Column);
    OS << "note: it rests on what " << listed(One.Invented)
       << (One.Invented.size() == 1 ? " holds" : " hold")
       << ", which was made up\n";
  }
  at(One.At.File, One.At.Line, One.At.Column);
  OS << "note: remedy: " << One.Remedy << '\n';
}

void VerdictPrinter::printFaults(const CheckedKernel &Kernel) {
  const PlantedFaults &Faults = Kernel.Faults;
  at(Kernel.File, Kernel.Line, Kernel.Column);
  OS << "note: self-test of '" << Kernel.Name << "': ";
  if (Faults.Planted == 0)
    OS << "it has no barrier and no wait to leave out\n";
  else {
    OS << Faults.Found << " of " << Faults.Planted << " planted faults "
       << (Faults.Found == 1 ? "was" : "were") << " found";
    if (!Faults.Missed.empty())
      OS << "; nothing missed the barriers or waits in "
         << listed(Faults.Missed);
    OS << '\n';
  }
}

void VerdictPrinter::printLatent(const CheckedKernel &Kernel,
                                 const LatentFault &One) {
  at(One.Found.At.File, One.Found.At.Line, One.Found.At.Column);
  OS << "warning: in '" << Kernel.Name << "' with " << One.Name << " = "
     << One.Instead << ", where line " << One.Line << " says " << One.Written
     << ": " << One.Found.What << " [" << hazardId(One.Found.Kind) << "]\n";
}

void VerdictPrinter::print(const CheckedKernel &Kernel) {
  for (const LatentFault &One : Kernel.Latent)
    printLatent(Kernel, One);
  if (Style.Quiet && Kernel.Verdict <= CheckVerdict::Clean)
    return;
  for (const Hazard &One : Kernel.Hazards)
    printHazard(Kernel, One);
  at(Kernel.File, Kernel.Line, Kernel.Column);
  OS << verdictName(Kernel.Verdict) << ": " << verdictSentence(Kernel) << '\n';
  if (!Kernel.Trips.WhyNot.empty() && Kernel.Verdict == CheckVerdict::Clean) {
    at(Kernel.File, Kernel.Line, Kernel.Column);
    OS << "note: not proved for all trips: " << Kernel.Trips.WhyNot;
    if (Kernel.Trips.Line)
      OS << ", in line " << Kernel.Trips.Line;
    OS << '\n';
  }
  if (!Kernel.Unmodelled.empty() && Kernel.Verdict != CheckVerdict::Witness) {
    at(Kernel.File, Kernel.Line, Kernel.Column);
    OS << "note: values of " << listed(Kernel.Unmodelled) << " were made up\n";
  }
  if (Kernel.Faults.Planted > 0)
    printFaults(Kernel);
}

} // namespace

void printVerdicts(raw_ostream &OS, const CheckedFile &File,
                   const VerdictStyle &Style) {
  VerdictPrinter Printer(OS, Style);
  for (const CheckedKernel &Kernel : File.Kernels)
    Printer.print(Kernel);
  if (File.Kernels.empty() && File.ParseErrors.empty() && !Style.Quiet)
    OS << Style.Name << ": no kernel\n";
}

} // namespace cudapipe
