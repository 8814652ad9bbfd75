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
  LocalElements(const clang::VarDecl &Array, const clang::ASTContext &Ctx);

  /// False if a use of the array in \p S is not understood.
  bool play(const clang::Stmt *S);
  /// Something was read that was not surely set before.
  bool readsUnset() const { return Exposed; }
  /// Everything is surely set.
  bool isWhole() const { return Set.all(); }

private:
  /// Bytes of the array. Without an offset: some of them.
  struct Bytes {
    std::optional<int64_t> Offset;
    int64_t Size;
  };

  bool playFor(const clang::ForStmt &For);
  bool playUnknownTrips(llvm::ArrayRef<const clang::Stmt *> Parts);
  bool playBranches(const clang::Stmt *Then, const clang::Stmt *Else);
  bool playAssignment(const clang::Expr *To, const clang::Expr *From,
                      bool ReadsToo);
  bool playAsm(const clang::GCCAsmStmt &Asm);
  /// Subscripts of the access \p E.
  bool playSubscripts(const clang::Expr *E);
  bool access(const clang::Expr *E, bool Reads, bool Writes);

  /// The object \p E as a part of the array; nothing if it is none.
  std::optional<Bytes> bytesOf(const clang::Expr *E) const;
  struct Place {
    std::optional<int64_t> Offset;
  };
  std::optional<Place> addressOf(const clang::Expr *E) const;
  std::optional<Place> pointer(const clang::Expr *E) const;
  std::optional<int64_t> value(const clang::Expr *E) const;

  const clang::VarDecl &Array;
  const clang::ASTContext &Ctx;
  llvm::BitVector Set;
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
