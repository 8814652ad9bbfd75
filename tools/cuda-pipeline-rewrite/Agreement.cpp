//===- Agreement.cpp - Files that edit the same text ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Agreement.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using clang::tooling::AtomicChange;
using clang::tooling::Replacement;

namespace cudapipe {
namespace {

std::string nameOf(StringRef Path) {
  return ("'" + sys::path::filename(Path) + "'").str();
}

/// What \p Reader reads, as a message about it and \p Other has it.
std::string nameOf(const FileWork &Reader, const FileWork &Other) {
  if (Reader.Canonical != Other.Canonical)
    return nameOf(Reader.Name);
  return "the command of '" + Reader.Output + "'";
}

/// The same bytes, whatever the files call the file.
bool areSame(const AtomicChange &A, const AtomicChange &B) {
  auto Same = [](const Replacement &A, const Replacement &B) {
    return A.getOffset() == B.getOffset() && A.getLength() == B.getLength() &&
           A.getReplacementText() == B.getReplacementText();
  };
  const auto &OfA = A.getReplacements(), &OfB = B.getReplacements();
  return std::equal(OfA.begin(), OfA.end(), OfB.begin(), OfB.end(), Same) &&
         A.getInsertedHeaders() == B.getInsertedHeaders();
}

/// Both edits cannot be made.
bool meet(const Replacement &A, const Replacement &B) {
  unsigned EndA = A.getOffset() + A.getLength();
  unsigned EndB = B.getOffset() + B.getLength();
  if (A.getOffset() == B.getOffset())
    return (A.getLength() && B.getLength()) ||
           A.getReplacementText().contains('{') ||
           B.getReplacementText().contains('{');
  return A.getOffset() < B.getOffset() ? EndA > B.getOffset()
                                       : EndB > A.getOffset();
}

bool meet(const AtomicChange &A, const AtomicChange &B) {
  return A.getFilePath() == B.getFilePath() &&
         any_of(A.getReplacements(), [&](const Replacement &OfA) {
           return any_of(B.getReplacements(), [&](const Replacement &OfB) {
             return meet(OfA, OfB);
           });
         });
}

} // namespace

Agreement::Agreement(ArrayRef<FileWork> Works) : Works(Works) {
  for (const FileWork &Work : Works)
    for (const LoopReport &Loop : Work.Result.Loops)
      if (!Loop.Where.IsUnused)
        UsedPlaces.insert(Loop.Where.Key);
}

std::vector<const AtomicChange *> Agreement::changesOf(size_t Index) const {
  const FileResult &Result = Works[Index].Result;
  std::set<StringRef> Keys;
  for (const LoopReport &Loop : Result.Loops)
    if (hasSay(Loop))
      Keys.insert(Loop.Made.Changes.begin(), Loop.Made.Changes.end());
  std::vector<const AtomicChange *> Out;
  for (const AtomicChange &Change : Result.Changes)
    if (Keys.count(Change.getKey()))
      Out.push_back(&Change);
  return Out;
}

/// A file that includes what is edited, and cannot be read.
void Agreement::askUnread(Denials &Out) const {
  for (const FileWork &Unread : Works) {
    if (Unread.Failure.empty())
      continue;
    for (const FileWork &Work : Works)
      if (Unread.Which > 0 && Unread.Canonical == Work.Canonical)
        for (const LoopReport &Loop : Work.Result.Loops)
          if (!Loop.Why)
            Out[Loop.Where.Key] = "with another command of " +
                                  nameOf(Unread.Name) +
                                  " it cannot be read: " + Unread.Failure;
    if (!Unread.HeadersOnly)
      continue;
    for (const FileWork &Work : Works)
      for (const LoopReport &Loop : Work.Result.Loops)
        if (!Loop.Why && !StringRef(Loop.Where.Key).starts_with(Work.Canonical))
          Out[Loop.Where.Key] =
              nameOf(Unread.Name) +
              " includes it, too, and cannot be read: " + Unread.Failure;
  }
}

/// A loop is rewritten by all files that have it, or left alone.
void Agreement::compareLoops(Denials &Out) const {
  struct Seen {
    const FileWork *Rewrites = nullptr, *Leaves = nullptr;
    const LoopReport *Why = nullptr;
  };
  std::map<std::string, Seen> ByPlace;
  for (const FileWork &Work : Works)
    for (const LoopReport &Loop : Work.Result.Loops) {
      if (!hasSay(Loop))
        continue;
      Seen &Here = ByPlace[Loop.Where.Key];
      if (!Loop.Why)
        Here.Rewrites = &Work;
      else if (!Here.Leaves) {
        Here.Leaves = &Work;
        Here.Why = &Loop;
      }
    }
  for (const auto &[Place, Here] : ByPlace)
    if (Here.Rewrites && Here.Leaves) {
      const Rejection &Why = *Here.Why->Why;
      bool IsOneFile = Here.Rewrites->Canonical == Here.Leaves->Canonical;
      Out[Place] = "as " + nameOf(*Here.Rewrites, *Here.Leaves) +
                   (IsOneFile ? " reads" : " includes") +
                   " it, it can be pipelined; as " +
                   nameOf(*Here.Leaves, *Here.Rewrites) +
                   " does, not: " + rejectionMessage(Why.Kind).str() +
                   (Why.Detail.empty() ? "" : ": " + Why.Detail);
    }
}

/// Every loop that wants the change \p Key.
void Agreement::deny(StringRef Key, std::string Why, Denials &Out) const {
  for (const FileWork &Work : Works)
    for (const LoopReport &Loop : Work.Result.Loops)
      if (hasSay(Loop) && is_contained(Loop.Made.Changes, Key))
        Out.try_emplace(Loop.Where.Key, Why);
}

void Agreement::compareChanges(Denials &Out) const {
  struct Known {
    const AtomicChange *Change;
    const FileWork *From;
  };
  std::vector<Known> All;
  std::map<StringRef, size_t> ByKey;
  for (size_t I = 0; I < Works.size(); ++I)
    for (const AtomicChange *Change : changesOf(I)) {
      auto [It, IsNew] = ByKey.try_emplace(Change->getKey(), All.size());
      if (!IsNew) {
        const Known &First = All[It->second];
        if (!areSame(*First.Change, *Change))
          deny(Change->getKey(),
               nameOf(*First.From, Works[I]) + " and " +
                   nameOf(Works[I], *First.From) + " would edit " +
                   nameOf(Change->getFilePath()) + " differently for it",
               Out);
        continue;
      }
      for (const Known &Other : All)
        if (Other.From != &Works[I] && meet(*Other.Change, *Change))
          deny(Change->getKey(),
               nameOf(*Other.From, Works[I]) + " and " +
                   nameOf(Works[I], *Other.From) +
                   " would edit the same place of " +
                   nameOf(Change->getFilePath()),
               Out);
      All.push_back({Change, &Works[I]});
    }
}

Denials Agreement::disagreements() const {
  Denials Out;
  askUnread(Out);
  compareLoops(Out);
  // Without these, the others may want the same.
  if (Out.empty())
    compareChanges(Out);
  return Out;
}

std::vector<LoopReport> Agreement::reportsOf(size_t Index) const {
  auto SaysTheSame = [](const LoopReport &A, const LoopReport &B) {
    return A.Where.Key == B.Where.Key &&
           A.Why.has_value() == B.Why.has_value() &&
           (!A.Why ||
            (A.Why->Kind == B.Why->Kind && A.Why->Detail == B.Why->Detail));
  };
  std::vector<LoopReport> Out;
  for (const LoopReport &Loop : Works[Index].Result.Loops) {
    bool Known = any_of(Works.take_front(Index), [&](const FileWork &Before) {
      return any_of(Before.Result.Loops, [&](const LoopReport &Other) {
        return hasSay(Other) && SaysTheSame(Other, Loop);
      });
    });
    if (!Known && hasSay(Loop))
      Out.push_back(Loop);
  }
  return Out;
}

} // namespace cudapipe
