//===- LocalElements.h - Elements of a thread's own arrays ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   ra[0] = load(A);             sets 16 bytes
//   As[r][c] = ra[0].x;          reads 4 of them: set before
//   __syncthreads();
//   for (int i = 0; i < 8; ++i) {
//     ra[0] = As[i][tr];         sets ra[0] and ra[1] again, so that nothing is
//     ra[1] = As[i][tr + 1];     left of the load in what follows
//
// Effects speak of whole variables: an element that is set does not end the
// life of what the array held. This looks closer.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_LOCALELEMENTS_H
#define CUDAPIPE_LIB_ANALYZE_LOCALELEMENTS_H

#include "Analyze/Loop/LoopAnalysis.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/BitVector.h"
#include <map>

namespace cudapipe {

/// Plays statements, one after the other, for the elements of one array. Loops
/// whose counters are known are played trip by trip.
class LocalElements {
public:
  enum class Size {
    Known, ///< The numbers are those of this instantiation and build.
    /// `for (int v = 0; v < N; ++v) x[v] = ...;` sets all of `T x[N]`, whatever
    /// N and T are. Nothing else is known.
    Any
  };
  /// Of an array of any size, what is set under a condition is set where the
  /// condition stands again, as long as nothing in it changes.
  LocalElements(const clang::VarDecl &Array, const PointerFlow &Flow,
                const clang::ASTContext &Ctx, Size Elements);

  /// False if a use of the array in \p S is not understood.
  bool play(const clang::Stmt *S);
  /// From here on conditions may have other values.
  void forgetConditions() { SetUnder.clear(); }
  /// Something was read that was not surely set before.
  bool readsUnset() const { return Exposed; }
  /// Everything is surely set.
  bool isWhole() const { return Set.all(); }
  /// The constants that were asked for, and the array's size; none for any
  /// size.
  llvm::ArrayRef<const clang::Expr *> constants() const { return Constants; }

private:
  /// Bytes of the array. Without an offset: some of them.
  struct Bytes {
    std::optional<int64_t> Offset;
    int64_t Size;
  };

  bool playFor(const clang::ForStmt &For);
  bool playElements(const clang::ForStmt &For, const clang::VarDecl &Counter);
  const clang::VarDecl *countsElements(const clang::ForStmt &For) const;
  bool playPart(const clang::Stmt *S);
  bool playIf(const clang::IfStmt &If);
  bool playUnknownTrips(llvm::ArrayRef<const clang::Stmt *> Parts);
  bool playBranches(const clang::Stmt *Then, const clang::Stmt *Else);
  bool playAssignment(const clang::Expr *To, const clang::Expr *From,
                      bool ReadsToo);
  bool playOperand(const clang::Expr *E);
  bool playOperator(const clang::CXXOperatorCallExpr &Call);
  bool playAsm(const clang::GCCAsmStmt &Asm);
  /// Subscripts of the access \p E.
  bool playSubscripts(const clang::Expr *E);
  bool access(const clang::Expr *E, bool Reads, bool Writes);

  /// The object \p E as a part of the array; nothing if it is none.
  std::optional<Bytes> bytesOf(const clang::Expr *E) const;
  Bytes elementAt(const clang::Expr *E) const;
  struct Place {
    std::optional<int64_t> Offset;
  };
  std::optional<Place> addressOf(const clang::Expr *E) const;
  std::optional<Place> pointer(const clang::Expr *E) const;
  std::optional<int64_t> value(const clang::Expr *E) const;

  /// Appends \p E, with the numbers that counters have; false if its value may
  /// change.
  bool spell(const clang::Stmt *E, std::string &Out);
  bool changesCondition(const clang::Stmt *S);

  const clang::VarDecl &Array;
  const clang::ASTContext &Ctx;
  const PointerFlow &Flow;
  /// How many elements it has, if that may be any number.
  const clang::Expr *Count = nullptr;
  llvm::BitVector Set;
  mutable llvm::SmallVector<const clang::Expr *, 4> Constants;
  /// Elements that are set where these conditions hold, one in the other.
  std::map<std::string, llvm::BitVector> SetUnder;
  std::string Conditions;
  /// What conditions hang on.
  VarSet InConditions;
  bool Exposed = false;
  unsigned Steps = 0;
  std::map<const clang::VarDecl *, int64_t> Counters;
};

/// 0 if that depends on a template.
int64_t bytesIn(clang::QualType Type, const clang::ASTContext &Ctx);

/// Makes the effects of the items more exact for arrays of the thread: what an
/// item has set itself it does not read from before, and where no element is
/// read any more that is not set again, the life of all ends. Fills
/// LoopAnalysis::EndWithLoop.
void refineLocalArrays(LoopAnalysis &A);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_LOCALELEMENTS_H
