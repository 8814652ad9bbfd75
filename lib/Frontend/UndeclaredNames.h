//===- UndeclaredNames.h - What a name can only be --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   __global__ void scale(const real *x, int n) {
//     __shared__ real tile[ROWS];                  ROWS is a constant, real a
//     for (int i = threadIdx.x; i < n; i += STEP)  type of numbers, and STEP
//       tile[i % ROWS] = x[i] * FACTOR;            and FACTOR are values.
//
// Where nothing declares a name, the text still says what it can only be. A
// value in an expression may differ from thread to thread, and nothing is known
// of it; in the header of a loop with a barrier the block agrees on it, as the
// original would hang else.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_FRONTEND_UNDECLAREDNAMES_H
#define CUDAPIPE_LIB_FRONTEND_UNDECLAREDNAMES_H

#include "CodeWords.h"

namespace cudapipe {

/// What a name is read as.
struct NameMeaning {
  /// What stands for it, "" if that cannot be told.
  std::string Text;
  /// The same, to be said.
  std::string Said;
  /// It may be no constant.
  bool IsAssumed = false;
};

class UndeclaredNames {
public:
  /// \p Code is that of a whole file.
  explicit UndeclaredNames(llvm::StringRef Code);

  llvm::ArrayRef<CodeWord> words() const { return Words; }

  /// What \p Name, of an expression, can only be.
  NameMeaning valueOf(llvm::StringRef Name) const;
  enum class Function { None, OfValue, OfEffect };
  /// Each use of \p Name, of an expression, calls it as a function; for its
  /// effect, if some use is a statement. What is in capitals may be a macro,
  /// which does more than a function.
  Function functionOf(llvm::StringRef Name) const;
  /// What \p Name, in front of what is declared, can only be.
  NameMeaning typeOf(llvm::StringRef Name) const;

private:
  /// `#define Name Body`
  struct Definition {
    llvm::StringRef Name;
    bool TakesArguments = false;
    std::string Text; ///< Ends in a zero, as the lexer wants it.
    std::vector<CodeWord> Body;
  };

  bool isConstant(llvm::StringRef Name, unsigned Depth = 0) const;
  bool isBound(llvm::StringRef Name) const;
  bool isInConstant(llvm::StringRef Name) const;
  bool isAskedFor(llvm::StringRef Name) const;
  bool isInHostCode(llvm::StringRef Name) const;
  bool isInBlockLoop(llvm::StringRef Name) const;
  bool mayTakePlace(llvm::StringRef Name, bool IsExpression) const;

  const std::string Code; ///< Ends in a zero, too.
  const std::vector<CodeWord> Words;
  std::vector<Definition> Definitions;
  std::vector<llvm::StringRef> Conditions; ///< Lines of #if and so on.
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_FRONTEND_UNDECLAREDNAMES_H
