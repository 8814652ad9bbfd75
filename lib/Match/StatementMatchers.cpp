//===- StatementMatchers.cpp - Matchers for the way in --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Match/StatementMatchers.h"
#include "cudapipe/Analyze/CalledFunction.h"
#include "cudapipe/Analyze/Effects.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Frontend/UnreadCode.h"

using namespace clang;
using namespace clang::ast_matchers;

namespace cudapipe {
namespace {

using ast_matchers::internal::ASTMatchFinder;
using ast_matchers::internal::BoundNodesTreeBuilder;

/// The body of the function that \p S calls, if it is the user's.
const Stmt *calledBody(const Stmt *S, const ASTContext &Ctx) {
  const auto *Call = dyn_cast<CallExpr>(S);
  const FunctionDecl *Callee = Call ? knownCallee(*Call) : nullptr;
  const FunctionDecl *Definition = nullptr;
  return Callee && !isLibraryFunction(*Callee, Ctx) &&
                 Callee->hasBody(Definition)
             ? Definition->getBody()
             : nullptr;
}

/// One search for statements that a matcher matches.
struct Search {
  const StatementMatcher &Inner;
  ASTMatchFinder *Finder;
  BoundNodesTreeBuilder *Bound;

  /// A matcher that fails forgets what is bound so far.
  bool matches(const Stmt &S) const {
    BoundNodesTreeBuilder Now(*Bound);
    if (!Inner.matches(S, Finder, &Now))
      return false;
    *Bound = std::move(Now);
    return true;
  }

  bool inside(const Stmt &S) const {
    return llvm::any_of(S.children(), [&](const Stmt *Child) {
      return Child && !isa<LambdaExpr>(Child) &&
             (matches(*Child) || inside(*Child));
    });
  }

  bool onTheWay(const Stmt *S, unsigned Calls) const {
    if (!S || isa<LambdaExpr>(S))
      return false;
    if (matches(*S))
      return true;
    const Stmt *Body = Calls ? calledBody(S, Finder->getASTContext()) : nullptr;
    return (Body && onTheWay(Body, Calls - 1)) ||
           llvm::any_of(S->children(), [&](const Stmt *Child) {
             return onTheWay(Child, Calls);
           });
  }

  /// Adds what is bound by each match to \p Out; says whether there is one.
  bool all(const Stmt &S, BoundNodesTreeBuilder &Out) const {
    bool Any = false;
    for (const Stmt *Child : S.children()) {
      if (!Child)
        continue;
      BoundNodesTreeBuilder One(*Bound);
      if (Inner.matches(*Child, Finder, &One)) {
        Out.addMatch(One);
        Any = true;
      }
      Any |= all(*Child, Out);
    }
    return Any;
  }
};

AST_MATCHER_P(Stmt, hasOne, StatementMatcher, Inner) {
  return Search{Inner, Finder, Builder}.inside(Node);
}

AST_MATCHER_P(Stmt, executesOne, StatementMatcher, Inner) {
  return Search{Inner, Finder, Builder}.onTheWay(&Node, /*Calls=*/8);
}

AST_MATCHER_P(FunctionDecl, forEachOne, StatementMatcher, Inner) {
  const FunctionDecl *Definition = nullptr;
  if (!Node.hasBody(Definition))
    return false;
  BoundNodesTreeBuilder All;
  bool Any = Search{Inner, Finder, Builder}.all(*Definition->getBody(), All);
  *Builder = std::move(All);
  return Any;
}

/// It does not parse, or gives a pointer to a function of a missing header,
/// which may fill a tile.
AST_MATCHER(Stmt, hidesWhatItDoes) {
  const ASTContext &Ctx = Finder->getASTContext();
  return holds(&Node, [&](const Stmt &S) {
    const auto *Call = dyn_cast<CallExpr>(&S);
    const FunctionDecl *Callee = Call ? Call->getDirectCallee() : nullptr;
    return isa<RecoveryExpr>(S) ||
           (Callee && isAssumed(*Callee, Ctx) &&
            llvm::any_of(Call->arguments(), [](const Expr *Arg) {
              const QualType Type = Arg->IgnoreParenImpCasts()->getType();
              return Type->isPointerType() || Type->isArrayType();
            }));
  });
}

} // namespace

StatementMatcher anyLoop() { return anyOf(forStmt(), whileStmt(), doStmt()); }

StatementMatcher hasStatement(const StatementMatcher &Inner) {
  return hasOne(Inner);
}

StatementMatcher executes(const StatementMatcher &Inner) {
  return executesOne(Inner);
}

DeclarationMatcher forEachStatement(const StatementMatcher &Inner) {
  return functionDecl(forEachOne(Inner));
}

StatementMatcher hasParseError() { return hidesWhatItDoes(); }

} // namespace cudapipe
