//===- MacrosInForce.cpp - Which definitions hold where -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #define BK 8
//   __global__ void narrow(..)          8, in every build
//   #undef BK
//   #define BK 16
//   __global__ void deep(..)            16
//
// A line replaces what is defined in front of it where no #if decides about the
// line that does not decide about the reader as well.
//
//===----------------------------------------------------------------------===//

#include "MacroTable.h"
#include "cudapipe/Analyze/PerAst.h"
#include "cudapipe/Frontend/Directives.h"
#include <map>

using namespace clang;

namespace cudapipe {

/// Keeps the lines of macros that have several meanings, and sorts them.
void MacroTable::readLines(const SourceManager &SM) {
  llvm::SmallVector<std::string, 8> Plain;
  for (const auto &Entry : Lines)
    if (Macros.lookup(Entry.getKey()).size() < 2 &&
        llvm::all_of(Entry.second,
                     [](const MacroLine &Line) { return Line.Definition; }))
      Plain.push_back(Entry.getKey().str());
  for (const std::string &Name : Plain)
    Lines.erase(Name);
  struct ReadFile {
    std::unique_ptr<Directives> All;
    bool IsSure;
  };
  std::map<FileID, ReadFile> Files;
  std::map<const FileEntry *, FileID> First;
  for (auto &Entry : Lines) {
    for (MacroLine &Line : Entry.second) {
      auto [It, IsNew] = Files.try_emplace(Line.File);
      if (IsNew) {
        It->second.All =
            std::make_unique<Directives>(SM.getBufferData(Line.File));
        // What stands in it twice is not read twice.
        const FileEntry *Of = SM.getFileEntryForID(Line.File);
        It->second.IsSure =
            isAlwaysIncluded(Line.File, SM) &&
            First.try_emplace(Of, Line.File).first->second == Line.File;
      }
      Line.Around = It->second.All->around(Line.At);
      Line.IsSure = It->second.IsSure && Line.Around.empty();
      Line.Place = readingPosition(
          SM.getLocForStartOfFile(Line.File).getLocWithOffset(Line.At), SM);
    }
    llvm::stable_sort(Entry.second, [](const MacroLine &A, const MacroLine &B) {
      return A.Place < B.Place;
    });
  }
}

/// Makes this table, a copy of \p All, that of \p Range.
void MacroTable::narrow(FileID File, TextRange Range, const SourceManager &SM,
                        const MacroTable &All) {
  const ReadingPosition Here = readingPosition(
      SM.getLocForStartOfFile(File).getLocWithOffset(Range.Begin), SM);
  const std::vector<unsigned> Around =
      Directives(SM.getBufferData(File)).around(Range.Begin);
  for (const auto &Entry : All.Lines) {
    std::vector<DefinedMacro> Holding;
    bool IsReplaced = false;
    for (const MacroLine &Line : Entry.second) {
      const bool IsBefore = Line.Place < Here;
      if (!IsBefore && !(Line.File == File && Line.At < Range.End))
        continue;
      const bool Replaces =
          Line.File == File
              ? llvm::all_of(Line.Around,
                             [&](unsigned Branch) {
                               return llvm::is_contained(Around, Branch);
                             })
              : Line.IsSure;
      if (IsBefore && Replaces) {
        Holding.clear();
        IsReplaced = true;
      }
      if (!Line.Definition)
        continue;
      auto Same = llvm::find(Holding, *Line.Definition);
      if (Same == Holding.end())
        Holding.push_back(*Line.Definition);
      else
        Same->IsRead |= Line.Definition->IsRead;
    }
    if (IsReplaced)
      OfCommand.erase(Entry.getKey());
    // There is no other for this configuration to have.
    if (IsReplaced && Holding.size() == 1)
      Holding.front().IsRead = true;
    if (Holding.empty())
      Macros.erase(Entry.getKey());
    else
      Macros[Entry.getKey()] = std::move(Holding);
  }
}

const MacroTable &MacroTable::in(FileID File, TextRange Range,
                                 const ASTContext &Ctx) {
  const MacroTable &All = of(Ctx);
  if (All.Lines.empty())
    return All;
  struct Told {
    std::map<FileID, std::vector<unsigned>> Lines;
    std::map<std::tuple<FileID, size_t, size_t>, MacroTable> Tables;
  };
  Told &Known = perAst<Told>(Ctx);
  const SourceManager &SM = Ctx.getSourceManager();
  // Between two directives, all places have the same.
  auto [Lines, IsFirst] = Known.Lines.try_emplace(File);
  if (IsFirst) {
    const Directives OfFile(SM.getBufferData(File));
    for (const DirectiveLine &Line : OfFile.lines())
      Lines->second.push_back(Line.Begin);
  }
  auto Segment = [&, &All = Lines->second](unsigned At) {
    return size_t(llvm::lower_bound(All, At) - All.begin());
  };
  auto [It, IsNew] = Known.Tables.try_emplace(
      {File, Segment(Range.Begin), Segment(Range.End)});
  if (IsNew) {
    It->second.Macros = All.Macros;
    It->second.OfCommand = All.OfCommand;
    It->second.narrow(File, Range, SM, All);
  }
  return It->second;
}

const MacroTable &MacroTable::at(SourceLocation Loc, const ASTContext &Ctx) {
  const SourceManager &SM = Ctx.getSourceManager();
  const auto [File, At] = SM.getDecomposedExpansionLoc(Loc);
  return in(File, {At, At}, Ctx);
}

} // namespace cudapipe
