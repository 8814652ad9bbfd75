//===- TilePipeline.h - The parts of a pipelined loop ---------------*- C++
//-*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   auto load_tile = [&](int stage, int k) {    Lambdas: called in front of the
//     auto &As = As_stages[stage];              loop and in it
//     __pipeline_memcpy_async(...);
//   };
//   const int num_tiles = (K + TILE - 1) / TILE;  Bound: the loop's condition
//   int stage = 0;                              a ring variable
//   if (K > 0)                                  Front
//     load_tile(stage, 0);
//   __pipeline_commit();                        Front
//   for (int k = 0; k < K; k += TILE) {
//     __pipeline_wait_prior(0);                 Gone, and LoadAt
//     __syncthreads();                          Barrier
//     if (k + TILE < K)                         Gone
//       load_tile(stage ^ 1, k + TILE);
//     __pipeline_commit();                      Gone
//     auto &As = As_stages[stage];              Gone; Tiles: As_stages is As
//     ...                                       what the user computes
//     stage ^= 1;                               Gone
//   }
//
// What stands in no part is the user's. Nothing of this is a proof: see
// cudapipe/Undo/UndoText.h.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_UNDO_PIPELINE_H
#define CUDAPIPE_LIB_UNDO_PIPELINE_H

#include "cudapipe/Rules/Rejection.h"
#include "cudapipe/Transport/Transport.h"
#include "clang/AST/ExprCXX.h"
#include <map>

namespace cudapipe {

/// Statements of a lambda that is called for the first tiles and for others.
struct TileLambda {
  const clang::DeclStmt *Declaration;
  const clang::VarDecl *Var;
  const clang::LambdaExpr *Lambda;
};

/// Where the tile comes from.
struct TileLoad {
  /// Copies the tile, or fetches it into registers; null: nothing was found.
  const clang::CompoundStmt *Body = nullptr;
  /// The statements that store what was fetched; empty: Body stores.
  std::vector<const clang::Stmt *> Stores;
  /// Stands in registers between the two.
  std::vector<const clang::VarDecl *> Registers;
};

struct TilePipeline {
  const clang::FunctionDecl *Function = nullptr;
  const clang::Stmt *Loop = nullptr;
  /// Holds Front and the loop; the body of the lambda that is called once for
  /// each width of copies, if OfWidths is not null.
  const clang::CompoundStmt *Block = nullptr;
  /// The statement of Block that is the loop, with its pragmas.
  const clang::Stmt *Target = nullptr;
  const clang::DeclStmt *OfWidths = nullptr;
  /// What calls OfWidths.
  const clang::Stmt *Calls = nullptr;
  /// Of the loop's body: holds the steps.
  const clang::CompoundStmt *Steps = nullptr;
  std::vector<TileLambda> Lambdas;
  std::vector<const clang::Stmt *> Front, Gone;
  /// Declared behind the lambdas for the loop's condition and the pipeline's
  /// tests; null: the condition says what it means.
  const clang::DeclStmt *Bound = nullptr;
  TileLoad Load;
  /// In front of it the plain loop loads.
  const clang::Stmt *LoadAt = nullptr;
  /// A barrier of the loop; null: none is a statement of its own.
  const clang::Stmt *Barrier = nullptr;
  /// A barrier follows LoadAt before anything else does; one ends the trip.
  bool HasBarrierBehindLoad = false, HasBarrierAtEnd = false;
  /// The barrier that follows the loop; null: something else does.
  const clang::Stmt *BarrierBehind = nullptr;
  /// The barrier between the lambdas and Front; null: there is none.
  const clang::Stmt *BarrierInFront = nullptr;
  /// The name that one stage of a tile has.
  std::map<const clang::VarDecl *, std::string> Tiles;
  const Transport *Variant = nullptr;
  unsigned Stages = 1;
  /// Stages lie in memory whose size a launch gives.
  bool IsDynamic = false;
};

/// A loop that looks pipelined, and what it is made of or why that cannot be
/// told. Instantiations stand side by side.
struct FoundPipeline {
  const clang::FunctionDecl *Function;
  const clang::Stmt *Loop;
  OrRejection<TilePipeline> Parts;
};

/// What is said of rings and roles.
inline constexpr char BulkCopiesStay[] =
    "its tiles come by copies that a barrier counts, in a ring or by a warp of "
    "its own; keep the text from before it was made";

/// All of the main file of \p Ctx, in the order of the text; of a template its
/// pattern, in which nothing is left out, or, with \p Made, an instantiation,
/// in which types are known.
std::vector<FoundPipeline> findPipelines(clang::ASTContext &Ctx, bool Made);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_UNDO_PIPELINE_H
