//===- Rules.h - When is it safe? -------------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The safety rules, numbered as docs/developers/how-it-works.md numbers them,
// on the facts of one loop. Each says nothing, or why the loop is left alone.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_RULES_RULES_H
#define CUDAPIPE_LIB_RULES_RULES_H

#include "Analyze/Loop/LoopAnalysis.h"

namespace cudapipe {

//===- Rule 1: the source is stable -------------------------------------===//

/// No access to the one touches the memory of the other, of which one writes.
bool neverOverlap(const MemoryRoot &A, const MemoryRoot &B, bool AssumeNoAlias);
/// The same of pointers of \p A, which knows of launches, too.
bool neverOverlap(const LoopAnalysis &A, const MemoryRoot &X,
                  const MemoryRoot &Y);
/// Rule 1: \p Item does not look for what other blocks store meanwhile.
MaybeRejection checkObserves(const BodyItem &Item);
/// What the user can do where \p Read and \p Write may overlap.
const char *overlapHint(const MemoryAccess &Read, const MemoryAccess &Write);
/// Rule 1: nothing in the loop writes what the load reads.
MaybeRejection checkSources(LoopAnalysis &A);
/// Rule 1 for the early loads, and whether a barrier must stand in front of
/// the first of them.
MaybeRejection checkEarlySources(LoopAnalysis &A);
/// Rule 1 for early loads of threads that do not meet at the barriers: no other
/// thread of the block, wherever it is, writes what they read. Says who may.
std::optional<std::string> writtenAnywhere(const LoopAnalysis &A);

//===- Rule 2: the address is early -------------------------------------===//

/// Rule 2, on the finished slice: called by sliceLoad().
MaybeRejection checkSlice(const LoopAnalysis &A);
/// The init statement can run once more in front of the loop.
MaybeRejection checkInit(const LoopAnalysis &A);
/// Nothing in front of an early item misses what it does: on the finished
/// slice, called by sliceLoad().
MaybeRejection checkEarly(const LoopAnalysis &A);
/// Why the load cannot have the value that \p Update, null if there are
/// several, gives \p Var a trip early; \p Changing is what it is made of, if
/// known.
Rejection whyNotAhead(const LoopAnalysis &A, const clang::VarDecl *Var,
                      const clang::Expr *Update,
                      const clang::VarDecl *Changing);
/// \p From, with effects \p E, sets \p Var by what the block has stored.
MaybeRejection comesFromShared(const clang::VarDecl *Var, const Effects &E,
                               const clang::Stmt *From);

//===- Rule 3: barriers are uniform and protect the tile ----------------===//

/// Rule 3: accesses to shared memory that no barrier orders.
MaybeRejection checkRaces(LoopAnalysis &A);
/// The shared arrays that the loop stores to and that may hold tiles: what is
/// stored comes, at least in part, from global memory. The rest is Scratch.
std::vector<const clang::VarDecl *> possibleTiles(LoopAnalysis &A);
/// Rule 3: the barriers that protect the tiles.
MaybeRejection readBarriers(LoopAnalysis &A);
/// Finds LoopModel::TileBarriers, once it is known what moves.
MaybeRejection checkBarriers(LoopAnalysis &A);
/// Rule 3: threads of a block agree on the loop and all around it.
MaybeRejection checkUniform(LoopAnalysis &A);
/// The same where every barrier stays, and loads alone are early: threads may
/// disagree (LoopSurroundings::Disagreement) if it is no matter for the loads.
MaybeRejection checkUniformOrKept(LoopAnalysis &A);
/// Rule 3 for asynchronous copies: a wait for all of them, then the barrier;
/// and nothing of the load slice needs the wait.
MaybeRejection checkAsyncGroups(LoopAnalysis &A);
/// Rule 3 for copies that an object of the block counts: it is the loop's
/// alone, ready in front of it, and nothing else relies on who waits at it.
MaybeRejection checkBlockCounter(LoopAnalysis &A);

//===- Rule 4: the buffer is ours ---------------------------------------===//

/// Rule 4: whether \p Use, outside the loop, of a static tile finds the right
/// stage; fills UsedAfter and SharedWith.
MaybeRejection readOutsideUse(LoopAnalysis &A, const clang::DeclRefExpr *Use);
/// Rule 4: nobody knows by heart where in shared memory an array lies.
MaybeRejection checkSharedNumbers(LoopAnalysis &A);
/// Rule 4, for tiles outside of the function: no other function uses them.
MaybeRejection checkFileScope(const LoopAnalysis &A);
/// Rule 4: no code of the body asks for the type of a tile.
MaybeRejection checkTileTypes(const LoopAnalysis &A);
/// Rule 4: \p Use of a dynamic shared array is no more than its address.
MaybeRejection checkMeansAddress(const LoopAnalysis &A,
                                 const clang::DeclRefExpr *Use);
/// Rules 4 and 5: fills in SingleBufferOnly.
void checkSecondBuffer(LoopAnalysis &A);

//===- Rule 5: the footprint does not move ------------------------------===//

/// The variables whose value one trip hands to the next.
VarSet carriedVariables(const LoopAnalysis &A);
/// Rule 5: the tile of \p Copy is read where \p Cond, by which it is stored in
/// its trip or not, says so, and nowhere else; all threads of the block agree.
bool isReadUnder(const LoopAnalysis &A, const TileCopy &Copy,
                 const clang::Expr &Cond, bool InElse);
/// Rule 5: each store hits the same elements in every trip. Where it does not,
/// \p Facts about the launches, if they are known by now, help to show that
/// nobody reads the others.
MaybeRejection checkFootprint(LoopAnalysis &A, const LaunchFacts *Facts);
/// From one run of the loop to the next, threads may be gone, and with them the
/// elements that they stored.
MaybeRejection checkThreadsStay(const LoopAnalysis &A);

//===- Rule 6: no early exit --------------------------------------------===//

/// Why a loop that nothing but \p Body ends is none of ours.
Rejection endsInBody(const LoopAnalysis &A, const clang::Stmt &Body);
/// Rule 6: \p Item does not leave the loop.
MaybeRejection checkExits(const BodyItem &Item);
/// \p Item is a barrier at which the block decides to leave the loop, and
/// nothing else.
bool isVote(const BodyItem &Item, const clang::ASTContext &Ctx);
/// Rule 6, on the finished model: the tile that is under way when the block
/// votes to leave could have been loaded, and nobody finds it.
MaybeRejection checkVotes(const LoopAnalysis &A);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_RULES_RULES_H
