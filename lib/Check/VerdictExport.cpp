//===- VerdictExport.cpp - JSON and SARIF ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Check/VerdictExport.h"
#include "cudapipe/Check/VerdictText.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace llvm;

namespace cudapipe {
namespace {

StringRef jsonVerdict(CheckVerdict Verdict) {
  return Verdict == CheckVerdict::Proved    ? "proved"
         : Verdict == CheckVerdict::Clean   ? "clean"
         : Verdict == CheckVerdict::NoProof ? "no-proof"
                                            : "witness";
}

class JsonPrinter {
public:
  explicit JsonPrinter(raw_ostream &OS) : J(OS, /*IndentSize=*/1) {}
  void print(ArrayRef<ExportedFile> Files);

private:
  void printSide(const ExportedFile &File, const HazardSide &Side);
  void printHazard(const ExportedFile &File, const Hazard &One);
  void printKernel(const ExportedFile &File, const CheckedKernel &Kernel);
  void printStrings(StringRef Key, ArrayRef<std::string> All) {
    J.attributeArray(Key, [&] {
      for (const std::string &One : All)
        J.value(json::fixUTF8(One));
    });
  }

  json::OStream J;
};

void JsonPrinter::printSide(const ExportedFile &File, const HazardSide &Side) {
  J.attribute("file",
              json::fixUTF8(Side.File == File.Path ? File.Name : Side.File));
  J.attribute("line", Side.Line);
  J.attribute("column", Side.Column);
  J.attribute("thread", Side.Thread);
  J.attribute("copy", Side.IsCopy);
}

void JsonPrinter::printHazard(const ExportedFile &File, const Hazard &One) {
  J.attribute("id", hazardId(One.Kind));
  J.attribute("message", json::fixUTF8(One.What));
  J.attribute("remedy", json::fixUTF8(One.Remedy));
  J.attribute("variable", json::fixUTF8(One.Variable));
  J.attribute("trip", One.Trip);
  J.attributeObject("at", [&] { printSide(File, One.At); });
  if (One.Other.Line != 0)
    J.attributeObject("other", [&] { printSide(File, One.Other); });
  printStrings("made-up", One.Invented);
}

void JsonPrinter::printKernel(const ExportedFile &File,
                              const CheckedKernel &Kernel) {
  J.attribute("kernel", json::fixUTF8(Kernel.Name));
  J.attribute("file", json::fixUTF8(File.Name));
  J.attribute("line", Kernel.Line);
  J.attribute("column", Kernel.Column);
  J.attribute("verdict", jsonVerdict(Kernel.Verdict));
  J.attribute("message", json::fixUTF8(verdictSentence(Kernel)));
  J.attribute("block", Kernel.Played.Block);
  J.attribute("sets", Kernel.Played.Sets);
  J.attribute("trips", Kernel.Played.Trips);
  J.attribute("steps", int64_t(Kernel.Played.Steps));
  if (Kernel.Verdict == CheckVerdict::Proved) {
    J.attribute("period", Kernel.Trips.Period);
    printStrings("only-as-played", Kernel.Trips.OnlyAsPlayed);
  } else if (!Kernel.Trips.WhyNot.empty()) {
    J.attribute("not-proved", json::fixUTF8(Kernel.Trips.WhyNot));
  }
  if (!Kernel.Parameters.empty())
    J.attribute("parameters", json::fixUTF8(Kernel.Parameters));
  J.attributeArray("hazards", [&] {
    for (const Hazard &One : Kernel.Hazards)
      J.object([&] { printHazard(File, One); });
  });
  printStrings("made-up", Kernel.Unmodelled);
  J.attributeArray("never-played", [&] {
    for (unsigned Line : Kernel.NeverPlayed)
      J.value(Line);
  });
  if (!Kernel.Latent.empty())
    J.attributeArray("other-stages", [&] {
      for (const LatentFault &One : Kernel.Latent)
        J.object([&] {
          J.attribute("name", json::fixUTF8(One.Name));
          J.attribute("line", One.Line);
          J.attribute("written", One.Written);
          J.attribute("instead", One.Instead);
          J.attributeObject("hazard", [&] { printHazard(File, One.Found); });
        });
    });
  if (Kernel.Faults.Planted > 0)
    J.attributeObject("self-test", [&] {
      J.attribute("planted", Kernel.Faults.Planted);
      J.attribute("found", Kernel.Faults.Found);
      printStrings("missed", Kernel.Faults.Missed);
    });
}

void JsonPrinter::print(ArrayRef<ExportedFile> Files) {
  J.object([&] {
    J.attribute("version", 1);
    J.attributeArray("kernels", [&] {
      for (const ExportedFile &File : Files)
        for (const CheckedKernel &Kernel : File.Result.Kernels)
          J.object([&] { printKernel(File, Kernel); });
    });
    J.attributeArray("failures", [&] {
      for (const ExportedFile &File : Files)
        if (!File.Failure.empty())
          J.object([&] {
            J.attribute("file", json::fixUTF8(File.Name));
            J.attribute("message", json::fixUTF8(File.Failure));
          });
    });
  });
}

/// One line about what \p Kind is.
StringRef aboutHazard(HazardKind Kind) {
  switch (Kind) {
  case HazardKind::WriteThenWrite:
    return "two threads write the same bytes, and nothing orders them";
  case HazardKind::WriteThenRead:
  case HazardKind::ReadThenWrite:
    return "one thread reads what another writes, and nothing orders them";
  case HazardKind::ReadInFlight:
    return "bytes are read while an asynchronous copy is on its way to them";
  case HazardKind::WriteInFlight:
    return "bytes are written while an asynchronous copy is on its way to them";
  case HazardKind::Uninitialized:
    return "shared memory is read that nobody wrote";
  case HazardKind::OutOfBounds:
    return "shared memory is accessed that is of no variable";
  case HazardKind::Misaligned:
    return "several elements are accessed at an address that is not aligned";
  case HazardKind::NeverReached:
    return "threads wait for others that never come";
  case HazardKind::NeverCompleted:
    return "a thread waits for a phase of an mbarrier that never completes";
  case HazardKind::WriteUnderRead:
    return "an asynchronous operation may still read what is written";
  case HazardKind::MissingProxyFence:
    return "no fence.proxy.async between a write and the asynchronous "
           "operation that uses it";
  case HazardKind::DivergentBarrier:
    return "threads of a warp wait at different barriers";
  }
  return "";
}

class SarifWriter {
public:
  SarifWriter(raw_ostream &OS, StringRef Version)
      : J(OS, /*IndentSize=*/1), Version(Version) {
    SmallString<256> Here;
    if (!sys::fs::current_path(Here))
      Folder = std::string(Here);
  }
  void print(ArrayRef<ExportedFile> Files);

private:
  void printRun(ArrayRef<ExportedFile> Files);
  void printText(StringRef Key, StringRef Text) {
    J.attributeObject(Key, [&] { J.attribute("text", json::fixUTF8(Text)); });
  }
  void printPlace(const HazardSide &Side, StringRef Message);
  void printResult(const CheckedKernel &Kernel, const Hazard &One);

  json::OStream J;
  StringRef Version;
  std::string Folder;
};

std::string uriOf(StringRef Path) {
  std::string Out;
  for (unsigned char C : Path)
    if (isAlnum(C) || StringRef("-._~/").contains(C))
      Out += C;
    else
      Out += "%" + utohexstr(C, /*LowerCase=*/false, /*Width=*/2);
  return Out;
}

void SarifWriter::printPlace(const HazardSide &Side, StringRef Message) {
  StringRef Inside = Side.File;
  const bool IsInside = !Folder.empty() && Inside.consume_front(Folder) &&
                        Inside.consume_front("/");
  J.attributeObject("physicalLocation", [&] {
    J.attributeObject("artifactLocation", [&] {
      J.attribute("uri",
                  IsInside ? uriOf(Inside) : "file://" + uriOf(Side.File));
      if (IsInside)
        J.attribute("uriBaseId", "%SRCROOT%");
    });
    J.attributeObject("region", [&] {
      J.attribute("startLine", std::max(1u, Side.Line));
      if (Side.Column)
        J.attribute("startColumn", Side.Column);
    });
  });
  if (!Message.empty())
    printText("message", Message);
}

void SarifWriter::printResult(const CheckedKernel &Kernel, const Hazard &One) {
  J.attribute("ruleId", hazardId(One.Kind));
  J.attribute("level", "warning");
  printText("message", "in '" + Kernel.Name + "', " + One.What +
                           "; remedy: " + One.Remedy);
  J.attributeArray("locations",
                   [&] { J.object([&] { printPlace(One.At, ""); }); });
  J.attributeArray("relatedLocations", [&] {
    if (One.Other.Line != 0)
      J.object([&] {
        printPlace(One.Other, "thread " + std::to_string(One.Other.Thread));
      });
  });
}

void SarifWriter::printRun(ArrayRef<ExportedFile> Files) {
  std::map<StringRef, HazardKind> Rules;
  bool AllDone = true;
  for (const ExportedFile &File : Files) {
    AllDone &= File.Failure.empty();
    for (const CheckedKernel &Kernel : File.Result.Kernels)
      if (Kernel.Verdict == CheckVerdict::Witness)
        for (const Hazard &One : Kernel.Hazards)
          Rules.emplace(hazardId(One.Kind), One.Kind);
  }
  J.attributeObject("tool", [&] {
    J.attributeObject("driver", [&] {
      J.attribute("name", "cuda-pipeline-check");
      J.attribute("semanticVersion", Version);
      J.attributeArray("rules", [&] {
        for (const auto &[Id, Kind] : Rules)
          J.object([&, Id = Id, Kind = Kind] {
            J.attribute("id", Id);
            printText("shortDescription", aboutHazard(Kind));
          });
      });
    });
  });
  J.attributeObject("originalUriBaseIds", [&] {
    J.attributeObject("%SRCROOT%", [&] {
      J.attribute("uri", "file://" + uriOf(Folder) + "/");
    });
  });
  J.attributeArray("invocations", [&] {
    J.object([&] { J.attribute("executionSuccessful", AllDone); });
  });
  J.attributeArray("results", [&] {
    for (const ExportedFile &File : Files)
      for (const CheckedKernel &Kernel : File.Result.Kernels)
        if (Kernel.Verdict == CheckVerdict::Witness)
          for (const Hazard &One : Kernel.Hazards)
            J.object([&] { printResult(Kernel, One); });
  });
}

void SarifWriter::print(ArrayRef<ExportedFile> Files) {
  J.object([&] {
    J.attribute("$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/"
                           "errata01/os/schemas/sarif-schema-2.1.0.json");
    J.attribute("version", "2.1.0");
    J.attributeArray("runs", [&] { J.object([&] { printRun(Files); }); });
  });
}

} // namespace

void printVerdictsJson(raw_ostream &OS, ArrayRef<ExportedFile> Files) {
  JsonPrinter(OS).print(Files);
  OS << '\n';
}

void printVerdictsSarif(raw_ostream &OS, ArrayRef<ExportedFile> Files,
                        StringRef Version) {
  SarifWriter(OS, Version).print(Files);
  OS << '\n';
}

} // namespace cudapipe
