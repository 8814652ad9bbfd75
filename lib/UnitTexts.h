//===- UnitTexts.h - The texts of a translation unit ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One translation unit is read many times, and its files are other ones each
// time: the main file, and headers that are edited.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_UNITTEXTS_H
#define CUDAPIPE_LIB_UNITTEXTS_H

#include "cudapipe/Emit/ApplyChanges.h"
#include "cudapipe/Frontend/Unit.h"

namespace cudapipe {

/// What the files of a translation unit hold, in the place of what the disk
/// has.
class UnitTexts {
public:
  /// \p Main stands in the file \p Path and is parsed with \p Command; headers
  /// that match \p EditedHeaders may change. All of them but the texts have to
  /// outlive this and its copies.
  UnitTexts(const DeviceCommand &Command, llvm::StringRef Path,
            llvm::StringRef Main, StyleOf Style, llvm::StringRef EditedHeaders);

  /// As parseFile().
  llvm::Error parse(AstConsumer Consume) const;
  /// These texts with all of \p Changes made, each in the file of canonical
  /// path that it names. Fails if two of them overlap.
  llvm::Expected<UnitTexts>
  with(llvm::ArrayRef<clang::tooling::AtomicChange> Changes) const;
  /// The text of the file of canonical path \p File.
  llvm::Expected<std::string> of(llvm::StringRef File) const;
  /// The files whose text is another one than in \p Before, of which these are
  /// made, by canonical path.
  std::vector<std::string> changedSince(const UnitTexts &Before) const;

private:
  std::shared_ptr<Unit> Parser;
  llvm::StringRef Path;
  StyleOf Style;
  /// The main file by its canonical path.
  std::string MainFile;
  FileTexts Texts;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_UNITTEXTS_H
