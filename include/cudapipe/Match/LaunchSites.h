//===- cudapipe/Match/LaunchSites.h - Who launches a kernel -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every place that says how much dynamic shared memory a kernel gets:
//
//   size_t smem = BK * sizeof(float);                      <- SizeVariables
//   cudaFuncSetAttribute(k<8>,                             <- Attribute
//       cudaFuncAttributeMaxDynamicSharedMemorySize, smem);
//   cudaOccupancyMaxActiveBlocksPerMultiprocessor(         <- Occupancy
//       &blocks, k<8>, 256, smem);
//   k<8><<<grid, block, smem, stream>>>(A);                <- Chevron
//   cudaLaunchKernel((void *)k<8>, grid, block, args,      <- Call
//                    smem, stream);
//   config.dynamicSmemBytes = smem;                        <- Config
//   cudaLaunchKernelEx(&config, k<8>, A);
//
// and every use of its name that may lead to a launch we do not see.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_MATCH_LAUNCHSITES_H
#define CUDAPIPE_MATCH_LAUNCHSITES_H

#include "cudapipe/Match/EditScope.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/STLExtras.h"
#include <string>
#include <vector>

namespace cudapipe {

/// One call that launches the kernel, or that is told its shared memory.
struct LaunchSite {
  enum KindTy { Chevron, Call, Config, Attribute, Occupancy };
  KindTy Kind;
  const clang::CallExpr *At;
  /// The kernel as it is named there: `k`, `k<32, 8>`, or a local variable.
  const clang::Expr *Name;
  /// The specialization or function meant; null in a template that gives it
  /// dependent arguments, or behind a variable.
  const clang::FunctionDecl *Kernel = nullptr;
  /// Every expression that gives the size. Empty: none, which is zero bytes;
  /// Attribute: the most that the device allows, whatever that is.
  /// Config: the values stored in its member, more than one if assigned anew.
  llvm::SmallVector<const clang::Expr *, 1> Sizes;
  /// Config: the local variable that is passed.
  const clang::VarDecl *ConfigVar = nullptr;
  /// The statements around At, from the outside in.
  std::vector<const clang::Stmt *> Around;
  /// The function it stands in; null in an initializer at file scope.
  const clang::FunctionDecl *Host = nullptr;

  bool isLaunch() const {
    return Kind == Chevron || Kind == Call || Kind == Config;
  }
};

/// A use of the kernel after which someone else may launch it.
struct OutOfSight {
  clang::SourceRange Where;
  /// "its address is passed to 'run'", without full stop.
  std::string Why;
  /// What it takes to be sure. Nothing helps a use in this translation
  /// unit. Files: to know all files that include or declare the kernel.
  /// Launch: a launch in another file.
  enum NeedsTy { Nothing, Files, Launch };
  NeedsTy Needs = Nothing;
};

struct LaunchSites {
  /// In source order, each place once.
  std::vector<LaunchSite> Sites;
  std::vector<OutOfSight> Hidden;
  /// In functions of which a part does not parse: out of sight, and good enough
  /// for a guess.
  std::vector<LaunchSite> Likely;
  /// Local variables, and constants of the file, that hold the size and nothing
  /// else, so that it can be changed where they are initialized. Uses besides
  /// Sizes are comparisons in an `if`, such as with 48 KB.
  std::vector<const clang::VarDecl *> SizeVariables;

  /// A launch that needs all blocks resident at once (cooperative), or what may
  /// be one; invalid: none is in sight.
  clang::SourceRange WantsAllBlocks;
  /// Other files launch it too, and can be edited.
  bool MoreElsewhere = false;

  /// No file can launch it that is not looked at: others do not see the kernel,
  /// or all files are known. Else what launches in sight have in common is
  /// likely, and has to be tested where the kernel runs.
  bool NoneUnknown = false;

  bool allInSight() const { return Hidden.empty(); }
  bool holdsSize(const clang::VarDecl *Var) const {
    return llvm::is_contained(SizeVariables, Var);
  }
};

/// Grid, block, shared memory or stream of `<<<...>>>`, by \p Index; null where
/// it is left out.
const clang::Expr *launchArgument(const clang::CUDAKernelCallExpr &Launch,
                                  unsigned Index);

/// The variable that \p Size names, if it is nothing but a name, as another
/// type of number at most.
const clang::VarDecl *namedVariable(const clang::Expr *Size);

/// Every launch of \p Kernel in the translation unit. Of a template, those of
/// all instantiations; any of them, or the template itself, may be passed.
/// Host code is looked at as written: a template once, instantiated or not.
/// Launches in files that are not in \p Scope are out of sight.
LaunchSites findLaunches(const clang::FunctionDecl &Kernel,
                         const clang::ASTContext &Ctx, const EditScope &Scope);

} // namespace cudapipe

#endif // CUDAPIPE_MATCH_LAUNCHSITES_H
