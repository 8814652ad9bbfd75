//===- cudapipe/Analyze/AsmText.h - What inline assembly says ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_ASMTEXT_H
#define CUDAPIPE_ANALYZE_ASMTEXT_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/SmallVector.h"
#include <string>

namespace cudapipe {

/// The text of \p Asm with each special register in the spelling `%%laneid`.
/// Clang asks for it where there are operands; nvcc takes `%laneid`, too, and
/// where there are none it is the only one.
std::string asmText(const clang::GCCAsmStmt &Asm);

/// The mnemonic of \p Instruction, behind braces, a label and a predicate.
llvm::StringRef mnemonicOf(llvm::StringRef Instruction);

/// The loads of inline assembly.
struct AsmLoads {
  bool Any = false;
  /// One looks for what others have stored by now.
  bool Ask = false;
  /// All are of shared memory.
  bool OnlyOfBlock = true;
  /// All say that they are of global memory.
  bool OnlyGlobal = true;
  /// They are repeated by a jump.
  bool Repeat = false;
  /// What stands in brackets: `%4`, `%4 + 16`, or the name of a register.
  llvm::SmallVector<llvm::StringRef, 2> Addresses;
};

/// Of the text \p Text, which must live as long.
AsmLoads loadsOf(llvm::StringRef Text);

/// The pointers that those which \p Asm sets are made of, if it does nothing
/// but compute and is given no other number that could hold an address; else
/// none.
llvm::SmallVector<const clang::Expr *, 2>
pointersComputedFrom(const clang::GCCAsmStmt &Asm);

/// The operand of \p Asm that \p Address, a text in brackets, is made of by
/// adding a number at most, if it is one that the statement does not set; else
/// null.
const clang::Expr *addressOperand(const clang::GCCAsmStmt &Asm,
                                  llvm::StringRef Address);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_ASMTEXT_H
