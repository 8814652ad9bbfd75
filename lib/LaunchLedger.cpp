//===- LaunchLedger.cpp - What launches were promised ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchLedger.h"
#include "cudapipe/Match/OtherFiles.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace cudapipe {

LaunchLedger::Entry &LaunchLedger::entryOf(const FunctionDecl &Kernel) {
  const SourceManager &SM = Ctx.getSourceManager();
  return Entries[SM.getFileOffset(SM.getExpansionLoc(Kernel.getLocation()))];
}

const LaunchSites &LaunchLedger::launchesOf(const FunctionDecl &Kernel) {
  Entry &Known = entryOf(Kernel);
  if (!Known.Launches) {
    Known.Launches = findLaunches(Kernel, Ctx);
    if (Known.Launches->allInSight() && Kernel.isExternallyVisible())
      findInOtherFiles(Kernel, *Known.Launches);
  }
  return *Known.Launches;
}

/// Other files need no header to declare the kernel.
void LaunchLedger::findInOtherFiles(const FunctionDecl &Kernel,
                                    LaunchSites &Launches) const {
  const SourceManager &SM = Ctx.getSourceManager();
  auto Main = SM.getFileEntryRefForID(SM.getMainFileID());
  for (const std::string &Other : Options.OtherFiles) {
    bool Same = Main && llvm::sys::fs::equivalent(Main->getName(), Other);
    if (Same)
      continue;
    auto Text = llvm::MemoryBuffer::getFile(Other);
    if (Text &&
        mayLaunch((*Text)->getBuffer(), Kernel.getName(), Ctx.getLangOpts())) {
      Launches.Hidden.push_back(
          {Kernel.getLocation(),
           "'" + llvm::sys::path::filename(Other).str() +
               "' names it, so it may be launched there"});
      return;
    }
  }
}

OrRejection<LaunchWish> LaunchLedger::merged(const Entry &Known,
                                             const LaunchWish &More) const {
  LaunchWish Sum = More;
  Sum.AssumeUpdated = Options.AssumeLaunchUpdated;
  if (!Known.Wish)
    return Sum;
  if (Known.Wish->Kind != More.Kind)
    return Rejection{RejectionKind::SharedMemoryLimit,
                     {},
                     "another loop of the kernel needs the dynamic shared "
                     "memory for its own tiles"};
  Sum.Alignment = std::max(Sum.Alignment, Known.Wish->Alignment);
  Sum.Tiles = Known.Wish->Tiles;
  Sum.Tiles.insert(Sum.Tiles.end(), More.Tiles.begin(), More.Tiles.end());
  return Sum;
}

/// True when both edits cannot be made.
static bool collide(const LaunchEdits::Edit &A, const LaunchEdits::Edit &B) {
  // Two brace what is one statement.
  if (A.Begin == B.Begin)
    return (A.End != A.Begin && B.End != B.Begin) ||
           llvm::StringRef(A.Text).contains('{') ||
           llvm::StringRef(B.Text).contains('{');
  return A.Begin < B.Begin ? A.End > B.Begin : B.End > A.Begin;
}

OrRejection<LaunchEdits> LaunchLedger::edits(const FunctionDecl &Kernel,
                                             const LaunchWish &More) {
  const LaunchSites &Launches = launchesOf(Kernel);
  Entry &Known = entryOf(Kernel);
  OrRejection<LaunchWish> Sum = merged(Known, More);
  if (auto *Why = std::get_if<Rejection>(&Sum))
    return *Why;
  OrRejection<LaunchEdits> Edits =
      editLaunches(Launches, std::get<LaunchWish>(Sum), Kernel, Ctx);
  if (auto *Ours = std::get_if<LaunchEdits>(&Edits))
    for (const auto &[Place, Other] : Entries)
      for (const LaunchEdits::Edit &Theirs : Other.Edits.Edits)
        if (&Other != &Known &&
            llvm::any_of(Ours->Edits, [&](const LaunchEdits::Edit &E) {
              return collide(E, Theirs);
            }))
          return Rejection{RejectionKind::LaunchOutOfSight,
                           Kernel.getLocation(),
                           "one expression gives the size of its launch and "
                           "of another kernel's"};
  return Edits;
}

std::optional<Rejection> LaunchLedger::whyNot(const FunctionDecl &Kernel,
                                              const LaunchWish &More) {
  OrRejection<LaunchEdits> Edits = edits(Kernel, More);
  if (auto *Why = std::get_if<Rejection>(&Edits))
    return *Why;
  return std::nullopt;
}

std::vector<std::string> LaunchLedger::promise(const FunctionDecl &Kernel,
                                               const LaunchWish &More) {
  OrRejection<LaunchEdits> Edits = edits(Kernel, More);
  Entry &Known = entryOf(Kernel);
  Known.Wish = std::get<LaunchWish>(merged(Known, More));
  Known.Edits = std::move(std::get<LaunchEdits>(Edits));
  return Known.Edits.Remarks;
}

std::optional<tooling::AtomicChange> LaunchLedger::change() const {
  // Statements that kernels want at one place follow each other.
  std::map<std::pair<unsigned, unsigned>, std::string> ByPlace;
  for (const auto &[Place, Known] : Entries)
    for (const LaunchEdits::Edit &E : Known.Edits.Edits)
      ByPlace[{E.Begin, E.End}] += E.Text;
  if (ByPlace.empty())
    return std::nullopt;
  const SourceManager &SM = Ctx.getSourceManager();
  SourceLocation Start = SM.getLocForStartOfFile(SM.getMainFileID());
  tooling::AtomicChange Out(
      SM, Start.getLocWithOffset(ByPlace.begin()->first.first));
  for (const auto &[Place, Text] : ByPlace)
    llvm::cantFail(Out.replace(SM, Start.getLocWithOffset(Place.first),
                               Place.second - Place.first, Text));
  return Out;
}

} // namespace cudapipe
