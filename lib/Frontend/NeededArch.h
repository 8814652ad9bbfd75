//===- NeededArch.h - The architecture that a text is written for -*- C++ -*-=//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A file that nobody names an architecture for is read for sm_80. What Hopper
// and Blackwell brought does not exist there: libcu++ does not declare it, and
// no loop over it can be followed. Its names are in the text.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_FRONTEND_NEEDEDARCH_H
#define CUDAPIPE_LIB_FRONTEND_NEEDEDARCH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

namespace cudapipe {

/// An architecture, and the word that is of it.
struct NeededArch {
  llvm::StringRef Arch, Word;
};

/// The oldest architecture that has all that the code of \p File names, where
/// sm_80 has not: sm_90, sm_90a or sm_100a. Headers that it includes in quotes
/// and that lie beside it or in \p Folders (-I) are looked at, too. \p Text is
/// that of the file, where it need not be on disk.
std::optional<NeededArch> neededArch(llvm::StringRef File,
                                     std::optional<llvm::StringRef> Text,
                                     llvm::ArrayRef<std::string> Folders);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_FRONTEND_NEEDEDARCH_H
