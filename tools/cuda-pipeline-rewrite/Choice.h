//===- Choice.h - An option whose value is one of a few words ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_TOOL_CHOICE_H
#define CUDAPIPE_TOOL_CHOICE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <utility>

namespace cudapipe {

/// "--variant: unknown value 'cpasyn', did you mean 'cpasync'? It is one of:
/// auto, cpasync, ldg, ldg-single"
llvm::Error unknownChoice(llvm::StringRef Option, llvm::StringRef Value,
                          llvm::ArrayRef<llvm::StringRef> Words);

/// The member of \p Choices that \p Value names.
template <typename T>
llvm::Expected<T>
choose(llvm::StringRef Option, llvm::StringRef Value,
       llvm::ArrayRef<std::pair<llvm::StringRef, T>> Choices) {
  llvm::SmallVector<llvm::StringRef> Words;
  for (const auto &[Word, Meaning] : Choices) {
    if (Word == Value)
      return Meaning;
    Words.push_back(Word);
  }
  return unknownChoice(Option, Value, Words);
}

} // namespace cudapipe

#endif // CUDAPIPE_TOOL_CHOICE_H
