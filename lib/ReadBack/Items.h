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

/// The statements in \p Body whose signature is one of \p Wanted, in order.
std::vector<std::string> signaturesIn(const clang::Stmt *Body,
                                      llvm::ArrayRef<std::string> Wanted,
                                      bool MemoryOnly);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_READBACK_ITEMS_H
