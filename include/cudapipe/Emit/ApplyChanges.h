//===- cudapipe/Emit/ApplyChanges.h - Edits to text -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What this file does not decide: what is edited. It keeps what is the user's:
// line endings, the style of a .clang-format, the order of includes.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_EMIT_APPLYCHANGES_H
#define CUDAPIPE_EMIT_APPLYCHANGES_H

#include "clang/Tooling/Refactoring/AtomicChange.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/Error.h"
#include <string>

namespace cudapipe {

/// The clang-format style of a file.
using StyleOf = llvm::function_ref<std::string(llvm::StringRef Path)>;

/// \p Text with all of \p Changes made; fails if two of them overlap.
///
/// Headers are inserted once, where includes of their kind stand. Edited ranges
/// are laid out by clang-format in \p Style ("file": the nearest .clang-format,
/// and not at all without one), except where they hold a kernel launch, whose
/// <<< clang-format may break. New lines end as those of \p Text do.
llvm::Expected<std::string>
applyChanges(llvm::StringRef Text, llvm::StringRef Path,
             llvm::ArrayRef<clang::tooling::AtomicChange> Changes,
             llvm::StringRef Style);

} // namespace cudapipe

#endif // CUDAPIPE_EMIT_APPLYCHANGES_H
