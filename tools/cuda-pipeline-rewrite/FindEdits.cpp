//===- FindEdits.cpp - Which edits belong to which loop -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindEdits.h"
#include "cudapipe/Emit/Remarks.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using clang::tooling::AtomicChange;
using clang::tooling::Replacement;

namespace cudapipe {
namespace {

/// "path:offset".
std::pair<StringRef, size_t> splitPlace(StringRef Place) {
  auto [Path, Offset] = Place.rsplit(':');
  size_t Value = 0;
  Offset.getAsInteger(10, Value);
  return {Path, Value};
}

/// \p New is \p Old with includes, or blank lines, put in.
bool onlyAddsIncludes(StringRef Old, StringRef New) {
  while (!New.empty()) {
    auto [Line, Rest] = New.split('\n');
    if (Old.starts_with(New.take_front(Line.size() + 1)))
      Old = Old.drop_front(std::min(Old.size(), Line.size() + 1));
    else if (!Line.trim().empty() && !Line.ltrim().starts_with("#include"))
      return false;
    New = Rest;
  }
  return Old.empty();
}

class EditFinder {
public:
  EditFinder(size_t Arguments, const Agreement &Agreed,
             const EditedFiles &Edited)
      : Edited(Edited) {
    for (size_t I = 0; I < Arguments; ++I)
      for (LoopReport &Loop : Agreed.reportsOf(I))
        addLoop(std::move(Loop));
  }
  std::vector<Finding> run();

private:
  void addLoop(LoopReport Loop);
  void addRace(const LoopReport &Loop);
  TextPlace placeOf(StringRef File, unsigned Line, unsigned Column);
  StringRef textOf(StringRef File);
  std::vector<size_t> ownersOf(StringRef Path, const EditedFile &File,
                               const LineEdit &Edit) const;
  bool wants(const Finding &Found, const EditedFile &File,
             const LineEdit *Edit) const;

  const EditedFiles &Edited;
  std::vector<Finding> Out;
  std::map<std::string, std::string> Texts;
};

/// Files are named as their arguments are.
StringRef EditFinder::textOf(StringRef File) {
  auto [It, IsNew] = Texts.try_emplace(File.str());
  if (IsNew)
    if (auto Text = MemoryBuffer::getFile(File))
      It->second = (*Text)->getBuffer().str();
  return It->second;
}

TextPlace EditFinder::placeOf(StringRef File, unsigned Line, unsigned Column) {
  SmallString<256> Real;
  TextPlace Out{sys::fs::real_path(File, Real) ? File.str() : Real.str().str(),
                Line, Column};
  StringRef Text = Edited.textOf(Out.File);
  if (const std::string *Name = Edited.nameOf(Out.File))
    Out.File = *Name;
  if (Text.empty())
    Text = textOf(Out.File);
  for (; Line > 1 && Out.Offset < Text.size(); --Line)
    Out.Offset = std::min(Text.find('\n', Out.Offset), Text.size() - 1) + 1;
  Out.Offset += Column ? Column - 1 : 0;
  return Out;
}

void EditFinder::addLoop(LoopReport Loop) {
  Finding Found;
  Found.What = Loop.Why ? Finding::LeftAlone : Finding::Rewritten;
  auto [Path, Offset] = splitPlace(Loop.Where.Key);
  Found.At = placeOf(Path, Loop.Where.Line, Loop.Where.Column);
  StringRef Text = Edited.textOf(Path);
  if (Text.empty())
    Text = textOf(Path);
  if (size_t Start = Found.At.Offset + 1 - Loop.Where.Column;
      Start < Text.size())
    Found.LineText = Text.substr(Start).split('\n').first.rtrim('\r').str();
  auto Add = [&](StringRef File, unsigned Line, unsigned Column,
                 const Twine &Message) {
    if (Line != 0)
      Found.Notes.push_back({placeOf(File, Line, Column), Message.str()});
  };
  if (!Loop.Why) {
    Found.Message =
        "K-loop in '" + Loop.Kernel + "' can be " +
        (Loop.Made.IsUndone ? "a plain loop: " : "software-pipelined: ") +
        madeMessage(Loop);
    for (const std::string &Remark : Loop.Remarks)
      Add(Path, Loop.Where.Line, Loop.Where.Column, Remark);
  } else {
    Found.Message = leftAloneMessage(Loop);
    Add(Loop.At.File, Loop.At.Line, Loop.At.Column, "here");
    Add(Loop.Other.File, Loop.Other.Line, Loop.Other.Column,
        "and other threads may read it here");
  }
  if (Loop.Other.Line != 0)
    addRace(Loop);
  Found.Loop = std::move(Loop);
  Out.push_back(std::move(Found));
}

void EditFinder::addRace(const LoopReport &Loop) {
  Finding Found;
  Found.What = Finding::Race;
  Found.At = placeOf(Loop.At.File, Loop.At.Line, Loop.At.Column);
  Found.Message = raceMessage(Loop);
  Found.Notes.push_back(
      {placeOf(Loop.Other.File, Loop.Other.Line, Loop.Other.Column),
       "other threads read it here"});
  Found.Loop = Loop;
  Found.LineText = Loop.At.Text;
  Out.push_back(std::move(Found));
}

/// \p Found stands in \p File around \p Edit; or, without one, edits \p File.
bool EditFinder::wants(const Finding &Found, const EditedFile &File,
                       const LineEdit *Edit) const {
  if (Found.What != Finding::Rewritten)
    return false;
  return any_of(File.Changes, [&](const AtomicChange &Change) {
    if (!is_contained(Found.Loop.Made.Changes, Change.getKey()))
      return false;
    return !Edit ||
           any_of(Change.getReplacements(), [&](const Replacement &Part) {
             return Part.getOffset() <= Edit->Offset + Edit->Length &&
                    Edit->Offset <= Part.getOffset() + Part.getLength();
           });
  });
}

std::vector<size_t> EditFinder::ownersOf(StringRef Path, const EditedFile &File,
                                         const LineEdit &Edit) const {
  std::vector<size_t> Around, Touching, Any;
  for (size_t I = 0; I < Out.size(); ++I) {
    const LoopReport &Loop = Out[I].Loop;
    if (!wants(Out[I], File, nullptr))
      continue;
    Any.push_back(I);
    if (splitPlace(Loop.Where.Key).first == Path &&
        Loop.Where.FunctionBegin <= Edit.Offset + Edit.Length &&
        Edit.Offset <= Loop.Where.FunctionEnd)
      Around.push_back(I);
    if (wants(Out[I], File, &Edit))
      Touching.push_back(I);
  }
  if (!Around.empty())
    return Around;
  StringRef Old = StringRef(File.OldText).substr(Edit.Offset, Edit.Length);
  if (onlyAddsIncludes(Old, Edit.Text))
    Any.resize(std::min<size_t>(Any.size(), 1));
  else if (!Touching.empty())
    return Touching;
  return Any;
}

std::vector<Finding> EditFinder::run() {
  struct Owned {
    size_t Loop;
    FileEdit Edit;
  };
  std::vector<Owned> All;
  IntEqClasses Groups(Out.size());
  for (const auto &[Path, File] : Edited.files()) {
    if (!File.isChanged())
      continue;
    for (LineEdit &Edit : lineEdits(File.OldText, File.NewText)) {
      std::vector<size_t> Owners = ownersOf(Path, File, Edit);
      if (Owners.empty())
        continue;
      for (size_t Owner : Owners)
        Groups.join(Owners.front(), Owner);
      All.push_back({Owners.front(), {File.Path, std::move(Edit)}});
    }
  }
  for (Owned &Each : All)
    Out[Groups.findLeader(Each.Loop)].Edits.push_back(std::move(Each.Edit));
  for (size_t I = 0; I < Out.size(); ++I)
    if (size_t First = Groups.findLeader(I); First != I)
      Out[I].Notes.push_back(
          {Out[First].At, "it is rewritten together with this loop"});
  return std::move(Out);
}

} // namespace

std::vector<Finding> findEdits(size_t Arguments, const Agreement &Agreed,
                               const EditedFiles &Edited) {
  return EditFinder(Arguments, Agreed, Edited).run();
}

} // namespace cudapipe
