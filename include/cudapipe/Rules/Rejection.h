//===- cudapipe/Rules/Rejection.h - Why a loop is left alone ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A rejection is a result, not an error: the loop was understood and declined.
//
//   gemm.cu:14:7: remark: K-loop in 'gemm' left alone [load-depends-on-compute]
//                 'k' is changed by the compute phase
//
// What this file does not decide: how a rejection is shown (Emit does).
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_RULES_REJECTION_H
#define CUDAPIPE_RULES_REJECTION_H

#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/StringRef.h"
#include <string>
#include <utility>
#include <variant>

namespace cudapipe {

/// One row of Rejections.def. The order is that of the table.
enum class RejectionKind {
#define REJECTION(Kind, Id, Message) Kind,
#include "cudapipe/Rules/Rejections.def"
};

/// Why a loop is left alone, and where to look.
struct Rejection {
  RejectionKind Kind;
  /// The offending statement or expression, as written in the user's file.
  clang::SourceRange Range;
  /// What is wrong with it, in the user's own names: "'A' may be written by
  /// 'C[i] = acc'". One sentence, no full stop.
  std::string Detail;
  /// The other half of a race: the read that meets the store at Range. Valid
  /// only where the kernel as it stands is wrong, whatever we do.
  clang::SourceRange Other = {};
};

/// The stable id users see and put into NOLINT or search the docs for, such as
/// "load-depends-on-compute". It is also the heading in docs/rejections.md.
llvm::StringRef rejectionId(RejectionKind Kind);

/// The one-line message of \p Kind, without detail.
llvm::StringRef rejectionMessage(RejectionKind Kind);

/// A phase's result: its noun, or why there is none.
template <typename T> using OrRejection = std::variant<T, Rejection>;

/// \p Why is about where the tile is stored and read, not about the loads.
bool leavesLoads(const Rejection &Why);

} // namespace cudapipe

#endif // CUDAPIPE_RULES_REJECTION_H
