//===- CallCosts.h - What library calls compute -----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_RESOURCES_CALLCOSTS_H
#define CUDAPIPE_RESOURCES_CALLCOSTS_H

#include "clang/AST/Expr.h"
#include "clang/AST/Stmt.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace cudapipe {

/// Arithmetic of a call or an asm statement, per thread.
struct Cost {
  double Operations = 0, Math = 0;
};

/// What a division, a root or a transcendental function takes in instructions:
/// a round figure; the real one depends on the type and the compiler's flags.
inline constexpr double SlowMath = 8;

/// The matrix product of m x n x k by a warp, its inputs of \p InputBits.
Cost matrixProduct(double M, double N, double K, unsigned InputBits);

/// The arithmetic of the library function \p Name (unqualified).
Cost libraryCost(llvm::StringRef Name);

/// The function reads what its first argument points to: __ldg, __ldcg.
bool isPointerLoad(llvm::StringRef Name);

/// wmma::mma_sync and bmma_sync.
std::optional<Cost> warpProduct(const clang::CallExpr &Call);

/// The bytes of a thread's share of the fragment that wmma::load_matrix_sync
/// or store_matrix_sync moves; the fragment is argument \p Index.
uint64_t fragmentBytes(const clang::CallExpr &Call, unsigned Index,
                       const clang::ASTContext &Ctx);

/// What the asm text computes: mma.sync and multiply-adds. Nothing where it
/// holds an instruction that may compute and is not known.
std::optional<Cost> asmCost(llvm::StringRef Text);

/// Shared loads of the asm text: ldmatrix and ld.shared.
unsigned asmSharedLoads(llvm::StringRef Text);

} // namespace cudapipe

#endif // CUDAPIPE_RESOURCES_CALLCOSTS_H
