//===- cudapipe/Analyze/AsmBarrier.h - Barriers in inline asm -----*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Source: PTX ISA 9.0, "bar, barrier": without a number of threads, all of the
// block take part; barrier 0 is that of __syncthreads(). What the compiler
// moves across it, the clobbers say.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_ASMBARRIER_H
#define CUDAPIPE_ANALYZE_ASMBARRIER_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include <optional>

namespace cudapipe {

/// The number, or the operand, of the barrier that \p Text waits at, "0" or
/// "%0"; nothing if it is not one `bar.sync` or another spelling of it.
std::optional<llvm::StringRef> barrierOfAsm(llvm::StringRef Text);

/// \p S is `bar.sync 0` or another spelling of it, alone in its statement.
bool isAsmBarrier(const clang::Stmt *S, const clang::ASTContext &Ctx);

/// The compiler keeps accesses to memory on their side of \p Asm.
bool clobbersMemory(const clang::GCCAsmStmt &Asm);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_ASMBARRIER_H
