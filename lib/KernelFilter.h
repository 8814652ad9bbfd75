//===- KernelFilter.h - Which loops are asked for ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What rewriteFile() needs to know besides the phases: which candidates the
// options ask for, which kernels do not parse, and how a report is filled in.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_KERNELFILTER_H
#define CUDAPIPE_LIB_KERNELFILTER_H

#include "cudapipe/Match/LaunchSites.h"
#include "cudapipe/Match/LoopCandidate.h"
#include "cudapipe/Match/NoLint.h"
#include "cudapipe/Plan/PipelinePlan.h"
#include "cudapipe/Rewrite/EditLaunches.h"
#include "cudapipe/RewriteFile.h"

namespace cudapipe {

class KernelFilter {
public:
  KernelFilter(const clang::ASTContext &Ctx, const RewriteOptions &Options,
               const RoundState &Round,
               llvm::ArrayRef<clang::SourceLocation> ParseErrors)
      : Ctx(Ctx), SM(Ctx.getSourceManager()), Options(Options), Round(Round),
        Scope(SM, Options.Loops.HeaderRegex), ParseErrors(ParseErrors) {}

  clang::FileID mainFile() const { return SM.getMainFileID(); }
  const EditScope &scope() const { return Scope; }
  /// One number for each place of the translation unit.
  unsigned placeOf(const clang::Stmt &S) const;
  unsigned placeOf(const clang::FunctionDecl &F) const;

  /// In a file that may be edited, and matched by --kernel and --line-filter.
  bool wants(const LoopCandidate &Candidate) const;
  /// Why other files, or other inclusions, stand against it, as \p Variant, or,
  /// if null, what the plan chooses.
  std::optional<Rejection> whyNotForOthers(const LoopCandidate &Candidate,
                                           unsigned Ordinal,
                                           const Transport *Variant) const;
  /// \p File is the main file, or a header that this and no other file of the
  /// run includes, as far as their texts show.
  bool isOursAlone(clang::FileID File) const;
  bool isOursAlone(const clang::Stmt &S) const {
    return isOursAlone(Scope.fileOf(S.getBeginLoc()));
  }
  /// \p Function may get another text: it may be edited, and no other file of
  /// the run, or other inclusion, sees it.
  bool mayHaveOtherText(const clang::FunctionDecl &Function) const;
  /// The same of the function that holds \p Loop in one file with it.
  bool mayHaveOtherText(const clang::FunctionDecl &Function,
                        const clang::Stmt &Loop) const {
    return Scope.fileOf(Function.getLocation()) ==
               Scope.fileOf(Loop.getBeginLoc()) &&
           mayHaveOtherText(Function);
  }
  /// \p Change with the names that its file has in all translation units.
  clang::tooling::AtomicChange
  forAllFiles(const clang::tooling::AtomicChange &Change) const;
  /// A NOLINT comment is about it.
  bool isSilenced(const LoopCandidate &Candidate) const {
    return isSilenced(Candidate.Loop->getBeginLoc(), LoopCheck);
  }
  /// --assume-no-alias holds for \p Kernel.
  bool assumesNoAlias(const clang::FunctionDecl &Kernel) const;
  /// An error in \p Function or in a function it calls.
  std::optional<Rejection>
  parseErrorIn(const clang::FunctionDecl &Function) const;

  LoopReport report(const LoopCandidate &Candidate) const;
  void explain(LoopReport &Report, const Rejection &Why) const;

private:
  bool isIncludedHereAlone(llvm::StringRef Header) const;
  QuotedPlace quote(clang::SourceRange Range) const;
  bool isSilenced(clang::SourceLocation Loc, llvm::StringRef Check) const;
  std::optional<clang::SourceRange>
  errorIn(const clang::FunctionDecl &Function,
          llvm::SmallPtrSetImpl<const clang::FunctionDecl *> &Seen) const;

  const clang::ASTContext &Ctx;
  const clang::SourceManager &SM;
  const RewriteOptions &Options;
  const RoundState &Round;
  EditScope Scope;
  llvm::ArrayRef<clang::SourceLocation> ParseErrors;
  mutable std::map<clang::FileID, NoLintComments> Comments;
  /// isOursAlone() of headers.
  mutable std::map<clang::FileID, bool> Alone;
};

/// Text of --dump-after, one noun each.
std::string dumpCandidate(const LoopCandidate &C, const clang::ASTContext &Ctx);
std::string dumpLaunches(const LaunchSites &Launches, llvm::StringRef Kernel,
                         const clang::ASTContext &Ctx);
/// What the launches would need for twice the dynamic shared memory.
std::string dumpEdits(const OrRejection<LaunchEdits> &Edits);
std::string dumpModel(const LoopModel &M, const clang::ASTContext &Ctx);
std::string dumpPlan(const PipelinePlan &P, const LoopModel &M,
                     const clang::ASTContext &Ctx);
std::string dumpReport(const LoopReport &R);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_KERNELFILTER_H
