//===- Items.h - The user's statements, told apart --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_READBACK_ITEMS_H
#define CUDAPIPE_LIB_READBACK_ITEMS_H

#include "clang/AST/Stmt.h"
#include "llvm/ADT/ArrayRef.h"
#include <string>
#include <vector>

namespace cudapipe {

/// What \p S sets, declares and calls, by name, which stays the same whatever
/// becomes of the loads and the rows of tiles; empty: nothing. With
/// \p MemoryOnly, variables do not count: what only loads needed may be gone.
std::string signatureOf(const clang::Stmt *S, bool MemoryOnly);

/// Adds, in order, the signatures of \p S or of statements in it that are one
/// of \p Wanted.
void addSignatures(const clang::Stmt *S, llvm::ArrayRef<std::string> Wanted,
                   bool MemoryOnly, std::vector<std::string> &Out);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_READBACK_ITEMS_H
