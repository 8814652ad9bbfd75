//===- cudapipe/Match/StatementMatchers.h - Matchers for the way in -*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's hasDescendant() looks into lambdas and not into calls. Here it is the
// other way round: what a loop executes is in the functions that it calls; the
// body of a lambda is no part of the loop that the lambda stands in.
//
//   for (int k = 0; k < K; k += BK) {       hasStatement(returnStmt()): no
//     auto get = [&](int i) { return A[i]; };
//     load(As, A, k);                       executes(blockBarrier()): yes, if
//   }                                       load() waits
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_MATCH_STATEMENTMATCHERS_H
#define CUDAPIPE_MATCH_STATEMENTMATCHERS_H

#include "clang/ASTMatchers/ASTMatchers.h"

namespace cudapipe {

/// Matches a `for`, `while` or `do` loop. Not `for (auto x : xs)`, which no
/// phase reads.
clang::ast_matchers::StatementMatcher anyLoop();

/// Matches a statement that has another one inside, not in a lambda, that
/// \p Inner matches.
///
/// hasStatement(breakStmt()) matches
///     while (true) { if (k == K) break; }
/// and does not match
///     while (k < K) { auto f = [&] { while (true) break; }; }
clang::ast_matchers::StatementMatcher
hasStatement(const clang::ast_matchers::StatementMatcher &Inner);

/// Matches a statement that \p Inner matches, that has such a statement inside,
/// or that calls a function of the user with one. Lambdas are left out.
///
/// executes(blockBarrier()) matches, given
/// `__device__ void wait() { __syncthreads(); }`,
///     { wait(); }
/// and does not match
///     { auto f = [] { __syncthreads(); }; }
clang::ast_matchers::StatementMatcher
executes(const clang::ast_matchers::StatementMatcher &Inner);

/// Matches once for each statement of the function's body, lambdas in it
/// included, that \p Inner matches.
///
/// forEachStatement(anyLoop()) matches twice
///     void f() { while (true) { for (;;) {} } }
/// and does not match
///     void f() { struct S { void g() { while (true) {} } }; }
clang::ast_matchers::DeclarationMatcher
forEachStatement(const clang::ast_matchers::StatementMatcher &Inner);

/// Matches a statement with a part that does not parse, or that gives a pointer
/// to a function of a missing header.
///
/// Matches, with no `undeclared` in sight,
///     { As[i] = undeclared(i); }
/// and does not match
///     { As[i] = A[i]; }
clang::ast_matchers::StatementMatcher hasParseError();

} // namespace cudapipe

#endif // CUDAPIPE_MATCH_STATEMENTMATCHERS_H
