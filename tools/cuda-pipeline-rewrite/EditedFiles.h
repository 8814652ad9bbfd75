//===- EditedFiles.h - All files that a run changes -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_EDITEDFILES_H
#define CUDAPIPE_TOOL_EDITEDFILES_H

#include "Agreement.h"
#include "cudapipe/Emit/ApplyChanges.h"

namespace cudapipe {

/// One file of the command line, or one that others of them edit.
struct EditedFile {
  /// As Clang is given it; the canonical path, if it is of no argument.
  std::string Path;
  std::string OldText, NewText;
  std::vector<clang::tooling::AtomicChange> Changes;
  /// The first file of the run that edits it, or is it.
  size_t First;
  /// Files of one group are written together or not at all.
  size_t Group;
  bool isChanged() const { return OldText != NewText; }
};

/// All files of a run as they will be.
class EditedFiles {
public:
  EditedFiles(llvm::ArrayRef<FileWork> Works, const Agreement &Agreed,
              StyleOf Style);

  /// Those that are printed behind \p Works[Index]: itself, then headers and
  /// other files by their path.
  llvm::ArrayRef<const EditedFile *> at(size_t Index) const {
    return Printed[Index];
  }
  size_t changed() const;
  /// By canonical path.
  const std::map<std::string, EditedFile> &files() const { return Files; }
  /// The old text of a file of this run, and what it is called; empty and null
  /// if it is none.
  llvm::StringRef textOf(llvm::StringRef Canonical) const;
  const std::string *nameOf(llvm::StringRef Canonical) const;
  /// Arguments that could be read, and all others that are edited.
  size_t all() const { return Files.size(); }
  /// Replaces the files on disk, group by group.
  void write();
  /// What went wrong with a file that \p Works[Index] edits; "" if nothing.
  std::string failureAt(size_t Index) const;

private:
  void collect(const Agreement &Agreed);
  void apply(StyleOf Style);
  void fail(size_t Group, llvm::Error Failure);

  llvm::ArrayRef<FileWork> Works;
  /// By canonical path.
  std::map<std::string, EditedFile> Files;
  /// The paths that each of Works edits.
  std::vector<std::set<std::string>> Edits;
  /// What is printed behind each of Works.
  std::vector<std::vector<const EditedFile *>> Printed;
  std::map<size_t, std::string> Failures;
};

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_EDITEDFILES_H
