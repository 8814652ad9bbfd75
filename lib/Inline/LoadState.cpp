//===- LoadState.cpp - Where the load is ----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Both walk through the same values: they start from the same, and the same
// statements move them, once a trip, behind the load and at their own place.
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Inline/LoadState.h"
#include "../Rewrite/SourceText.h"
#include "../Rewrite/Spelling.h"
#include "Analyze/Loop/LoopAnalysis.h"
#include "Builds/OneText.h"
#include "MadeStatements.h"
#include "MeaningPrinter.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/LoopParts.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Rewrite/LoopRewrite.h"
#include "clang/AST/ParentMap.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

class StateSplitter {
public:
  StateSplitter(const LoopCandidate &Candidate, ASTContext &Ctx)
      : Kernel(*Candidate.Kernel), Loop(*Candidate.Loop),
        Body(dyn_cast_or_null<CompoundStmt>(bodyOf(Loop))), Ctx(Ctx),
        SM(Ctx.getSourceManager()),
        Text(SM.getFileID(SM.getExpansionLoc(Loop.getBeginLoc())), Ctx),
        Flow(Kernel) {}

  std::optional<InlinedLoop> run();

private:
  struct Item {
    const Stmt *S;
    Effects E;
    /// What it declares.
    VarSet Own;
    /// Of the load phase; moves the state; declares what both phases need.
    bool IsLoad = false, Moves = false, IsForBoth = false;
    bool writes(const VarDecl *Var) const {
      return E.Writes.count(Var) || Own.count(Var);
    }
  };

  bool readItems();
  bool findState();
  bool mayBeState(const VarDecl *Var) const;
  bool onlyMoves(const Item &In) const;
  bool findTemporaries();
  bool readsState(const Item &In) const;
  bool isSameElsewhere() const;
  std::optional<std::string> renamedText(const Item &In) const;
  std::optional<std::string> declarations(StringRef Indent) const;
  bool edit(tooling::AtomicChange &Change) const;
  const VarDecl *copyOf(const VarDecl *Var, const Expr *Init);
  std::string meaning();

  const FunctionDecl &Kernel;
  const Stmt &Loop;
  const CompoundStmt *Body;
  ASTContext &Ctx;
  const SourceManager &SM;
  SourceText Text;
  PointerFlow Flow;

  std::vector<Item> Items;
  /// The last item of the load phase.
  size_t Last = 0;
  /// What moves, and what else the load phase has of its own.
  VarSet State, Temporaries;
  llvm::DenseMap<const VarDecl *, std::string> Names;
  llvm::DenseMap<const VarDecl *, const VarDecl *> Copies;
};

} // namespace

static bool isIn(const MemoryAccess &Access, MemoryRoot::KindTy Kind) {
  return Access.Root.Kind == Kind;
}

/// The load phase: what stores global memory to shared memory, and what that
/// is made of.
bool StateSplitter::readItems() {
  bool IsBehindBarrier = false, Found = false;
  for (const Stmt *S : Body->body()) {
    Item Next{S, effectsOf(S, Flow, Ctx), {}};
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Decls->decls()) {
        const auto *Var = dyn_cast<VarDecl>(D);
        if (!Var || !Var->hasLocalStorage())
          return false;
        Next.Own.insert(Var);
      }
    auto IsShared = [](const MemoryAccess &A) {
      return isIn(A, MemoryRoot::Shared);
    };
    auto IsGlobal = [](const MemoryAccess &A) {
      return isIn(A, MemoryRoot::Global);
    };
    // A trip that ends early has moved only one of two.
    if (!llvm::all_of(Next.E.Exits, [](const Stmt *Exit) {
          return isa<BreakStmt, ReturnStmt>(Exit);
        }))
      return false;
    IsBehindBarrier |= Found && isBlockBarrier(S, Kernel, Ctx);
    if (!IsBehindBarrier && llvm::any_of(Next.E.MemoryWrites, IsShared) &&
        llvm::any_of(Next.E.MemoryReads, IsGlobal)) {
      Next.IsLoad = Found = true;
      Last = Items.size();
    }
    Items.push_back(std::move(Next));
  }
  if (!Found || !IsBehindBarrier)
    return false;
  for (bool Changed = true; std::exchange(Changed, false);)
    for (size_t I = 0; I < Last; ++I)
      if (!Items[I].IsLoad &&
          llvm::any_of(llvm::ArrayRef(Items).slice(I + 1, Last - I),
                       [&](const Item &Behind) {
                         return Behind.IsLoad &&
                                llvm::any_of(Behind.E.Reads,
                                             [&](const VarDecl *Var) {
                                               return Items[I].writes(Var);
                                             });
                       }))
        Changed = Items[I].IsLoad = true;
  return true;
}

bool StateSplitter::mayBeState(const VarDecl *Var) const {
  const Effects Inside = effectsOf(Body, Flow, Ctx);
  const auto *For = dyn_cast<ForStmt>(&Loop);
  const Stmt *Header[] = {testOf(Loop), For ? For->getInit() : nullptr,
                          For ? For->getInc() : nullptr};
  for (const Stmt *S : Header)
    if (S) {
      const Effects E = effectsOf(S, Flow, Ctx);
      if (E.Reads.count(Var) || E.Writes.count(Var))
        return false;
    }
  return Var->hasLocalStorage() && Var->getType()->isScalarType() &&
         !Var->getType()->isReferenceType() &&
         !Var->getType().isVolatileQualified() && !Flow.isAliased(Var) &&
         !declarationIn(&Loop, Var);
}

/// \p In does nothing but set variables, whenever in the trip.
bool StateSplitter::onlyMoves(const Item &In) const {
  const Effects &E = In.E;
  return E.MemoryWrites.empty() && E.Unknown.empty() && E.Pinned.empty() &&
         E.Exits.empty() && E.Barriers.empty() && E.AsyncCopies.empty() &&
         llvm::all_of(E.MemoryReads, [](const MemoryAccess &Read) {
           return isIn(Read, MemoryRoot::Global);
         });
}

/// What the load phase reads and something behind it sets, and what that needs.
bool StateSplitter::findState() {
  llvm::SmallVector<const VarDecl *, 8> Wanted;
  for (const Item &In : Items)
    if (In.IsLoad)
      Wanted.append(In.E.Reads.begin(), In.E.Reads.end());
  for (size_t Next = 0; Next < Wanted.size(); ++Next) {
    const VarDecl *Var = Wanted[Next];
    if (State.count(Var))
      continue;
    bool IsSet = false;
    for (size_t I = Last + 1; I < Items.size(); ++I)
      IsSet |= Items[I].writes(Var);
    if (!IsSet)
      continue;
    if (!mayBeState(Var))
      return false;
    State.insert(Var);
    for (size_t I = 0; I < Items.size(); ++I) {
      Item &In = Items[I];
      if (!In.writes(Var))
        continue;
      if (I <= Last || !onlyMoves(In) || !In.Own.empty())
        return false;
      In.Moves = true;
      for (const VarSet *Set : {&In.E.Reads, &In.E.Writes})
        for (const VarDecl *Other : *Set) {
          if (declarationIn(In.S, Other))
            continue;
          if (Flow.isAliased(Other))
            return false;
          // Right behind the load it must find what it finds at its place.
          if (llvm::any_of(Items, [&](const Item &At) {
                return At.writes(Other) && !State.count(Other);
              }))
            Wanted.push_back(Other);
          for (size_t J = Last + 1; J < Items.size(); ++J)
            if (Items[J].Own.count(Other))
              return false;
        }
    }
  }
  // All that they set has become state.
  return !State.empty() && llvm::all_of(Items, [&](const Item &In) {
    return !In.Moves || llvm::all_of(In.E.Writes, [&](const VarDecl *Var) {
      return State.count(Var) || declarationIn(In.S, Var);
    });
  });
}

bool StateSplitter::readsState(const Item &In) const {
  auto IsOwn = [&](const VarDecl *Var) {
    return State.count(Var) || Temporaries.count(Var);
  };
  return llvm::any_of(In.E.Reads, IsOwn) || llvm::any_of(In.Own, IsOwn);
}

/// What the load phase declares of the state, and others ask for too.
bool StateSplitter::findTemporaries() {
  for (size_t I = 0; I <= Last; ++I) {
    Item &In = Items[I];
    if (!In.IsLoad || !readsState(In))
      continue;
    // What it sets, others would find set by where the load is.
    if (In.Own.empty()) {
      if (llvm::any_of(In.E.Writes, [&](const VarDecl *Var) {
            return !declarationIn(In.S, Var);
          }))
        return false;
      continue;
    }
    if (!onlyMoves(In) || !llvm::all_of(In.E.Writes, [&](const VarDecl *Var) {
          return In.Own.count(Var);
        }))
      return false;
    for (size_t J = I + 1; J < Items.size(); ++J)
      for (const VarDecl *Var : In.Own) {
        if (Items[J].E.Writes.count(Var) || Flow.isAliased(Var))
          return false;
        In.IsForBoth |= !Items[J].IsLoad && Items[J].E.Reads.count(Var);
        // A declaration of both phases is one, too, and reads the first.
        In.IsForBoth |= Items[J].IsForBoth && Items[J].E.Reads.count(Var);
      }
    for (const VarDecl *Var : In.Own)
      Temporaries.insert(Var);
  }
  return llvm::none_of(Items, [&](const Item &In) {
    return In.Moves && llvm::any_of(In.E.Reads, [&](const VarDecl *Var) {
             return Temporaries.count(Var);
           });
  });
}

/// Another build moves no more and no less, and declares the same.
bool StateSplitter::isSameElsewhere() const {
  std::optional<TextRange> Whole = Text.range(&Loop);
  if (!Whole || !isOneText(Text, *Whole, /*OrNumbers=*/true, Ctx))
    return false;
  return llvm::all_of(State, [&](const VarDecl *Var) {
    std::optional<TextRange> Declared = Text.range(Var->getSourceRange());
    return Declared && Var->getBeginLoc().isFileID() &&
           Var->getLocation().isFileID() &&
           isOneText(Text, *Declared, /*OrNumbers=*/true, Ctx) &&
           showsAllUses(Text, *Whole, *Var, Loop, Ctx);
  });
}

/// \p In with the load's own names.
std::optional<std::string> StateSplitter::renamedText(const Item &In) const {
  std::optional<TextRange> Whole = Text.statement(In.S);
  if (!Whole || Text.hasConditionals(*Whole) || holdsA<LambdaExpr>(In.S) ||
      dependsOnPlace(In.S, SM))
    return std::nullopt;
  std::vector<TextEdit> Edits;
  bool Cut = false;
  auto Rename = [&](SourceRange At, const VarDecl *Var) {
    auto It = Names.find(Var);
    if (It == Names.end())
      return;
    std::optional<TextRange> Use = Text.range(At);
    if (!Use || Text.text(*Use) != Var->getName())
      Cut = true;
    else if (llvm::none_of(Edits, [&](const TextEdit &Edit) {
               return Edit.Range.Begin == Use->Begin;
             }))
      Edits.push_back({*Use, It->second});
  };
  forEach<DeclRefExpr>(In.S, [&](const DeclRefExpr &Ref) {
    if (const auto *Var = dyn_cast<VarDecl>(Ref.getDecl()))
      Rename(Ref.getSourceRange(), Var);
  });
  for (const VarDecl *Var : In.Own)
    Rename(SourceRange(Var->getLocation()), Var);
  return Cut ? std::nullopt : Text.edited(*Whole, std::move(Edits));
}

/// `int row_load = row, col_load = col;`
std::optional<std::string> StateSplitter::declarations(StringRef Indent) const {
  const StringRef Ending = Text.code().contains("\r\n") ? "\r\n" : "\n";
  std::string Out = (Indent + "// Where the load is." + Ending).str(), Before;
  for (const VarDecl *Var : State) {
    const std::string &Name = Names.find(Var)->second;
    std::optional<std::string> One =
        declare(*Var, Name, /*Const=*/false, Text, Ctx);
    if (!One || !StringRef(*One).ends_with(Name))
      return std::nullopt;
    const std::string Type = StringRef(*One).drop_back(Name.size()).str();
    const std::string Value = Name + " = " + Var->getNameAsString() + ";";
    if (Type == Before && !Var->getType()->isPointerType()) {
      Out.resize(Out.size() - Ending.size() - 1);
      Out += ", " + Value + Ending.str();
    } else {
      Out += (Indent + Type + Value + Ending).str();
    }
    Before = Type;
  }
  return Out;
}

bool StateSplitter::edit(tooling::AtomicChange &Change) const {
  const StringRef Ending = Text.code().contains("\r\n") ? "\r\n" : "\n";
  auto Replace = [&](TextRange At, StringRef New) {
    llvm::Error Failed = Change.replace(
        SM, SM.getLocForStartOfFile(Text.file()).getLocWithOffset(At.Begin),
        At.End - At.Begin, New);
    const bool IsBad = bool(Failed);
    llvm::consumeError(std::move(Failed));
    return !IsBad;
  };
  std::optional<TextRange> Whole = Text.range(&Loop);
  if (!Whole)
    return false;
  const unsigned Front = Text.leading(Whole->Begin).Begin;
  std::optional<std::string> Declared =
      declarations(Text.indentAt(Whole->Begin));
  if (!Declared || Text.lineStart(Front) != Front ||
      !Text.text({Text.lineStart(Whole->Begin), Whole->Begin}).trim().empty() ||
      !Replace({Front, Front}, *Declared))
    return false;
  std::string Moved;
  for (const Item &In : Items)
    if (In.Moves) {
      std::optional<std::string> New = renamedText(In);
      if (!New)
        return false;
      Moved += Text.indentAt(Text.statement(In.S)->Begin).str() + *New +
               Ending.str();
    }
  for (size_t I = 0; I <= Last; ++I) {
    const Item &In = Items[I];
    const bool IsRenamed = In.IsLoad && readsState(In);
    if (!IsRenamed && I != Last)
      continue;
    std::optional<TextRange> At = Text.statement(In.S);
    const unsigned Behind = At ? Text.endOfTrivia(At->End) : 0;
    if (!At || Behind == At->End ||
        !Text.text({Text.lineStart(At->Begin), At->Begin}).trim().empty())
      return false;
    std::string Added = I == Last ? Moved : "";
    if (IsRenamed) {
      std::optional<std::string> New = renamedText(In);
      if (!New)
        return false;
      if (In.IsForBoth)
        Added = Text.indentAt(At->Begin).str() + *New + Ending.str() + Added;
      else if (!Replace(*At, *New))
        return false;
    }
    if (!Added.empty() && !Replace({Behind, Behind}, Added))
      return false;
  }
  return true;
}

/// The variable that stands for \p Var in the load phase.
const VarDecl *StateSplitter::copyOf(const VarDecl *Var, const Expr *Init) {
  const VarDecl *Copy = madeCopy(*Var, Names[Var], *Init, Kernel, Ctx);
  Copies[Var] = Copy;
  return Copy;
}

/// What edit() has to be read as.
std::string StateSplitter::meaning() {
  const ParentMap Parents(Kernel.getBody());
  const Stmt *At = &Loop, *Around = Parents.getParent(At);
  while (Around && !isa<CompoundStmt>(Around)) {
    At = Around;
    Around = Parents.getParent(At);
  }
  if (!Around)
    return "";
  llvm::SmallVector<const Stmt *> Outer, Inner;
  for (const Stmt *S : cast<CompoundStmt>(Around)->body()) {
    if (S == At)
      for (const VarDecl *Var : State)
        Outer.push_back(
            madeDeclaration(*copyOf(Var, madeValue(*Var, Ctx)), Ctx));
    Outer.push_back(S);
  }
  llvm::SmallVector<const Stmt *> Renamed;
  auto InLoad = [&](const Stmt *S) {
    Renamed.push_back(madeBlock({S}, Ctx));
    return Renamed.back();
  };
  for (size_t I = 0; I < Items.size(); ++I) {
    const Item &In = Items[I];
    const bool IsOfLoad = I <= Last && In.IsLoad && readsState(In);
    if (!IsOfLoad || In.IsForBoth)
      Inner.push_back(In.S);
    if (IsOfLoad && In.Own.empty())
      Inner.push_back(InLoad(In.S));
    else if (IsOfLoad)
      for (const VarDecl *Var : In.Own)
        Inner.push_back(
            InLoad(madeDeclaration(*copyOf(Var, Var->getInit()), Ctx)));
    if (I == Last)
      for (const Item &Move : Items)
        if (Move.Moves)
          Inner.push_back(InLoad(Move.S));
  }
  MeaningPrinter Meaning(Kernel, Ctx);
  for (const Stmt *S : Renamed)
    Meaning.rename(S, Copies);
  Meaning.replace(Around, madeBlock(Outer, Ctx));
  Meaning.replace(Body, madeBlock(Inner, Ctx));
  return Meaning.print(*Kernel.getBody());
}

std::optional<InlinedLoop> StateSplitter::run() {
  if (!Body || !readItems() || !findState() || !findTemporaries() ||
      !isSameElsewhere())
    return std::nullopt;
  NameTable Table(Text.file(), Ctx);
  for (const VarDecl *Var : State)
    Names[Var] = Table.unique(Var->getNameAsString() + "_load");
  for (const Item &In : Items)
    if (In.IsForBoth)
      for (const VarDecl *Var : In.Own) {
        if (!Var->getInit())
          return std::nullopt;
        Names[Var] = Table.unique(Var->getNameAsString() + "_load");
      }
  // Of the load alone they keep their names.
  for (const Item &In : Items)
    if (In.IsLoad && !In.IsForBoth)
      for (const VarDecl *Var : In.Own)
        if (Temporaries.count(Var)) {
          if (!Var->getInit())
            return std::nullopt;
          Names[Var] = Var->getNameAsString();
        }
  tooling::AtomicChange Change(SM, Loop.getBeginLoc());
  if (!edit(Change))
    return std::nullopt;
  std::string Meaning = meaning();
  if (Meaning.empty())
    return std::nullopt;
  return InlinedLoop{std::move(Change), std::move(Meaning)};
}

std::optional<InlinedLoop> ownStateOfLoad(const LoopCandidate &Candidate,
                                          ASTContext &Ctx) {
  return StateSplitter(Candidate, Ctx).run();
}

} // namespace cudapipe
