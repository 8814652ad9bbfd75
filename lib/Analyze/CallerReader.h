//===- CallerReader.h - The walk behind readCallers() -----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Callers.cpp goes from call to call; CallerObjects.cpp reads what a call
// passes of memory: pointers, references, objects and the object of a member
// function.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_CALLERREADER_H
#define CUDAPIPE_LIB_ANALYZE_CALLERREADER_H

#include "DirectCalls.h"
#include "FixedMembers.h"
#include "LoopAnalysis.h"

namespace cudapipe {

/// What is known inside of one function.
struct Inside {
  explicit Inside(const clang::FunctionDecl &Function) : Flow(Function) {}

  PointerFlow Flow;
  /// Parameters that may differ from thread to thread.
  VarSet PerThread;
};

class CallerReader {
public:
  CallerReader(const clang::ASTContext &Ctx, bool IncludersKnown)
      : Ctx(Ctx), IncludersKnown(IncludersKnown), Calls(Ctx), Members(Ctx) {}

  /// Reads all calls of \p Function, those of its callers first.
  MaybeRejection read(const clang::FunctionDecl &Function, Inside &Out);
  /// Some kernel may run the body of \p Function, which was read, twice.
  bool runsAgain(const clang::FunctionDecl &Function) const;
  /// The kernels that the calls come from.
  llvm::SmallSetVector<const clang::FunctionDecl *, 4> Kernels;
  /// Behind a call some threads may leave the kernel.
  bool ThreadsLeave = false;

private:
  MaybeRejection readCall(const DirectCalls::Site &Site,
                          const clang::FunctionDecl &Function, Inside &Out);
  MaybeRejection checkUniform(const clang::CallExpr &Call,
                              const clang::FunctionDecl &Caller,
                              const Taint &Threads);
  void readPassed(const clang::CallExpr &Call,
                  const clang::FunctionDecl &Function, const Inside &Caller,
                  const Taint &Threads, Inside &Out);
  MaybeRejection readObject(const clang::CallExpr &Call, const Inside &Caller,
                            const Taint &Threads, Inside &Out);
  void addPassed(const clang::ParmVarDecl &Param, const RootSet &Roots);
  void addHeld(const clang::ParmVarDecl &Param, const RootSet &Roots);
  MaybeRejection checkApart(const clang::CallExpr &Call,
                            const clang::FunctionDecl &Function,
                            const Inside &Caller, const Inside &Out);
  /// What stands for all parameters that may name the same shared array.
  const clang::ParmVarDecl *firstNameOf(const clang::ParmVarDecl *Param) const;
  void nameSame(const clang::ParmVarDecl *A, const clang::ParmVarDecl *B);
  void bind(const clang::FunctionDecl &Function, Inside &Out) const;
  void
  countRuns(const clang::FunctionDecl &Function, bool InLoop,
            llvm::DenseMap<const clang::FunctionDecl *, unsigned> &Runs) const;

  const clang::ASTContext &Ctx;
  bool IncludersKnown;
  DirectCalls Calls;
  FixedMembers Members;
  llvm::SmallVector<const clang::FunctionDecl *, 4> Stack;
  /// All that the calls read so far pass for a pointer or reference.
  llvm::DenseMap<const clang::ParmVarDecl *, RootSet> Passed;
  /// The first of several parameters into one shared array, from the others.
  llvm::DenseMap<const clang::ParmVarDecl *, const clang::ParmVarDecl *>
      FirstName;
  /// What pointers in the objects that they pass point to.
  llvm::DenseMap<const clang::ParmVarDecl *, RootSet> PassedHeld;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_CALLERREADER_H
