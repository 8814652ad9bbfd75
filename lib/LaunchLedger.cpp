//===- LaunchLedger.cpp - What launches were promised ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchLedger.h"
#include "cudapipe/Analyze/BlockWaits.h"
#include "clang/AST/DeclTemplate.h"
#include "llvm/Support/Path.h"
#include <set>

using namespace clang;

namespace cudapipe {

LaunchLedger::Entry &LaunchLedger::entryOf(const FunctionDecl &Kernel) {
  const SourceManager &SM = Ctx.getSourceManager();
  Entry &Out =
      Entries[SM.getExpansionLoc(Kernel.getLocation()).getRawEncoding()];
  const FunctionDecl *Definition = nullptr;
  if (Out.Kernel.empty() && Kernel.hasBody(Definition))
    Out.Kernel = Kernel.getQualifiedNameAsString() + " at " +
                 Scope.placeOf(Definition->getBody()->getBeginLoc());
  return Out;
}

/// A file that declares \p Kernel can launch it. Of a template it needs the
/// text, or an instantiation that is made for others.
static bool mayBeLaunchedByName(const FunctionDecl &Kernel) {
  const FunctionTemplateDecl *Template = Kernel.getPrimaryTemplate();
  if (!Template)
    Template = Kernel.getDescribedFunctionTemplate();
  if (!Template ||
      Kernel.getTemplateSpecializationKind() == TSK_ExplicitSpecialization)
    return Kernel.isExternallyVisible();
  return llvm::any_of(Template->specializations(), [](const FunctionDecl *F) {
    return F->isExternallyVisible() && F->getTemplateSpecializationKind() ==
                                           TSK_ExplicitInstantiationDefinition;
  });
}

const LaunchSites &LaunchLedger::launchesOf(const FunctionDecl &Kernel) {
  Entry &Known = entryOf(Kernel);
  if (!Known.Launches) {
    Known.Launches = findLaunches(Kernel, Ctx, Scope);
    Known.Launches->NoneUnknown =
        Options.Program.IsKnown || !mayBeLaunchedByName(Kernel);
    Known.Named =
        searchOtherFiles(Kernel, *Known.Launches, Ctx, Options, Scope);
  }
  return *Known.Launches;
}

const std::optional<Rejection> &
LaunchLedger::whyNotFewerBlocks(const FunctionDecl &Kernel) {
  const SourceRange Here = launchesOf(Kernel).WantsAllBlocks;
  std::optional<std::optional<Rejection>> &Known = entryOf(Kernel).Blocks;
  // Instantiations of a template may differ.
  if (!Known || (!*Known && Kernel.getTemplateInstantiationPattern()))
    Known = cudapipe::whyNotFewerBlocks(Kernel, Ctx);
  if (*Known)
    return *Known;
  if (Here.isValid())
    Known = launchWantsAllBlocks(Kernel, Here);
  else if (std::string File =
               fileThatWantsAllBlocks(Kernel, Ctx, Options, Scope);
           !File.empty())
    Known = launchWantsAllBlocks(Kernel, Kernel.getLocation(),
                                 llvm::sys::path::filename(File));
  return *Known;
}

OrRejection<LaunchWish> LaunchLedger::merged(const Entry &Known,
                                             const LaunchWish &More) const {
  LaunchWish Sum = More;
  Sum.AssumeUpdated = Options.Assume.LaunchUpdated;
  if (!Known.Wish)
    return Sum;
  if (Known.Wish->MoreThreads || More.MoreThreads)
    return Rejection{RejectionKind::BlockShape,
                     {},
                     "another loop of the kernel changes its launches, too"};
  if (Known.Wish->Kind != More.Kind)
    return Rejection{RejectionKind::SharedMemoryLimit,
                     {},
                     "another loop of the kernel needs the dynamic shared "
                     "memory for its own tiles"};
  if (Known.Wish->Stages != More.Stages && More.Kind == LaunchWish::Scale)
    return Rejection{RejectionKind::SharedMemoryLimit,
                     {},
                     "another loop of the kernel has " +
                         std::to_string(Known.Wish->Stages) +
                         " stages in dynamic shared memory"};
  if (More.Kind != LaunchWish::Extend) {
    Sum.Stages = Known.Wish->Stages; // of the tiles; one loop has such
  } else if ((More.Stages - 1) * More.StageBytes <
             (Known.Wish->Stages - 1) * Known.Wish->StageBytes) {
    Sum.Stages = Known.Wish->Stages;
    Sum.StageBytes = Known.Wish->StageBytes;
    Sum.StageText = Known.Wish->StageText;
  }
  Sum.Alignment = std::max(Sum.Alignment, Known.Wish->Alignment);
  Sum.Least = std::max(Sum.Least, Known.Wish->Least);
  Sum.More = std::max(Sum.More, Known.Wish->More);
  Sum.HasParts &= Known.Wish->HasParts;
  Sum.Tiles = Known.Wish->Tiles;
  Sum.Tiles.insert(Sum.Tiles.end(), More.Tiles.begin(), More.Tiles.end());
  return Sum;
}

/// True when both edits cannot be made.
static bool collide(const LaunchEdits::Edit &A, const LaunchEdits::Edit &B) {
  if (A.File != B.File)
    return false;
  // Two brace what is one statement.
  if (A.Begin == B.Begin)
    return (A.End != A.Begin && B.End != B.Begin) ||
           llvm::StringRef(A.Text).contains('{') ||
           llvm::StringRef(B.Text).contains('{');
  return A.Begin < B.Begin ? A.End > B.Begin : B.End > A.Begin;
}

/// The edits of all files, or none.
OrRejection<LaunchEdits> LaunchLedger::editAll(const FunctionDecl &Kernel,
                                               const Entry &Known,
                                               const LaunchWish &Wish) {
  OrRejection<LaunchEdits> All =
      editLaunches(*Known.Launches, Wish, Kernel, Ctx);
  for (const LaunchesInFile &Other : *Known.Others) {
    auto *Edits = std::get_if<LaunchEdits>(&All);
    if (!Edits)
      break;
    OrRejection<LaunchEdits> More = editOther(Other, Wish, Kernel, Ctx);
    if (auto *Why = std::get_if<Rejection>(&More))
      return *Why;
    // A header's launches are seen by all that include it, in one way.
    const std::vector<LaunchEdits::Edit> Before = Edits->Edits;
    for (const LaunchEdits::Edit &E : std::get<LaunchEdits>(More).Edits) {
      if (llvm::is_contained(Before, E))
        continue;
      if (llvm::any_of(Before, [&](const LaunchEdits::Edit &Known) {
            return collide(E, Known) ||
                   (E.File == Known.File && E.Begin == Known.Begin);
          }))
        return Rejection{RejectionKind::LaunchOutOfSight, Kernel.getLocation(),
                         "files that include '" +
                             llvm::sys::path::filename(E.File).str() +
                             "' need different edits of the launch in it"};
      Edits->Edits.push_back(E);
    }
  }
  return All;
}

OrRejection<LaunchEdits> LaunchLedger::edits(const FunctionDecl &Kernel,
                                             const LaunchWish &More) {
  launchesOf(Kernel);
  Entry &Known = entryOf(Kernel);
  if (!Known.Others)
    Known.Others = readOtherFiles(Kernel, Known.Named, *Known.Launches, Ctx,
                                  Options, Scope);
  OrRejection<LaunchWish> Sum = merged(Known, More);
  if (auto *Why = std::get_if<Rejection>(&Sum))
    return *Why;
  OrRejection<LaunchEdits> Edits =
      editAll(Kernel, Known, std::get<LaunchWish>(Sum));
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

static std::string keyOf(llvm::StringRef Kernel, llvm::StringRef File) {
  return ("launches of " + Kernel + " in " + File).str();
}

std::vector<tooling::AtomicChange> LaunchLedger::changes() const {
  std::vector<tooling::AtomicChange> Out;
  for (const auto &[Place, Known] : Entries) {
    std::map<std::string, tooling::AtomicChange> ByFile;
    for (const LaunchEdits::Edit &E : Known.Edits.Edits) {
      auto It =
          ByFile
              .try_emplace(E.File, tooling::AtomicChange(
                                       E.File, keyOf(Known.Kernel, E.File)))
              .first;
      tooling::Replacements &All = It->second.getReplacements();
      // Statements at one place follow each other.
      if (llvm::Error Same = All.add(
              tooling::Replacement(E.File, E.Begin, E.End - E.Begin, E.Text))) {
        llvm::consumeError(std::move(Same));
        All = All.merge(tooling::Replacements(tooling::Replacement(
            E.File, All.getShiftedCodePosition(E.Begin), 0, E.Text)));
      }
    }
    for (auto &Entry : ByFile)
      Out.push_back(std::move(Entry.second));
  }
  return Out;
}

std::vector<std::string> LaunchLedger::keysOf(const FunctionDecl &Kernel) {
  std::set<std::string> Out;
  const Entry &Known = entryOf(Kernel);
  for (const LaunchEdits::Edit &E : Known.Edits.Edits)
    Out.insert(keyOf(Known.Kernel, E.File));
  return {Out.begin(), Out.end()};
}

} // namespace cudapipe
