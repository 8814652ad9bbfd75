//===- Preamble.h - The headers of a file, parsed once ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   #include <cuda_fp16.h>     the front of the file: nothing but directives
//   #ifndef TILE
//   #define TILE 16
//   #endif
//   #include "tiles.h"
//   __global__ void k() ...    the rest
//
// Clang parses the front and writes what it knows then, a precompiled header in
// memory. Parses of the file begin with that. They read all of the main text,
// the front too, so that places, macros and directives in it are as in any
// other parse; but there its headers are known already, and their guards skip
// them. Where the front does not say the same the second time, the file is
// parsed without.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FRONTEND_PREAMBLE_H
#define CUDAPIPE_FRONTEND_PREAMBLE_H

#include "cudapipe/Frontend/ParseFile.h"
#include "cudapipe/Frontend/UserFiles.h"
#include "clang/AST/DeclID.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Serialization/SourceLocationEncoding.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <optional>

namespace cudapipe {

/// A directive of the front of a file.
struct FrontDirective {
  enum { Include, Condition, Other } Kind = Other;
  unsigned Begin = 0, End = 0;
  llvm::StringRef Text;
};

/// The directives in front of the first line of \p Text that is none or ends
/// behind \p End, whole
/// `#if`s with an include or more, up to the last one that a file can be cut
/// behind.
std::vector<FrontDirective> frontOf(llvm::StringRef Text,
                                    const clang::LangOptions &Options,
                                    unsigned End = -1u);

/// Where what was precompiled ends in another text of the same file.
struct FrontMatch {
  unsigned End = 0;
  /// Where the directives begin there.
  std::vector<unsigned> Begins;
  /// Where the includes begin that it has besides.
  std::vector<unsigned> Added;
};

/// Which headers a preamble leaves out, by their canonical paths.
using HeaderFilter = llvm::function_ref<bool(llvm::StringRef)>;

class Preamble {
public:
  /// Parses the front of \p Text, up to \p End, of the file \p Path, as \p
  /// Invocation says. Null if it cannot be precompiled.
  static std::shared_ptr<const Preamble>
  build(const clang::CompilerInvocation &Invocation, llvm::StringRef Path,
        llvm::StringRef Text, unsigned End,
        llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> Files,
        HeaderFilter MayEdit);

  /// None: \p Text has another front.
  std::optional<FrontMatch> match(llvm::StringRef Text,
                                  const clang::LangOptions &Options) const;

  /// Has \p Invocation begin with this, found in \p Files.
  void use(clang::CompilerInvocation &Invocation,
           llvm::vfs::InMemoryFileSystem &Files) const;

  /// Watches a parse that began with this. \p Differs: where the front says
  /// something else this time.
  void watch(clang::CompilerInstance &Compiler, const FrontMatch &Match,
             std::optional<unsigned> &Differs) const;

  /// What the headers brought, as \p Compiler that began with this knows it:
  /// their errors, into \p Errors, and their files. Who walks the AST finds
  /// declarations of the user alone.
  PrecompiledFiles tell(clang::CompilerInstance &Compiler,
                        const FrontMatch &Match,
                        std::vector<ParseError> &Errors) const;

  /// \p File was read.
  bool holds(llvm::StringRef File) const { return Files.contains(File); }

private:
  friend class PreambleWriter;
  friend class PreambleFile;
  using Place = clang::SourceLocationEncoding::RawLocEncoding;

  /// What was precompiled, in a file beside the one it is from, so that what
  /// it includes is found.
  std::string Front, FrontPath;
  std::vector<FrontDirective> Directives;
  /// What the conditions came to, in order.
  std::vector<bool> Holds;
  /// All that headers of the user spell.
  llvm::StringSet<> UserWords;
  /// Canonical paths.
  llvm::StringSet<> Files;
  /// As UserFiles has them.
  std::vector<Place> UserFiles, UsedMacros;
  /// Of UsedMacros, those of the front itself.
  std::vector<unsigned> UsedInFront;
  /// At the file's scope, not in system headers.
  std::vector<clang::LocalDeclID> UserDecls;
  std::vector<std::pair<Place, ParseError>> Errors;
  std::unique_ptr<llvm::MemoryBuffer> Precompiled;
  /// The file that Precompiled lies in, if it was kept.
  std::unique_ptr<llvm::MemoryBuffer> Kept;
};

} // namespace cudapipe

#endif // CUDAPIPE_FRONTEND_PREAMBLE_H
