//===- cudapipe/Analyze/AsmText.h - What inline assembly says ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_ASMTEXT_H
#define CUDAPIPE_ANALYZE_ASMTEXT_H

#include "clang/AST/Stmt.h"
#include <string>

namespace cudapipe {

/// The text of \p Asm with each special register in the spelling `%%laneid`.
/// Clang asks for it where there are operands; nvcc takes `%laneid`, too, and
/// where there are none it is the only one.
std::string asmText(const clang::GCCAsmStmt &Asm);

/// The loads of inline assembly.
struct AsmLoads {
  bool Any = false;
  /// One looks for what others have stored by now.
  bool Ask = false;
  /// All are of shared memory.
  bool OnlyOfBlock = true;
  /// They are repeated by a jump.
  bool Repeat = false;
};

AsmLoads loadsOf(llvm::StringRef Text);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_ASMTEXT_H
