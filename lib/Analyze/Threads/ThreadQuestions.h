//===- ThreadQuestions.h - Functions that ask who runs them -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   int rank() { return threadIdx.x; }        asks
//   int left(int n) { return n - rank(); }    asks, through rank()
//   Lane() : id(threadIdx.x & 31) {}          asks: so do defaults of members
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_THREADQUESTIONS_H
#define CUDAPIPE_LIB_ANALYZE_THREADQUESTIONS_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/DenseMap.h"

namespace cudapipe {

/// Which functions ask, by a name, a library function or assembly, which thread
/// they run in; what they give may differ from thread to thread.
class ThreadQuestions {
public:
  /// True as well where the body is not in sight.
  bool asks(const clang::FunctionDecl &Function);
  /// What the library's function gives may differ from thread to thread, given
  /// the same arguments.
  static bool answersEachThread(const clang::FunctionDecl &OfLibrary);

private:
  /// \p S, or what it calls, does.
  bool asks(const clang::Stmt *S);

  /// True while the function is being read: what calls itself is not followed.
  llvm::DenseMap<const clang::FunctionDecl *, bool> Known;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_THREADQUESTIONS_H
