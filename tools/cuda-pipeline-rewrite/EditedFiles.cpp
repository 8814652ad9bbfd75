//===- EditedFiles.cpp - All files that a run changes ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EditedFiles.h"
#include "cudapipe/Emit/ReplaceFile.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace llvm;
using clang::tooling::AtomicChange;

namespace cudapipe {

EditedFiles::EditedFiles(ArrayRef<FileWork> Works, const Agreement &Agreed,
                         StyleOf Style)
    : Works(Works), Edits(Works.size()), Printed(Works.size()) {
  collect(Agreed);
  apply(Style);
  for (const auto &[Path, File] : Files) {
    std::vector<const EditedFile *> &There = Printed[File.First];
    bool Itself = Path == Works[File.First].Canonical;
    There.insert(Itself ? There.begin() : There.end(), &File);
  }
}

/// The changes of each file, once each, in the order of the files that make
/// them.
void EditedFiles::collect(const Agreement &Agreed) {
  for (size_t I = 0; I < Works.size(); ++I)
    if (!Works[I].HeadersOnly && Works[I].Failure.empty())
      Files.try_emplace(
          Works[I].Canonical,
          EditedFile{Works[I].Path, Works[I].Text, "", {}, I, Files.size()});
  std::set<StringRef> Keys;
  for (size_t I = 0; I < Works.size(); ++I)
    for (const AtomicChange *Change : Agreed.changesOf(I)) {
      const std::string &Path = Change->getFilePath();
      EditedFile &File =
          Files.try_emplace(Path, EditedFile{Path, "", "", {}, I, Files.size()})
              .first->second;
      // The text of a file that has no loop of its own is not kept.
      if (File.OldText.empty())
        if (auto Text = MemoryBuffer::getFile(Path))
          File.OldText = (*Text)->getBuffer().str();
      Edits[I].insert(Path);
      if (Keys.insert(Change->getKey()).second)
        File.Changes.push_back(*Change);
    }
  IntEqClasses Groups(Files.size());
  for (const std::set<std::string> &Paths : Edits)
    for (const std::string &Path : Paths)
      Groups.join(Files.at(*Paths.begin()).Group, Files.at(Path).Group);
  Groups.compress();
  for (auto &Entry : Files)
    Entry.second.Group = Groups[Entry.second.Group];
}

void EditedFiles::fail(size_t Group, Error Failure) {
  Failures.try_emplace(Group, toString(std::move(Failure)));
}

/// A change behind the end of \p Text: it is not the one that was parsed.
static bool isStale(const AtomicChange &Change, StringRef Text) {
  return any_of(Change.getReplacements(),
                [&](const clang::tooling::Replacement &Edit) {
                  return Edit.getOffset() + Edit.getLength() > Text.size();
                });
}

/// The text of \p File as it was read back, if that is with its Changes and no
/// others.
static const std::string *readBackText(const EditedFile &File,
                                       const FileWork &Work) {
  const FileResult &Result = Work.Result;
  if (!Result.NewText || Work.Path != File.Path || Work.Text != File.OldText)
    return nullptr;
  size_t Same = 0;
  for (const AtomicChange &Change : Result.Changes)
    if (Change.getFilePath() == Result.File &&
        (Same == File.Changes.size() || !(File.Changes[Same++] == Change)))
      return nullptr;
  return Same == File.Changes.size() ? &*Result.NewText : nullptr;
}

void EditedFiles::apply(StyleOf Style) {
  for (auto &Entry : Files) {
    EditedFile &File = Entry.second;
    File.NewText = File.OldText;
    if (File.Changes.empty())
      continue;
    if (any_of(File.Changes, [&](const AtomicChange &Change) {
          return isStale(Change, File.OldText);
        })) {
      fail(File.Group, createStringError("'" + File.Path +
                                         "' has changed while it was read"));
      continue;
    }
    if (const std::string *Known = readBackText(File, Works[File.First])) {
      File.NewText = *Known;
      continue;
    }
    Expected<std::string> Edited =
        applyChanges(File.OldText, File.Path, File.Changes, Style(File.Path));
    if (Edited)
      File.NewText = std::move(*Edited);
    else
      fail(File.Group, Edited.takeError());
  }
  // All or nothing.
  for (auto &Entry : Files)
    if (Failures.count(Entry.second.Group))
      Entry.second.NewText = Entry.second.OldText;
}

StringRef EditedFiles::textOf(StringRef Canonical) const {
  auto It = Files.find(Canonical.str());
  return It == Files.end() ? "" : StringRef(It->second.OldText);
}

const std::string *EditedFiles::nameOf(StringRef Canonical) const {
  auto It = Files.find(Canonical.str());
  return It == Files.end() ? nullptr : &It->second.Path;
}

size_t EditedFiles::changed() const {
  return count_if(Files,
                  [](const auto &Entry) { return Entry.second.isChanged(); });
}

void EditedFiles::write() {
  std::map<size_t, std::vector<std::pair<std::string, std::string>>> Groups;
  for (const auto &[Path, File] : Files)
    if (File.isChanged())
      Groups[File.Group].push_back({File.Path, File.NewText});
  for (const auto &[Group, Texts] : Groups)
    if (Error Failure = replaceFiles(Texts))
      fail(Group, std::move(Failure));
}

std::string EditedFiles::failureAt(size_t Index) const {
  for (const std::string &Path : Edits[Index])
    if (auto It = Failures.find(Files.at(Path).Group); It != Failures.end())
      return It->second;
  return "";
}

} // namespace cudapipe
