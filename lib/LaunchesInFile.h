//===- LaunchesInFile.h - Launches in other files ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   gemm.cu    __global__ void gemm(...) { ... }      what is rewritten
//   main.cu    gemm<<<grid, block, smem>>>(...);      parsed besides, for this
//   other.cu   does not name it                       not parsed
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_LAUNCHESINFILE_H
#define CUDAPIPE_LIB_LAUNCHESINFILE_H

#include "cudapipe/Rewrite/EditLaunches.h"
#include "cudapipe/RewriteFile.h"

namespace cudapipe {

/// The launches of a kernel in one other file.
struct LaunchesInFile {
  std::string File;
  const clang::ASTContext *Ctx;
  /// The kernel as that file knows it.
  const clang::FunctionDecl *Kernel;
  LaunchSites Sites;
};

/// Files of the program that may launch a kernel, by their text.
struct MayLaunch {
  std::vector<std::string> Files;
  /// A file with another kernel of that name; "" if there is none.
  std::string Rival;
};

/// Searches the other files of the program for \p Kernel. Says in \p Here, its
/// launches in this translation unit, whether there may be more.
MayLaunch searchOtherFiles(const clang::FunctionDecl &Kernel, LaunchSites &Here,
                           const clang::ASTContext &Ctx,
                           const RewriteOptions &Options,
                           const EditScope &Scope);

/// A file of the program that launches \p Kernel and wants all of its blocks at
/// once; "" if there is none.
std::string fileThatWantsAllBlocks(const clang::FunctionDecl &Kernel,
                                   const clang::ASTContext &Ctx,
                                   const RewriteOptions &Options,
                                   const EditScope &Scope);

/// Parses \p Found. What \p Here keeps out of sight is brought into sight, or
/// more is hidden: all launches, or none.
std::vector<LaunchesInFile>
readOtherFiles(const clang::FunctionDecl &Kernel, const MayLaunch &Found,
               LaunchSites &Here, const clang::ASTContext &Ctx,
               const RewriteOptions &Options, const EditScope &Scope);

/// The edits that give the launches in \p Other what \p Wish, of \p Kernel in
/// \p Ctx, asks for. A rejection names the file.
OrRejection<LaunchEdits> editOther(const LaunchesInFile &Other,
                                   const LaunchWish &Wish,
                                   const clang::FunctionDecl &Kernel,
                                   const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_LAUNCHESINFILE_H
