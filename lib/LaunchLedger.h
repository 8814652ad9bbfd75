//===- LaunchLedger.h - What launches were promised -------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops of one kernel share its launches: each launch is edited once, for all
// that the accepted loops wish for.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_LAUNCHLEDGER_H
#define CUDAPIPE_LIB_LAUNCHLEDGER_H

#include "LaunchesInFile.h"
#include "cudapipe/Rewrite/EditLaunches.h"
#include "cudapipe/RewriteFile.h"

namespace cudapipe {

class LaunchLedger {
public:
  LaunchLedger(const clang::ASTContext &Ctx, const RewriteOptions &Options,
               const EditScope &Scope)
      : Ctx(Ctx), Options(Options), Scope(Scope) {}

  /// Why the launches of \p Kernel cannot provide \p More besides what they
  /// were promised to.
  std::optional<Rejection> whyNot(const clang::FunctionDecl &Kernel,
                                  const LaunchWish &More);
  /// Makes \p More a promise; whyNot() had no objection. Returns what the user
  /// should know.
  std::vector<std::string> promise(const clang::FunctionDecl &Kernel,
                                   const LaunchWish &More);
  bool isPromised(const clang::FunctionDecl &Kernel) {
    return entryOf(Kernel).Wish.has_value();
  }
  /// Why no fewer blocks of \p Kernel may be resident: it waits for others, or
  /// a launch wants them all.
  const std::optional<Rejection> &
  whyNotFewerBlocks(const clang::FunctionDecl &Kernel);
  /// The launches of \p Kernel.
  const LaunchSites &launchesOf(const clang::FunctionDecl &Kernel);

  /// One change for each kernel that was promised more and each file that
  /// launches it.
  std::vector<clang::tooling::AtomicChange> changes() const;
  /// The keys of those of \p Kernel.
  std::vector<std::string> keysOf(const clang::FunctionDecl &Kernel);

private:
  struct Entry {
    std::optional<LaunchSites> Launches;
    /// whyNotFewerBlocks(), once asked.
    std::optional<std::optional<Rejection>> Blocks;
    /// The other files of the program, read once they must be edited.
    MayLaunch Named;
    std::optional<std::vector<LaunchesInFile>> Others;
    /// The same for all files that know it.
    std::string Kernel;
    std::optional<LaunchWish> Wish;
    LaunchEdits Edits;
  };
  Entry &entryOf(const clang::FunctionDecl &Kernel);
  OrRejection<LaunchEdits> editAll(const clang::FunctionDecl &Kernel,
                                   const Entry &Known, const LaunchWish &Wish);
  OrRejection<LaunchWish> merged(const Entry &Known,
                                 const LaunchWish &More) const;
  OrRejection<LaunchEdits> edits(const clang::FunctionDecl &Kernel,
                                 const LaunchWish &More);

  const clang::ASTContext &Ctx;
  const RewriteOptions &Options;
  const EditScope &Scope;
  /// By the kernel's place: a template counts once.
  std::map<unsigned, Entry> Entries;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_LAUNCHLEDGER_H
