//===- WorkCounter.h - Walks statements and counts --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data: values that memory holds, and what is computed from them. Integer
// arithmetic counts on data only; all the rest is taken for addresses.
//
// Levels: the inner loops around what is being counted. A load is made once a
// trip of those that its address depends on:
//
//   for (int k = 0; k < 8; ++k)             level 0
//     for (int m = 0; m < 4; ++m)           level 1
//       for (int n = 0; n < 4; ++n)         level 2
//         acc[m][n] += As[k][m] * Bs[k][n]  8 * 4 loads each, 128 products
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_RESOURCES_WORKCOUNTER_H
#define CUDAPIPE_RESOURCES_WORKCOUNTER_H

#include "CallCosts.h"
#include "cudapipe/Analyze/AsyncOperation.h"
#include "cudapipe/Resources/WorkCount.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace cudapipe {

class WorkCounter {
public:
  /// \p Scope: where data are looked for.
  WorkCounter(const clang::Stmt *Scope, const PointerFlow &Flow,
              const clang::ASTContext &Ctx, const TripHint &Hint);

  void statement(const clang::Stmt *S);
  WorkCount Out;

private:
  struct Level {
    double Trips;
    /// Something in it may change what a load finds.
    bool StoresMemory;
  };
  enum class Memory { None, Shared, Global };
  /// `a + b`, `a += b` or the like, of numbers or of half2.
  struct Arithmetic {
    clang::BinaryOperatorKind Kind;
    const clang::Expr *Left, *Right;
    clang::QualType Type;
    bool Assigns;
    unsigned Lanes;
  };

  void collectData(const clang::Stmt *S, bool &Grew);
  bool isData(const clang::Expr *E) const;
  bool isArithmeticOnData(const Arithmetic &A) const;

  void declaration(const clang::VarDecl &Var);
  void loop(const clang::ForStmt &For);
  void branches(llvm::function_ref<void()> Then,
                llvm::function_ref<void()> Else);
  void value(const clang::Expr *E);
  void place(const clang::Expr *E);
  void operands(const clang::Stmt *S);
  void address(const clang::Expr *E);
  void arithmetic(const Arithmetic &A);
  std::optional<Arithmetic> asArithmetic(const clang::Expr *E) const;
  void assigned(const clang::Expr *To, const clang::Expr *From);
  void call(const clang::CallExpr &Call);
  bool libraryCall(const clang::CallExpr &Call, llvm::StringRef Name);
  void body(const clang::CallExpr &Call, const clang::FunctionDecl &Callee);
  void asmText(const clang::GCCAsmStmt &Asm);
  void asyncCopy(const AsyncOperation &Copy, const clang::Stmt *S);

  Memory memoryOf(const RootSet &Roots) const;
  void load(const clang::Expr *Address, Memory Where, uint64_t Bytes);
  void store(Memory Where, uint64_t Bytes);
  void loadObject(const clang::Expr *E);
  void storeObject(const clang::Expr *E);
  uint64_t bytesOf(clang::QualType Type, const clang::Expr *E);
  void math(Cost C);
  double allTrips() const;
  /// The trips of the levels that \p E depends on.
  double tripsOf(const clang::Expr *E) const;
  uint64_t levelsOf(const clang::Stmt *S) const;

  const PointerFlow *Flow;
  const clang::ASTContext &Ctx;
  const TripHint &Hint;
  llvm::DenseSet<const clang::VarDecl *> Data;
  llvm::SmallVector<Level, 4> Levels;
  /// Bit I: the variable's value depends on Levels[I].
  llvm::DenseMap<const clang::VarDecl *, uint64_t> DependsOn;
  llvm::SmallVector<const clang::FunctionDecl *, 4> Calls;
  /// Inside an address, where arithmetic does not count.
  bool InAddress = false;
};

} // namespace cudapipe

#endif // CUDAPIPE_RESOURCES_WORKCOUNTER_H
