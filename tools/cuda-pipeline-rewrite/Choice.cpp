//===- Choice.cpp - An option whose value is one of a few words -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Choice.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace cudapipe {

Error unknownChoice(StringRef Option, StringRef Value,
                    ArrayRef<StringRef> Words) {
  StringRef Nearest = *llvm::min_element(Words, [&](StringRef A, StringRef B) {
    return Value.edit_distance(A) < Value.edit_distance(B);
  });
  std::string Hint;
  if (Value.edit_distance(Nearest) <= 2)
    Hint = (", did you mean '" + Nearest + "'?").str();
  return createStringError("--" + Option + ": unknown value '" + Value + "'" +
                           (Hint.empty() ? "." : Hint) +
                           " It is one of: " + join(Words, ", "));
}

} // namespace cudapipe
