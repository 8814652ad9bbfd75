//===- Launches.h - Kernels of a file and how they are launched -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_CHECK_LAUNCHES_H
#define CUDAPIPE_LIB_CHECK_LAUNCHES_H

#include "BlockPlay.h"
#include "Sizes.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"

namespace cudapipe::check {

/// One `<<<...>>>`: sizes as arithmetic on the names of the kernel's
/// parameters. Texts of what is not known are empty.
struct LaunchTexts {
  std::vector<std::string> Grid, Block;
  std::string DynamicBytes;
  /// What each parameter is passed, where that is a number or null: "0".
  std::vector<std::string> Arguments;
  SizeNames Constants;
  unsigned Line = 0;

  /// The block, if \p Names and the constants of the file give it.
  std::optional<Triple> block(const SizeNames &Names) const;
  std::optional<Triple> grid(const SizeNames &Names) const;
  std::optional<int64_t> dynamicBytes(const SizeNames &Names) const;
  /// What parameter \p I is always passed.
  std::optional<int64_t> argument(unsigned I) const;
};

/// A kernel that has code.
struct KernelInFile {
  const clang::FunctionDecl *Kernel;
  std::vector<LaunchTexts> Launches;
  /// A template that nothing here instantiates; it has no code.
  bool IsOnlyTemplate = false;
  /// The text launches it, but not so that it could be told with what.
  bool HasUnreadLaunch = false;
};

/// The kernels with a body in the main file, in its order: of a template all
/// instances, or it itself if there are none.
std::vector<KernelInFile> findKernelsToCheck(clang::ASTContext &Ctx);

} // namespace cudapipe::check

#endif // CUDAPIPE_LIB_CHECK_LAUNCHES_H
