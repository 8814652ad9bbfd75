//===- MissingMacros.h - Macros that no header brought ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   template <typename T> MY_KERNEL BOUNDS(256) scale(T *x) {
//     __shared__ T tile[ROWS][32];
//   ...
//   scale<float><<<1, 256>>>(x);
//
// Where a header is not found, or a `-D` is not given, the text still says what
// some of its names can only be: ROWS is a number, MY_KERNEL what makes a
// kernel of a function, BOUNDS(..) a word in front of one (others:
// UndeclaredNames.h), and `half2` is that of CUDA (StandardNames.h). With them
// defined on the command line the rest is read. A number or a type that the
// command line gives decides nothing: the rewrite tests it (lib/Builds).
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_FRONTEND_MISSINGMACROS_H
#define CUDAPIPE_LIB_FRONTEND_MISSINGMACROS_H

#include "cudapipe/Frontend/ParseFile.h"
#include <set>

namespace cudapipe {

/// A macro that is defined for a parse, or a header that is read for a name.
struct MissingMacro {
  std::string Name;
  /// As behind -D: "ROWS=32", "BOUNDS(...)="; or a header of the system.
  std::string Definition;
  /// What it is taken for, to be said of it; "" if the user need not know.
  std::string TakenFor;
  /// Where its name stands in the main file.
  unsigned At = 0;
  bool IsHeader = false;
  /// It is declared, as a function whose body is not seen; Definition is what
  /// it returns.
  bool IsFunction = false;
  /// A value that may be no constant.
  bool IsAssumed = false;
};

/// In the place of an offset: the error is in a header.
constexpr unsigned NotInMainFile = ~0u;

/// What is said of \p Macro; no full stop.
std::string takenForMessage(const MissingMacro &Macro);

/// Declares those of \p Taken that are functions; "" if none is.
std::string declareMissing(llvm::ArrayRef<MissingMacro> Taken);

/// \p Error says that of one, and hides nothing.
bool isTakenFor(const ParseError &Error);

/// What is missing for the functions of \p Code that may hold a K-loop;
/// \p Errors are those of its parse, at \p Offsets. \p IsKnown: a keyword, a
/// macro, or declared at file scope elsewhere than there.
std::vector<MissingMacro>
findMissingMacros(llvm::StringRef Code, llvm::ArrayRef<ParseError> Errors,
                  llvm::ArrayRef<unsigned> Offsets,
                  llvm::function_ref<bool(llvm::StringRef, unsigned)> IsKnown);

/// How much of \p Code \p Errors, of its parse, at \p Offsets, may hide: a
/// function that is broken in front of its body weighs more than one whose body
/// is.
size_t weighHidden(llvm::StringRef Code, llvm::ArrayRef<ParseError> Errors,
                   llvm::ArrayRef<unsigned> Offsets);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_FRONTEND_MISSINGMACROS_H
