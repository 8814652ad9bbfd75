//===- Words.h - Text, as the compiler reads it -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_UNDO_WORDS_H
#define CUDAPIPE_LIB_UNDO_WORDS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSet.h"
#include <string>
#include <vector>

namespace cudapipe {

/// The tokens of \p Code, comments and blanks left out. Each line of the
/// preprocessor ends with one that is a line break.
std::vector<std::string> tokensIn(llvm::StringRef Code);

/// A token, and where it stands.
struct PlacedWord {
  unsigned Begin, End;
  std::string Text;
};
/// The tokens of \p Code, where they stand in it.
std::vector<PlacedWord> placedWordsIn(llvm::StringRef Code);

/// The identifiers among them.
llvm::StringSet<> identifiersIn(llvm::StringRef Code);

/// \p One and \p Other are the same words.
inline bool sameWords(llvm::StringRef One, llvm::StringRef Other) {
  return tokensIn(One) == tokensIn(Other);
}

/// \p Made is \p Given, but for names: in the part [Begin, End) of Given, one
/// of
/// \p MayDiffer stands wherever Made has a certain other one, which is not in
/// \p Taken.
bool sameButForNames(llvm::StringRef Made, llvm::StringRef Given,
                     unsigned Begin, unsigned End,
                     const llvm::StringSet<> &MayDiffer,
                     const llvm::StringSet<> &Taken);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_UNDO_WORDS_H
