//===- cudapipe/Rewrite/LoopRewrite.h - Decisions to edits ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The edits of one loop, all or nothing:
//
//   the tile declarations    As[BM][BK]  ->  As_stages[2][BM][BK]
//   in front of the loop     the load phase as a lambda, and the prologue
//   in the loop              load phase out, one barrier, the next load
//   behind the loop          a barrier, where something relies on it
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_REWRITE_LOOPREWRITE_H
#define CUDAPIPE_REWRITE_LOOPREWRITE_H

#include "cudapipe/Plan/PipelinePlan.h"
#include "cudapipe/Rewrite/AsyncHelpers.h"
#include "clang/AST/ASTContext.h"
#include "clang/Tooling/Refactoring/AtomicChange.h"
#include "llvm/ADT/StringSet.h"
#include <map>

namespace cudapipe {

/// Names that are taken: the identifiers of the file and of the project's
/// headers, all macros, and those given out before.
class NameTable {
public:
  /// Reads the identifiers of \p File and of the headers it includes. Those of
  /// functions other than \p In are not in the way there.
  NameTable(clang::FileID File, const clang::ASTContext &Ctx,
            const clang::FunctionDecl *In = nullptr);
  /// \p Wanted, or \p Wanted with the first number that makes it new.
  std::string unique(llvm::StringRef Wanted);
  /// The same for what may be named outside of the function.
  std::string uniqueInFile(llvm::StringRef Wanted);
  /// The same for the register of what is called \p Of.
  std::string uniqueRegister(llvm::StringRef Of);
  /// True the first time: \p Name, which stands in the file, is declared once
  /// more in front of a loop.
  bool claim(llvm::StringRef Name) { return Claimed.insert(Name).second; }
  /// The name of the stages of the tile declared at offset \p At, which are
  /// \p Count: one name for all loops that have the tile.
  std::string stagesOf(unsigned At, llvm::StringRef Tile, unsigned Count) {
    auto [It, IsNew] = Stages.try_emplace(At);
    if (IsNew)
      It->second = {uniqueInFile((Tile + "_stages").str()), Count};
    return It->second.first;
  }
  /// How many stages an earlier loop has made of the tile declared at \p At.
  unsigned stagesAt(unsigned At) const {
    auto It = Stages.find(At);
    return It == Stages.end() ? 0 : It->second.second;
  }
  /// True when \p Name stands where it may meet a new one, or is a macro.
  bool isTaken(llvm::StringRef Name) const;

private:
  const clang::ASTContext *Ctx;
  llvm::StringSet<> Taken, Claimed;
  /// Of other functions.
  llvm::StringSet<> Elsewhere;
  std::map<unsigned, std::pair<std::string, unsigned>> Stages;
};

struct LoopRewrite {
  clang::tooling::AtomicChange Change;
  /// One for each called function in another file than the loop.
  std::vector<clang::tooling::AtomicChange> Functions;
  /// The schedule's EachWidth was possible, too.
  bool HasEachWidth = false;
  /// Things the user should know although the rewrite was made.
  std::vector<std::string> Remarks;
  /// What is no pipelining (MadePipeline).
  std::vector<std::string> Also;
  /// The names that are taken once the change is made.
  std::optional<NameTable> Names;
  /// The called functions that are asynchronous then.
  std::optional<AsyncHelpers> Helpers;
};

/// Writes \p Plan into the file of \p Model's kernel, and into the functions
/// that its load phase calls. A rejection means that the place cannot be edited
/// (rule 8).
OrRejection<LoopRewrite> rewriteLoop(const PipelinePlan &Plan,
                                     const LoopModel &Model, NameTable &Names,
                                     AsyncHelpers &Helpers,
                                     const clang::ASTContext &Ctx);

} // namespace cudapipe

#endif // CUDAPIPE_REWRITE_LOOPREWRITE_H
