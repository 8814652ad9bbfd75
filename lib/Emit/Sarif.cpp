//===- Sarif.cpp - For code scanning --------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// clang/Basic/Sarif.h has no fixes and writes absolute URIs only, by which
// GitHub drops a result, so the log is written here.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Emit/Sarif.h"
#include "cudapipe/Emit/RuleText.h"
#include "cudapipe/Match/NoLint.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SHA1.h"
#include <map>
#include <set>

using namespace llvm;

namespace cudapipe {
namespace {

/// \p Path with what a URI may not hold escaped.
std::string escaped(StringRef Path) {
  std::string Out;
  for (unsigned char C : Path)
    if (isAlnum(C) || StringRef("-._~/").contains(C))
      Out += C;
    else
      Out += "%" + utohexstr(C, /*LowerCase=*/false, /*Width=*/2);
  return Out;
}

/// The same for a loop wherever it moves in its file.
std::string fingerprint(const Finding &Found) {
  std::string Text = (ruleOf(Found) + "\n" + Found.Loop.Kernel + "\n").str();
  for (char C : Found.LineText)
    if (!isSpace(C))
      Text += C;
  return toHex(SHA1::hash(arrayRefFromStringRef(Text))).substr(0, 16);
}

/// Columns count characters; Clang's count bytes.
size_t characters(StringRef Text) {
  return count_if(Text, [](char C) { return (C & 0xC0) != 0x80; });
}

class SarifPrinter {
public:
  SarifPrinter(raw_ostream &OS, ArrayRef<Finding> Findings, const SarifRun &Run)
      : J(OS, /*IndentSize=*/1), Findings(Findings), Run(Run) {
    for (const Finding &Found : Findings)
      Rules.try_emplace(ruleOf(Found), Rules.size());
    size_t Index = 0;
    for (auto &Rule : Rules)
      Rule.second = Index++;
  }

  void print() {
    J.object([&] {
      J.attribute("$schema", "https://docs.oasis-open.org/sarif/sarif/v2.1.0/"
                             "errata01/os/schemas/sarif-schema-2.1.0.json");
      J.attribute("version", "2.1.0");
      J.attributeArray("runs", [&] { J.object([&] { printRun(); }); });
    });
  }

private:
  void printRun();
  void printRule(StringRef Rule);
  void printResult(const Finding &Found);
  void printFile(StringRef File);
  void printLocation(const TextPlace &At, size_t Column, StringRef Message);
  void printFix(const Finding &Found);
  void printText(StringRef Key, StringRef Text) {
    J.attributeObject(Key, [&] { J.attribute("text", json::fixUTF8(Text)); });
  }

  json::OStream J;
  ArrayRef<Finding> Findings;
  const SarifRun &Run;
  std::map<StringRef, size_t> Rules;
  /// How often a fingerprint was seen.
  std::map<std::string, unsigned> Seen;
};

void SarifPrinter::printRun() {
  J.attributeObject("tool", [&] {
    J.attributeObject("driver", [&] {
      J.attribute("name", "cuda-pipeline-rewrite");
      J.attribute("semanticVersion", Run.Version);
      J.attributeArray("rules", [&] {
        for (const auto &Rule : Rules)
          J.object([&] { printRule(Rule.first); });
      });
    });
  });
  J.attributeObject("originalUriBaseIds", [&] {
    J.attributeObject("%SRCROOT%", [&] {
      J.attribute("uri", "file://" + escaped(Run.Folder) + "/");
    });
  });
  J.attribute("columnKind", "unicodeCodePoints");
  J.attributeArray("invocations", [&] {
    J.object([&] {
      J.attribute("executionSuccessful", Run.Failures.empty());
      J.attributeArray("toolExecutionNotifications", [&] {
        for (const std::string &Failure : Run.Failures)
          J.object([&] {
            J.attribute("level", "error");
            printText("message", Failure);
          });
      });
    });
  });
  J.attributeArray("results", [&] {
    for (const Finding &Found : Findings)
      J.object([&] { printResult(Found); });
  });
}

/// The one line about \p Rule.
static std::string describe(StringRef Rule, ArrayRef<Finding> Findings) {
  if (Rule == LoopCheck)
    return "a K-loop can be software-pipelined";
  if (Rule == RaceCheck)
    return "no barrier keeps a store apart from other threads that read";
  for (const Finding &Found : Findings)
    if (ruleOf(Found) == Rule)
      return "a K-loop is left alone: " +
             rejectionMessage(Found.Loop.Why->Kind).str();
  return "";
}

void SarifPrinter::printRule(StringRef Rule) {
  std::string Text = describe(Rule, Findings), Uri = helpUri(Rule);
  bool IsCheck = Rule == LoopCheck || Rule == RaceCheck;
  J.attribute("id", Rule);
  printText("shortDescription", Text);
  if (!Uri.empty())
    J.attribute("helpUri", Uri);
  J.attributeObject("help", [&] {
    J.attribute("text", Text + ", see " + helpFor(Rule));
    J.attribute("markdown", ruleMarkdown(Rule));
  });
  J.attributeObject("defaultConfiguration", [&] {
    J.attribute("level", IsCheck ? "warning" : "note");
  });
}

void SarifPrinter::printFile(StringRef File) {
  StringRef Inside = File;
  bool IsInside = Inside.consume_front(Run.Folder) && Inside.consume_front("/");
  J.attributeObject("artifactLocation", [&] {
    J.attribute("uri", IsInside ? escaped(Inside) : "file://" + escaped(File));
    if (IsInside)
      J.attribute("uriBaseId", "%SRCROOT%");
  });
}

void SarifPrinter::printLocation(const TextPlace &At, size_t Column,
                                 StringRef Message) {
  J.attributeObject("physicalLocation", [&] {
    printFile(At.File);
    J.attributeObject("region", [&] {
      J.attribute("startLine", At.Line);
      if (Column)
        J.attribute("startColumn", int64_t(Column));
    });
  });
  if (!Message.empty())
    printText("message", Message);
}

void SarifPrinter::printResult(const Finding &Found) {
  bool IsNote = Found.What == Finding::LeftAlone;
  J.attribute("ruleId", ruleOf(Found));
  J.attribute("ruleIndex", int64_t(Rules.at(ruleOf(Found))));
  J.attribute("level", IsNote ? "note" : "warning");
  printText("message", Found.Message);
  J.attributeArray("locations", [&] {
    J.object([&] {
      StringRef Before =
          StringRef(Found.LineText).take_front(Found.At.Column - 1);
      printLocation(Found.At, characters(Before) + 1, "");
    });
  });
  J.attributeArray("relatedLocations", [&] {
    for (const FindingNote &Note : Found.Notes)
      J.object([&] { printLocation(Note.At, 0, Note.Message); });
  });
  std::string Print = fingerprint(Found);
  J.attributeObject("partialFingerprints", [&] {
    J.attribute("primaryLocationLineHash",
                Print + ":" + std::to_string(++Seen[Print]));
  });
  if (!Found.Edits.empty())
    J.attributeArray("fixes", [&] { J.object([&] { printFix(Found); }); });
}

void SarifPrinter::printFix(const Finding &Found) {
  std::map<StringRef, std::vector<const LineEdit *>> ByFile;
  for (const auto &[File, Edit] : Found.Edits)
    ByFile[File].push_back(&Edit);
  printText("description", "pipeline the loop");
  J.attributeArray("artifactChanges", [&] {
    for (const auto &[File, Edits] : ByFile)
      J.object([&] {
        printFile(File);
        J.attributeArray("replacements", [&] {
          for (const LineEdit *Edit : Edits)
            J.object([&] {
              J.attributeObject("deletedRegion", [&] {
                J.attribute("startLine", int64_t(Edit->FirstLine));
                J.attribute("startColumn", 1);
                J.attribute("endLine", int64_t(Edit->FirstLine + Edit->Lines));
                J.attribute("endColumn", 1);
              });
              printText("insertedContent", Edit->Text);
            });
        });
      });
  });
}

} // namespace

void printSarif(raw_ostream &OS, ArrayRef<Finding> Findings,
                const SarifRun &Run) {
  SarifPrinter(OS, Findings, Run).print();
  OS << '\n';
}

} // namespace cudapipe
