//===- TilePointers.cpp - Names of tiles in each trip ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Inline/TilePointers.h"
#include "../Rewrite/SourceText.h"
#include "BodyNames.h"
#include "VariableUses.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/LoopParts.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

class PointerMover {
public:
  PointerMover(const LoopCandidate &Candidate, const ASTContext &Ctx)
      : Kernel(*Candidate.Kernel), Loop(*Candidate.Loop),
        Body(dyn_cast<CompoundStmt>(bodyOf(Loop))), Ctx(Ctx),
        SM(Ctx.getSourceManager()),
        Text(SM.getFileID(SM.getExpansionLoc(Loop.getBeginLoc())), Ctx),
        Found(Kernel.getBody()), Flow(Kernel) {}

  std::optional<tooling::AtomicChange> run();

private:
  void findDeclarations();
  bool namesOneOf(const DeclStmt &S,
                  llvm::ArrayRef<const DeclStmt *> Others) const;
  bool namesTile(const VarDecl &Var) const;
  bool mayStay(const DeclStmt &S) const;
  bool saysTheSame(const DeclStmt &S) const;
  bool mayMove(const DeclStmt &S) const;
  bool isUsedElsewhere(const VarDecl *Var) const;
  bool isSpelledElsewhere(const DeclStmt &S) const;
  bool readsTheSame(const DeclStmt &S) const;
  std::optional<TextRange> linesOf(const DeclStmt &S) const;

  const FunctionDecl &Kernel;
  const Stmt &Loop;
  const CompoundStmt *Body;
  const ASTContext &Ctx;
  const SourceManager &SM;
  SourceText Text;
  VariableUses Found;
  PointerFlow Flow;
  /// What is to move, in source order.
  llvm::SmallVector<const DeclStmt *, 4> Declarations;
};

} // namespace

/// \p Var names shared memory, and nothing else.
bool PointerMover::namesTile(const VarDecl &Var) const {
  RootSet Roots;
  if (Var.getType()->isPointerType())
    Roots = Flow.rootsOfPointer(Var.getInit());
  else if (Var.getType()->isReferenceType())
    Roots = Flow.rootsOfObject(Var.getInit());
  else if (Var.getType()->isIntegerType())
    Roots = Flow.rootsOfAddress(Var.getInit(), /*IsAddress=*/false);
  else if (Var.getType()->isRecordType() && // a view: `Matrix m{As, BK};`
           !Var.getInit()->getType().isNull() && !Kernel.isDependentContext() &&
           !Var.getType()->getAsCXXRecordDecl()->hasMutableFields())
    Roots = Flow.pointersHeldBy(Var.getInit());
  return !Roots.empty() && llvm::all_of(Roots, [](const MemoryRoot &Root) {
    return Root.Kind == MemoryRoot::Shared;
  });
}

/// Where \p S stays, pointers into dynamic memory get stages themselves.
bool PointerMover::mayStay(const DeclStmt &S) const {
  return llvm::all_of(S.decls(), [&](const Decl *D) {
    const auto *Var = cast<VarDecl>(D);
    return !namesTile(*Var) ||
           (Var->getType()->isPointerType() &&
            !Var->getType()->getPointeeType()->isVoidType() &&
            llvm::all_of(Flow.rootsOfPointer(Var->getInit()),
                         [](const MemoryRoot &Root) {
                           return isDynamicShared(*Root.Var);
                         }));
  });
}

/// \p S declares the same from here to the end of the loop, and does nothing
/// else.
bool PointerMover::saysTheSame(const DeclStmt &S) const {
  Effects E = effectsOf(&S, Flow, Ctx);
  return E.MemoryReads.empty() && E.MemoryWrites.empty() && E.Unknown.empty() &&
         E.Exits.empty() && E.Pinned.empty() && !dependsOnPlace(&S, SM) &&
         llvm::all_of(E.Writes,
                      [&](const VarDecl *Var) {
                        return llvm::is_contained(S.decls(), Var);
                      }) &&
         llvm::all_of(E.Reads, [](const VarDecl *Var) {
           return isNeverChanged(*Var) || isShared(*Var);
         });
}

/// As far as \p S alone says.
bool PointerMover::mayMove(const DeclStmt &S) const {
  const CompoundStmt *Block = Found.blockOf(&S);
  return Block && Found.contains(Block, &Loop) &&
         SM.isBeforeInTranslationUnit(S.getEndLoc(), Loop.getBeginLoc()) &&
         llvm::all_of(S.decls(),
                      [&](const Decl *D) {
                        const auto *Var = dyn_cast<VarDecl>(D);
                        return Var && Var->hasLocalStorage() &&
                               Var->getInit() && isNeverChanged(*Var);
                      }) &&
         saysTheSame(S) && llvm::any_of(S.decls(), [&](const Decl *D) {
           return namesTile(*cast<VarDecl>(D));
         });
}

/// Something names \p Var that neither stands in the loop nor moves into it.
bool PointerMover::isUsedElsewhere(const VarDecl *Var) const {
  return llvm::any_of(Found.usesOf(Var), [&](const DeclRefExpr *Use) {
    return !Found.contains(Body, Use) &&
           llvm::none_of(Declarations, [&](const DeclStmt *S) {
             return Found.contains(S, Use);
           });
  });
}

/// A name that \p S declares stands in text that neither stands in the loop nor
/// moves into it: in a type, a template argument, a local class, under an #if.
bool PointerMover::isSpelledElsewhere(const DeclStmt &S) const {
  std::optional<TextRange> Own = Text.range(&S), In = Text.range(Body),
                           Block = Text.range(Found.blockOf(&S));
  if (!Own || !In || !Block)
    return true;
  auto CountIn = [&](TextRange Range, StringRef Name) {
    return countName(Text.text(Range), Name);
  };
  return llvm::any_of(S.decls(), [&](const Decl *D) {
    const StringRef Name = cast<VarDecl>(D)->getName();
    unsigned Spelled = CountIn({Own->Begin, In->Begin}, Name) +
                       CountIn({In->End, Block->End}, Name);
    for (const DeclStmt *Moved : Declarations)
      if (std::optional<TextRange> Range = Text.range(Moved);
          Range && Range->Begin >= Own->Begin)
        Spelled -= CountIn(*Range, Name);
    return Spelled != 0;
  });
}

/// \p S names a variable of \p Others.
bool PointerMover::namesOneOf(const DeclStmt &S,
                              llvm::ArrayRef<const DeclStmt *> Others) const {
  return llvm::any_of(Others, [&](const DeclStmt *Other) {
    return llvm::any_of(Other->decls(), [&](const Decl *D) {
      return llvm::any_of(
          Found.usesOf(cast<VarDecl>(D)),
          [&](const DeclRefExpr *Use) { return Found.contains(&S, Use); });
    });
  });
}

void PointerMover::findDeclarations() {
  for (const VarDecl *Var : Found.variables())
    if (const DeclStmt *S = Found.declarationOf(Var);
        !llvm::is_contained(Declarations, S) && mayMove(*S))
      Declarations.push_back(S);
  size_t Count;
  do {
    Count = Declarations.size();
    llvm::erase_if(Declarations, [&](const DeclStmt *S) {
      return llvm::any_of(S->decls(), [&](const Decl *D) {
        return isUsedElsewhere(cast<VarDecl>(D));
      });
    });
  } while (Declarations.size() < Count);

  // Of those that may stay, what is set by one that moves has to follow it.
  auto Stay = llvm::partition(Declarations,
                              [&](const DeclStmt *S) { return !mayStay(*S); });
  for (bool Changed = true; Changed;) {
    Changed = false;
    for (auto It = Stay; It != Declarations.end(); ++It)
      if (namesOneOf(**It, {Declarations.begin(), Stay})) {
        std::swap(*Stay++, *It);
        Changed = true;
      }
  }
  Declarations.erase(Stay, Declarations.end());
  llvm::sort(Declarations, [&](const DeclStmt *A, const DeclStmt *B) {
    return SM.isBeforeInTranslationUnit(A->getBeginLoc(), B->getBeginLoc());
  });
}

/// The text of \p S means the same in the loop, and shows all that there is.
bool PointerMover::readsTheSame(const DeclStmt &S) const {
  std::optional<TextRange> Own = Text.range(&S), In = Text.range(Body);
  if (!Own || !In || Own->Begin > In->Begin ||
      !Text.directives({Own->Begin, In->Begin}).empty())
    return false;
  const NameSet Names = namesIn(Text.text(*Own));
  for (const auto &[Name, Where] : declarationsOf(Kernel)) {
    if (!SM.isBeforeInTranslationUnit(S.getEndLoc(), Where))
      continue;
    // What the loop declares must leave alone the names that are declared here.
    bool Between = SM.isBeforeInTranslationUnit(Where, Body->getBeginLoc());
    bool Declared = llvm::any_of(S.decls(), [&](const Decl *D) {
      return cast<VarDecl>(D)->getName() == Name;
    });
    if (Names.count(Name) && (Between || Declared))
      return false;
  }
  return !isSpelledElsewhere(S);
}

/// The lines of \p S, with the comments that belong to it.
std::optional<TextRange> PointerMover::linesOf(const DeclStmt &S) const {
  std::optional<TextRange> R = Text.statement(&S);
  if (!R || !Text.text({Text.lineStart(R->Begin), R->Begin}).trim().empty())
    return std::nullopt;
  Leading Above = Text.leading(R->Begin);
  unsigned End = Text.endOfTrivia(R->End);
  if (!Above.Pragmas.empty() || End == R->End)
    return std::nullopt;
  return TextRange{Above.Begin, End};
}

std::optional<tooling::AtomicChange> PointerMover::run() {
  std::optional<TextRange> In = Body ? Text.range(Body) : std::nullopt;
  if (!In || Body->body_empty())
    return std::nullopt;
  unsigned At = Text.endOfTrivia(In->Begin + 1);
  // A pragma may stand at the start of its line.
  const Stmt *Front = Body->body_front();
  while (const auto *Attributed = dyn_cast<AttributedStmt>(Front))
    Front = Attributed->getSubStmt();
  std::optional<TextRange> First = Text.range(Front);
  findDeclarations();
  if (At == In->Begin + 1 || !First || Declarations.empty() ||
      !llvm::all_of(Declarations,
                    [&](const DeclStmt *S) { return readsTheSame(*S); }))
    return std::nullopt;
  const StringRef Indent = Text.indentAt(First->Begin);
  std::string Moved;
  std::vector<TextRange> Gone;
  for (const DeclStmt *S : Declarations) {
    std::optional<TextRange> Lines = linesOf(*S);
    if (!Lines)
      return std::nullopt;
    Moved +=
        reindent(Text.text(*Lines),
                 Text.indentAt(SM.getFileOffset(S->getBeginLoc())), Indent);
    if (!Gone.empty() && Gone.back().End == Lines->Begin)
      Gone.back().End = Lines->End;
    else
      Gone.push_back(*Lines);
  }
  tooling::AtomicChange Change(SM, Loop.getBeginLoc());
  auto Replace = [&](TextRange Range, StringRef New) {
    llvm::Error Overlap = Change.replace(
        SM, SM.getLocForStartOfFile(Text.file()).getLocWithOffset(Range.Begin),
        Range.End - Range.Begin, New);
    bool Failed = bool(Overlap);
    llvm::consumeError(std::move(Overlap));
    return !Failed;
  };
  for (TextRange &Lines : Gone) {
    // Of the blank lines around them one stays.
    size_t Next = Text.code().find('\n', Lines.End);
    StringRef Above = Text.code().take_front(Lines.Begin).rtrim(" \t\r");
    if (Next != StringRef::npos &&
        Text.text({Lines.End, unsigned(Next)}).trim().empty() &&
        (Above.ends_with("\n\n") || Above.ends_with("\n\r\n")))
      Lines.End = Next + 1;
    if (!Replace(Lines, ""))
      return std::nullopt;
  }
  return Replace({At, At}, Moved) ? std::optional(Change) : std::nullopt;
}

std::optional<tooling::AtomicChange>
moveTilePointers(const LoopCandidate &Candidate, ASTContext &Ctx) {
  return PointerMover(Candidate, Ctx).run();
}

} // namespace cudapipe
