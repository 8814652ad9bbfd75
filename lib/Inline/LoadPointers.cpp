//===- LoadPointers.cpp - Pointers to what a thread loads -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoadPointers.h"
#include "../Rewrite/Spelling.h"
#include "Analyze/Integers/IndexForm.h"
#include "CalledText.h"
#include "VariableUses.h"
#include "cudapipe/Analyze/AccessType.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/LoopParts.h"
#include "cudapipe/Analyze/PassedPointers.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {
namespace {

/// The uses in the loop of one pointer into memory of the grid.
struct LoadPointer {
  const VarDecl *Var;
  /// What it points to: `A[row * K + col]`, each with the same index.
  llvm::SmallVector<const ArraySubscriptExpr *, 2> Elements;
  /// Where `A += BK` names it.
  llvm::SmallVector<const DeclRefExpr *, 2> Steps;
};

class OwnPointers {
public:
  OwnPointers(const LoopCandidate &Candidate, const SourceText &Text,
              const ASTContext &Ctx)
      : Kernel(*Candidate.Kernel), Loop(*Candidate.Loop), Text(Text), Ctx(Ctx),
        SM(Ctx.getSourceManager()), Flow(pointersOf(Candidate, Ctx)),
        Found(Kernel.getBody()), All(effectsOf(&Loop, Flow, Ctx)) {}

  std::optional<std::vector<TextEdit>> edits();

private:
  bool isGlobal(const VarDecl &Var) const;
  bool isStep(const DeclRefExpr *Use) const;
  bool isOwnElement(const DeclRefExpr *Use) const;
  bool isRepeated(const Stmt *S) const;
  bool isFixed(const Expr *Index) const;
  bool endsWithLoop(const VarDecl *Var) const;
  bool read(LoadPointer &P) const;
  std::string nameFor(const VarDecl &Var) const;
  bool edit(const LoadPointer &P, StringRef Name,
            std::vector<TextEdit> &Edits) const;
  bool mayStandInFront(const ArraySubscriptExpr *Element) const;

  const FunctionDecl &Kernel;
  const Stmt &Loop;
  const SourceText &Text;
  const ASTContext &Ctx;
  const SourceManager &SM;
  PointerFlow Flow;
  VariableUses Found;
  const Effects All;
};

} // namespace

bool OwnPointers::isGlobal(const VarDecl &Var) const {
  if (!Var.getType()->isPointerType())
    return false;
  const DeclRefExpr *Use = Found.usesOf(&Var).front();
  return llvm::none_of(Flow.rootsOfPointer(Use), [](const MemoryRoot &Root) {
    return Root.Kind == MemoryRoot::Shared || Root.Kind == MemoryRoot::Local;
  });
}

/// `A += BK`, as a statement or in the header of the loop.
bool OwnPointers::isStep(const DeclRefExpr *Use) const {
  const auto *Op = dyn_cast_or_null<BinaryOperator>(Found.parentOf(Use));
  if (!Op || Op->getOpcode() != BO_AddAssign || Op->getLHS() != Use)
    return false;
  const Stmt *Around = Found.parentOf(Op);
  for (; Around; Around = Found.parentOf(Around))
    if (const auto *Comma = dyn_cast<BinaryOperator>(Around);
        !Comma || Comma->getOpcode() != BO_Comma)
      break;
  return isa_and_nonnull<CompoundStmt>(Around) || Around == &Loop;
}

/// `*a` and `a[0]`: it is the thread's own already.
bool OwnPointers::isOwnElement(const DeclRefExpr *Use) const {
  const Stmt *Parent = Found.parentOf(Found.parentOf(Use));
  if (const auto *Element = dyn_cast_or_null<ArraySubscriptExpr>(Parent))
    return subscriptIndex(*Element)->isIntegerConstantExpr(Ctx);
  if (const auto *Op = dyn_cast_or_null<UnaryOperator>(Parent))
    return Op->getOpcode() == UO_Deref;
  return isa_and_nonnull<ExplicitCastExpr>(Parent);
}

/// \p S may be evaluated several times a trip, or elsewhere.
bool OwnPointers::isRepeated(const Stmt *S) const {
  for (S = Found.parentOf(S); S && S != &Loop; S = Found.parentOf(S))
    if (isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, LambdaExpr>(S))
      return true;
  return false;
}

/// \p Index has one value in front of the loop and all along.
bool OwnPointers::isFixed(const Expr *Index) const {
  Effects X = effectsOf(Index, Flow, Ctx);
  return X.Writes.empty() && X.MemoryReads.empty() && X.MemoryWrites.empty() &&
         X.Unknown.empty() && X.Pinned.empty() && X.Barriers.empty() &&
         X.Exits.empty() && X.AsyncCopies.empty() &&
         !dependsOnPlace(Index, SM) &&
         llvm::none_of(X.Reads, [&](const VarDecl *Var) {
           const DeclStmt *Declaration = Found.declarationOf(Var);
           return All.Writes.count(Var) ||
                  (Declaration && Found.contains(&Loop, Declaration)) ||
                  (Flow.isAliased(Var) && !Var->getType().isConstQualified());
         });
}

/// Nobody asks behind the loop how far \p Var has come.
bool OwnPointers::endsWithLoop(const VarDecl *Var) const {
  std::optional<TextRange> Own = Text.range(&Loop),
                           Whole = Text.range(Kernel.getBody());
  return Own && Whole &&
         countName(Text.text({Own->End, Whole->End}), Var->getName()) == 0 &&
         llvm::all_of(Found.usesOf(Var), [&](const DeclRefExpr *Use) {
           return Found.contains(&Loop, Use) ||
                  SM.isBeforeInTranslationUnit(Use->getBeginLoc(),
                                               Loop.getBeginLoc());
         });
}

/// Fills in what the loop does with \p P. False if it cannot be the thread's
/// own.
bool OwnPointers::read(LoadPointer &P) const {
  QualType Type = P.Var->getType();
  bool IsOwn = true;
  for (const DeclRefExpr *Use : Found.usesOf(P.Var)) {
    if (!Found.contains(&Loop, Use))
      continue;
    if (isStep(Use)) {
      P.Steps.push_back(Use);
      continue;
    }
    if (isRepeated(Use))
      return false;
    if (isOwnElement(Use))
      continue;
    IsOwn = false;
    const auto *Element = dyn_cast_or_null<ArraySubscriptExpr>(
        Found.parentOf(Found.parentOf(Use)));
    if (!Element || subscriptBase(*Element)->IgnoreImpCasts() != Use ||
        !isFixed(subscriptIndex(*Element)) ||
        (!P.Elements.empty() &&
         !sameExpression(subscriptIndex(*Element),
                         subscriptIndex(*P.Elements.front()), Ctx)))
      return false;
    P.Elements.push_back(Element);
  }
  if (P.Steps.empty() || IsOwn)
    return !P.Steps.empty();
  // With elements of both kinds, some have another index.
  return P.Elements.size() + P.Steps.size() ==
             size_t(llvm::count_if(Found.usesOf(P.Var),
                                   [&](const DeclRefExpr *Use) {
                                     return Found.contains(&Loop, Use);
                                   })) &&
         P.Var->hasLocalStorage() && !Flow.isAliased(P.Var) &&
         !Type.isVolatileQualified() &&
         !Type->getPointeeType().isVolatileQualified() && endsWithLoop(P.Var);
}

/// `A_src`, or what is left of its kind.
std::string OwnPointers::nameFor(const VarDecl &Var) const {
  std::string Name = Var.getNameAsString() + "_src";
  for (unsigned N = 2; countName(Text.code(), Name); ++N)
    Name = Var.getNameAsString() + "_src" + std::to_string(N);
  return Name;
}

/// The text of \p Element means the same in front of the loop.
bool OwnPointers::mayStandInFront(const ArraySubscriptExpr *Element) const {
  std::optional<TextRange> Own = Text.range(Element), From = Text.range(&Loop);
  return Own && From && Own->Begin >= From->Begin &&
         Text.directives({From->Begin, Own->Begin}).empty() &&
         !Text.hasConditionals(*Own) && !Text.text(*Own).contains("//") &&
         !Text.text(*Own).contains("/*");
}

/// Puts \p Name in the place of all that \p P is in the loop.
bool OwnPointers::edit(const LoadPointer &P, StringRef Name,
                       std::vector<TextEdit> &Edits) const {
  // What a macro or an #if hides would go on with the other pointer.
  std::optional<TextRange> Whole = Text.range(&Loop);
  unsigned Spelled = Whole ? countName(Text.text(*Whole), P.Var->getName()) : 0;
  auto Replace = [&](std::optional<TextRange> Range, const std::string &New) {
    if (!Range)
      return false;
    // A macro may use its argument twice.
    if (llvm::any_of(Edits, [&](const TextEdit &E) {
          return E.Range.Begin == Range->Begin;
        }))
      return true;
    Edits.push_back({*Range, New});
    return Spelled-- > 0;
  };
  for (const ArraySubscriptExpr *Element : P.Elements) {
    const auto *Op = dyn_cast_or_null<UnaryOperator>(Found.parentOf(Element));
    std::optional<TextRange> Address =
        Op && Op->getOpcode() == UO_AddrOf ? Text.range(Op) : std::nullopt;
    if (!mayStandInFront(Element) ||
        (Address && !Text.text(*Address).starts_with("&")) ||
        !Replace(Address ? Address : Text.range(Element),
                 Address ? Name.str() : (Name + "[0]").str()))
      return false;
  }
  for (const DeclRefExpr *Use : P.Steps)
    if (!Replace(Text.range(Use), Name.str()))
      return false;
  return Spelled == 0;
}

std::optional<std::vector<TextEdit>> OwnPointers::edits() {
  // Elsewhere the loop may run again, from where the pointers have come to.
  if (Found.blockOf(&Loop) != Kernel.getBody())
    return std::nullopt;
  std::vector<LoadPointer> Pointers;
  llvm::DenseSet<const VarDecl *> Seen;
  std::vector<const VarDecl *> Variables = Found.variables();
  llvm::append_range(Variables, Kernel.parameters());
  for (const VarDecl *Var : Variables) {
    if (llvm::none_of(Found.usesOf(Var),
                      [&](const DeclRefExpr *Use) {
                        return Found.contains(&Loop, Use);
                      }) ||
        !isGlobal(*Var) || !Seen.insert(Var).second)
      continue;
    LoadPointer P{Var, {}, {}};
    if (!read(P))
      return std::nullopt;
    if (!P.Elements.empty())
      Pointers.push_back(std::move(P));
  }
  std::optional<TextRange> Whole = Text.range(&Loop);
  if (!Whole || Text.text({Text.lineStart(Whole->Begin), Whole->Begin})
                        .find_first_not_of(" \t") != StringRef::npos)
    return std::nullopt;
  llvm::sort(Pointers, [&](const LoadPointer &A, const LoadPointer &B) {
    return SM.isBeforeInTranslationUnit(A.Elements.front()->getBeginLoc(),
                                        B.Elements.front()->getBeginLoc());
  });
  const StringRef Indent = Text.indentAt(Whole->Begin);
  const unsigned At = Text.leading(Whole->Begin).Begin;
  std::vector<TextEdit> Edits;
  std::string Declared;
  for (const LoadPointer &P : Pointers) {
    std::string Name = nameFor(*P.Var);
    std::optional<std::string> Element = Text.text(P.Elements.front());
    if (!Element || !edit(P, Name, Edits))
      return std::nullopt;
    const std::string Declaration =
        declare(*P.Var, Name, /*Const=*/false, Text, Ctx)
            .value_or("auto *" + Name);
    Declared += (Indent + Declaration + " = " +
                 addressOfText(P.Elements.front()->getType(), *Element) + ";\n")
                    .str();
  }
  if (!Declared.empty())
    Edits.push_back({{At, At},
                     (Indent +
                      "// Where this thread loads from, tile after "
                      "tile.\n" +
                      Declared + "\n")
                         .str()});
  return Edits;
}

std::optional<std::vector<TextEdit>>
stepOwnPointers(const LoopCandidate &Candidate, const SourceText &Text,
                const ASTContext &Ctx) {
  return OwnPointers(Candidate, Text, Ctx).edits();
}

} // namespace cudapipe
