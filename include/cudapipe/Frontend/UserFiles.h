//===- cudapipe/Frontend/UserFiles.h - What is not the system's -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Headers that come precompiled are not among the local entries of a source
// manager, and to look through all others is to load them.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_USERFILES_H
#define CUDAPIPE_FRONTEND_USERFILES_H

#include "clang/AST/ASTContext.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <vector>

namespace cudapipe {

/// Calls \p Visit with the main file, and with each buffer that was entered and
/// is not the system's: the command line's macros too, which have no file.
void forUserBuffers(const clang::SourceManager &SM,
                    llvm::function_ref<void(clang::FileID)> Visit);

/// The same, without those that have no file.
void forUserFiles(const clang::SourceManager &SM,
                  llvm::function_ref<void(clang::FileID)> Visit);

/// Calls \p Visit with the places in files that macros were expanded from.
void forReadMacros(const clang::SourceManager &SM,
                   llvm::function_ref<void(clang::SourceLocation)> Visit);

/// Declarations at the file's scope, less those of precompiled system headers.
std::vector<clang::Decl *> topLevelDecls(const clang::ASTContext &Ctx);

/// The identifier \p Name, or null where no code that was read spells it.
const clang::IdentifierInfo *findIdentifier(llvm::StringRef Name,
                                            const clang::ASTContext &Ctx);

/// What a precompiled header has of these.
struct PrecompiledFiles {
  std::vector<clang::FileID> Buffers;
  std::vector<clang::SourceLocation> ReadMacros;
};

/// Tells the functions above, in this thread, as long as it lives.
class KnownPrecompiledFiles {
public:
  KnownPrecompiledFiles(const clang::SourceManager &SM, PrecompiledFiles Files);
  KnownPrecompiledFiles(const KnownPrecompiledFiles &) = delete;
  KnownPrecompiledFiles &operator=(const KnownPrecompiledFiles &) = delete;
  ~KnownPrecompiledFiles();

private:
  const clang::SourceManager &SM;
};

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_USERFILES_H
