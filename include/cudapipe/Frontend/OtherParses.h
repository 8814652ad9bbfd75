//===- cudapipe/Frontend/OtherParses.h - More than one AST ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Who rewrites one file may have to look into others of the program: into their
// text, into what they include, into their syntax.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_OTHERPARSES_H
#define CUDAPIPE_FRONTEND_OTHERPARSES_H

#include "cudapipe/Frontend/DeviceCommand.h"
#include "cudapipe/Frontend/FileWords.h"
#include "clang/AST/ASTContext.h"
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace clang {
class ASTUnit;
}

namespace cudapipe {

/// Headers that \p File (absolute) includes, directly or not, as far as they
/// lie beside the file that includes them or in a folder of -I. `#if` is not
/// looked at, so this is all that may be included. Canonical paths, sorted.
std::vector<std::string>
projectHeaders(llvm::StringRef File, const DeviceCommand &Command,
               const std::optional<TypedFile> &Typed = std::nullopt);

/// What files include, by their text; shared by all threads of a run.
class HeaderLists {
public:
  explicit HeaderLists(const FrontendOptions &Options) : Options(Options) {}

  /// projectHeaders(), each file read once.
  const std::vector<std::string> &of(llvm::StringRef File);

  /// May \p File or a header of(\p File) hold \p Word?
  bool mayName(llvm::StringRef File, llvm::StringRef Word);

private:
  const FrontendOptions &Options;
  FileWords Words;
  std::mutex Mutex;
  llvm::StringMap<std::vector<std::string>> Known;
};

/// The ASTs of other files, each parsed once, as long as this lives.
class OtherParses {
public:
  explicit OtherParses(const FrontendOptions &Options);
  ~OtherParses();

  /// Null if \p File cannot be parsed. Code with errors is in the AST as far as
  /// Clang understands it.
  clang::ASTContext *read(llvm::StringRef File);

private:
  const FrontendOptions &Options;
  std::map<std::string, std::unique_ptr<clang::ASTUnit>> Units;
};

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_OTHERPARSES_H
