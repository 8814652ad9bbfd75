//===- SplitLoops.cpp - Copy loops that only copy -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Inline/SplitLoops.h"
#include "../Rewrite/SourceText.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/PassedPointers.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

/// A statement of a loop's body, and what it does.
struct Part {
  const Stmt *S;
  Effects E;
  /// It stores to shared memory, or sets what leads there.
  bool IsOfCopy = false;
  /// Its lines, with the comments above.
  TextRange Lines = {};
};

class Splitter {
public:
  Splitter(const LoopCandidate &Candidate, ASTContext &Ctx)
      : Loop(*Candidate.Loop), Ctx(Ctx), SM(Ctx.getSourceManager()),
        Flow(pointersOf(Candidate, Ctx)),
        Text(SM.getFileID(SM.getExpansionLoc(Loop.getBeginLoc())), Ctx) {}

  std::optional<tooling::AtomicChange> run();

private:
  /// Variables that, by way of others, what is stored to shared memory hangs
  /// on.
  VarSet readForCopies() const;
  std::optional<std::vector<Part>> partsOf(const ForStmt &For) const;
  bool repeatsHeader(const ForStmt &For, llvm::ArrayRef<Part> Parts) const;
  bool haveLines(std::vector<Part> &Parts) const;
  bool split(const ForStmt &For, std::vector<TextEdit> &Edits) const;

  const Stmt &Loop;
  ASTContext &Ctx;
  const SourceManager &SM;
  PointerFlow Flow;
  SourceText Text;
  const VarSet ForCopies = readForCopies();
};

bool meet(const VarSet &A, const VarSet &B) {
  return llvm::any_of(A, [&](const VarDecl *Var) { return B.count(Var); });
}

/// The two may be executed in another order.
bool areApart(const Effects &A, const Effects &B) {
  return !meet(A.Writes, B.Reads) && !meet(A.Writes, B.Writes) &&
         !meet(A.Reads, B.Writes);
}

/// Nothing but values of variables and memory.
bool isPlain(const Effects &E) {
  return E.Barriers.empty() && E.AsyncCopies.empty() && E.Exits.empty() &&
         E.Pinned.empty() && E.Unknown.empty() && E.BlockWaits.empty();
}

bool isInShared(const MemoryAccess &X) {
  return X.Root.Kind == MemoryRoot::Shared;
}

bool writesShared(const Effects &E) {
  return llvm::any_of(E.MemoryWrites, isInShared);
}

bool isGlobal(const MemoryAccess &X) {
  return X.Root.Kind == MemoryRoot::Global;
}

/// \p User names a variable that \p S declares.
bool namesOneOf(const Stmt *User, const Stmt *S) {
  const auto *Decls = dyn_cast<DeclStmt>(S);
  return Decls && holds(User, [&](const Stmt &At) {
           const auto *Ref = dyn_cast<DeclRefExpr>(&At);
           return Ref && llvm::is_contained(Decls->decls(), Ref->getDecl());
         });
}

VarSet Splitter::readForCopies() const {
  std::vector<Effects> All;
  forEach<Stmt>(&Loop, [&](const Stmt &S) {
    const auto *Op = dyn_cast<BinaryOperator>(&S);
    if (isa<DeclStmt, CompoundAssignOperator, CallExpr>(S) ||
        (Op && Op->isAssignmentOp()))
      All.push_back(effectsOf(&S, Flow, Ctx));
    if (const auto *Decls = dyn_cast<DeclStmt>(&S))
      for (const Decl *D : Decls->decls())
        if (const auto *Var = dyn_cast<VarDecl>(D))
          All.back().Writes.insert(Var);
  });
  VarSet Out;
  std::vector<bool> Counted(All.size());
  for (bool Changed = true; std::exchange(Changed, false);)
    for (auto [I, E] : llvm::enumerate(All))
      if (!Counted[I] && (meet(E.Writes, Out) || writesShared(E))) {
        Out.insert(E.Reads.begin(), E.Reads.end());
        Changed = Counted[I] = true;
      }
  return Out;
}

/// The statements of \p For: some of the copy, and others that can follow them
/// in a loop of their own.
std::optional<std::vector<Part>> Splitter::partsOf(const ForStmt &For) const {
  const auto *Body = dyn_cast<CompoundStmt>(For.getBody());
  if (!Body || Body->size() < 2)
    return std::nullopt;
  std::vector<Part> Parts;
  for (const Stmt *S : Body->body()) {
    Part P{S, effectsOf(S, Flow, Ctx)};
    if (!isPlain(P.E) || isa<LabelStmt, NullStmt>(S))
      return std::nullopt;
    if (const auto *Decls = dyn_cast<DeclStmt>(S))
      for (const Decl *D : Decls->decls()) {
        const auto *Var = dyn_cast<VarDecl>(D);
        if (!Var || !Var->hasLocalStorage())
          return std::nullopt;
        P.E.Writes.insert(Var);
      }
    P.IsOfCopy = writesShared(P.E) || meet(P.E.Writes, ForCopies);
    if (!llvm::all_of(P.E.MemoryWrites, isInShared))
      return std::nullopt;
    Parts.push_back(std::move(P));
  }
  for (bool Changed = true; std::exchange(Changed, false);)
    for (Part &P : Parts)
      if (!P.IsOfCopy && llvm::any_of(Parts, [&](const Part &Copy) {
            return Copy.IsOfCopy && meet(P.E.Writes, Copy.E.Reads);
          }))
        Changed = P.IsOfCopy = true;
  const auto IsOfCopy = [](const Part &P) { return P.IsOfCopy; };
  if (llvm::none_of(Parts, IsOfCopy) || llvm::all_of(Parts, IsOfCopy))
    return std::nullopt;
  for (const Part &P : Parts)
    for (const Part &Copy : Parts)
      if (!P.IsOfCopy && Copy.IsOfCopy &&
          (!areApart(P.E, Copy.E) || namesOneOf(P.S, Copy.S) ||
           namesOneOf(Copy.S, P.S) || !llvm::all_of(P.E.MemoryReads, isGlobal)))
        return std::nullopt;
  return Parts;
}

/// What the header of \p For sets first, `int i = 0` or `i = 0`, and to what.
static std::pair<const VarDecl *, const Expr *> counterOf(const ForStmt &For) {
  if (const auto *Decls = dyn_cast_or_null<DeclStmt>(For.getInit())) {
    const auto *Var = Decls->isSingleDecl()
                          ? dyn_cast<VarDecl>(Decls->getSingleDecl())
                          : nullptr;
    return {Var, Var ? Var->getInit() : nullptr};
  }
  const auto *Op = dyn_cast_or_null<BinaryOperator>(For.getInit());
  const auto *Ref = Op && Op->getOpcode() == BO_Assign
                        ? dyn_cast<DeclRefExpr>(Op->getLHS()->IgnoreParens())
                        : nullptr;
  const auto *Var = Ref ? dyn_cast<VarDecl>(Ref->getDecl()) : nullptr;
  if (!Var || !Var->hasLocalStorage() || Var->getType()->isReferenceType())
    return {nullptr, nullptr};
  return {Var, Op->getRHS()};
}

/// The header of \p For counts the same when it counts again.
bool Splitter::repeatsHeader(const ForStmt &For,
                             llvm::ArrayRef<Part> Parts) const {
  const auto [Counter, Start] = counterOf(For);
  if (!Counter || !Start || !For.getCond() || !For.getInc() ||
      For.getConditionVariable() || Flow.isAliased(Counter))
    return false;
  const Stmt *Header[] = {Start, For.getCond(), For.getInc()};
  return llvm::all_of(Header, [&](const Stmt *S) {
    const Effects E = effectsOf(S, Flow, Ctx);
    return isPlain(E) && E.MemoryWrites.empty() &&
           !(S == Start && E.Reads.count(Counter)) &&
           llvm::all_of(E.MemoryReads, isGlobal) &&
           llvm::all_of(E.Writes,
                        [&](const VarDecl *Var) {
                          return Var == Counter && S == For.getInc();
                        }) &&
           llvm::none_of(Parts, [&](const Part &P) {
             return meet(P.E.Writes, E.Reads) || P.E.Writes.count(Counter);
           });
  });
}

/// Finds the lines of each of \p Parts; false if two share one.
bool Splitter::haveLines(std::vector<Part> &Parts) const {
  for (Part &P : Parts) {
    std::optional<TextRange> R = Text.statement(P.S);
    if (!R || !Text.text({Text.lineStart(R->Begin), R->Begin}).trim().empty() ||
        Text.endOfTrivia(R->End) == R->End)
      return false;
    P.Lines = {Text.leading(R->Begin).Begin, Text.endOfTrivia(R->End)};
  }
  return true;
}

/// Adds the edits for \p For; false if there are none.
bool Splitter::split(const ForStmt &For, std::vector<TextEdit> &Edits) const {
  std::optional<std::vector<Part>> Parts = partsOf(For);
  std::optional<TextRange> Whole = Text.range(&For);
  std::optional<TextRange> Body = Text.range(For.getBody());
  if (!Parts || !Whole || !Body || !repeatsHeader(For, *Parts) ||
      dependsOnPlace(&For, SM) || !Text.directives(*Whole).empty() ||
      !haveLines(*Parts))
    return false;
  const unsigned Behind = Text.endOfTrivia(Whole->End);
  if (Behind == Whole->End ||
      !Text.text({Text.lineStart(Whole->Begin), Whole->Begin}).trim().empty())
    return false;
  const std::string Indent = Text.indentAt(Whole->Begin).str();
  std::string Second;
  for (const TextRange &Pragma : Text.leading(Whole->Begin).Pragmas)
    Second += Text.text(Pragma);
  Second += Indent + Text.text({Whole->Begin, Body->Begin}).rtrim().str();
  unsigned Count = 0;
  std::string Lines;
  for (const Part &P : *Parts)
    if (!P.IsOfCopy) {
      Edits.push_back({P.Lines, ""});
      Lines += Text.text(P.Lines);
      ++Count;
    }
  const bool IsOneLine = Count == 1 && StringRef(Lines).count('\n') == 1;
  Second += IsOneLine ? "\n" + Lines : " {\n" + Lines + Indent + "}\n";
  Edits.push_back({{Behind, Behind}, Second});
  return true;
}

std::optional<tooling::AtomicChange> Splitter::run() {
  std::vector<TextEdit> Edits;
  llvm::SmallVector<TextRange, 2> Done;
  forEach<ForStmt>(&Loop, [&](const ForStmt &For) {
    std::optional<TextRange> Whole = Text.range(&For);
    // Of loops in each other the outer one.
    if (&For != &Loop && Whole && llvm::none_of(Done, [&](const TextRange &R) {
          return R.contains(*Whole);
        }))
      if (split(For, Edits))
        Done.push_back(*Whole);
  });
  if (Edits.empty())
    return std::nullopt;
  return Text.change(Loop.getBeginLoc(), Edits);
}

} // namespace

std::optional<tooling::AtomicChange> splitLoops(const LoopCandidate &Candidate,
                                                ASTContext &Ctx) {
  return Splitter(Candidate, Ctx).run();
}

} // namespace cudapipe
