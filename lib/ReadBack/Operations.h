//===- Operations.h - What a statement of a pipeline does -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_READBACK_OPERATIONS_H
#define CUDAPIPE_LIB_READBACK_OPERATIONS_H

#include "cudapipe/Analyze/AsyncOperation.h"
#include "clang/AST/ExprCXX.h"

namespace cudapipe {

struct Operation {
  enum KindTy {
    Barrier,     ///< Of all threads of the block.
    WarpBarrier, ///< Of a warp.
    Copy,        ///< Asynchronous, to Async.To.
    Commit,
    Wait,          ///< As Async says.
    WaitWithBlock, ///< Wait, and a Barrier.
    Meet,          ///< The same, at the barrier Counter.
    Init,          ///< Of a barrier.
    Acquire,       ///< Of a pipeline object, as Release is.
    Release,
    // One thread for all (Transport::OfBlock); each at the barrier Counter.
    BlockCopy,  ///< Of Size to Async.To.
    Expect,     ///< Of Size.
    Arrive,     ///< Of one thread.
    WaitParity, ///< For the phase of parity Size.
    ProxyFence  ///< What was stored is in front of what is copied.
  };
  KindTy Kind;
  AsyncOperation Async = {};
  /// Copy, Meet, Init: the cuda::barrier that counts.
  const clang::Expr *Counter = nullptr;
  const clang::Expr *Size = nullptr;

  /// Barriers and waits.
  bool synchronizes() const {
    return Kind == Barrier || Kind == WarpBarrier || Kind == Wait ||
           Kind == WaitWithBlock || Kind == Meet;
  }
  bool isOfBlock() const { return Kind >= BlockCopy; }
};

/// Reads \p S, a call of a library or an asm statement.
std::optional<Operation> readOperation(const clang::Stmt *S,
                                       const clang::ASTContext &Ctx);

/// What \p Call calls, with its body, if that is no library; or null.
const clang::FunctionDecl *userFunction(const clang::CallExpr &Call,
                                        const clang::ASTContext &Ctx);
/// The constructor that makes \p Made, alike.
const clang::FunctionDecl *userFunction(const clang::CXXConstructExpr &Made,
                                        const clang::ASTContext &Ctx);

/// The last part of the name of what \p Call calls; empty where it has none.
llvm::StringRef calledName(const clang::CallExpr &Call);

/// The variable that holds the lambda that \p Call calls, or null.
const clang::VarDecl *calledLambda(const clang::CallExpr &Call);

/// The lambda that \p Var is set to where it is declared, or null.
const clang::LambdaExpr *lambdaOf(const clang::VarDecl &Var);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_READBACK_OPERATIONS_H
