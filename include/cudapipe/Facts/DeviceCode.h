//===- cudapipe/Facts/DeviceCode.h - Device functions in IR -----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a function of the device does, as Clang compiles it: helpers, proxies,
// templates, function pointers and casts are gone.
//
//   template <int N> __global__ void k(View A)   define void @_Z1kILi4EEv4View
//     tile[t] = A[row][t];                         load, store addrspace(3)
//
// The same AST, the same process; nothing is parsed again.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FACTS_DEVICECODE_H
#define CUDAPIPE_FACTS_DEVICECODE_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassManager.h"
#include <memory>

namespace cudapipe {

/// One function, and all that it calls inlined into it. One place in the source
/// is one instruction: nothing is unrolled, merged or hoisted.
class DeviceCode {
public:
  /// The code of \p Function. Null where there is none: it is a template, or a
  /// part of it could not be parsed.
  static const DeviceCode *of(const clang::FunctionDecl &Function);

  /// The same for who plays it: each access stands where the source has it, and
  /// assertions are there. Not kept. Null also where a number is none of the
  /// user's: \p Undefined is the macro that is missing then.
  static std::unique_ptr<DeviceCode> toPlay(const clang::FunctionDecl &Function,
                                            std::string *Undefined = nullptr);

  ~DeviceCode();

  llvm::Function &function() const { return *Root; }
  /// LoopInfo, ScalarEvolution, dominator trees of function().
  llvm::FunctionAnalysisManager &analyses() const { return Analyses; }

  /// The loops that \p Statement is: one for each place where its function is
  /// inlined. None if it cannot be told, or is no loop any more.
  llvm::SmallVector<llvm::Loop *, 1>
  findLoops(const clang::Stmt &Statement) const;

  /// What \p Statement became, wherever its function is inlined; of a macro all
  /// that its invocation became.
  llvm::SmallVector<llvm::Instruction *>
  findInstructions(const clang::Stmt &Statement) const;

  /// What \p Callee, which has no body here, was declared as; null for what the
  /// compiler made.
  const clang::FunctionDecl *declaration(const llvm::Function &Callee) const;

  /// \p Var, a variable that a function has in shared or static memory; null
  /// where no code names it.
  const llvm::GlobalVariable *variable(const clang::VarDecl &Var) const {
    return Variables.lookup(&Var);
  }

private:
  class Maker;
  DeviceCode();

  const clang::FunctionDecl *Of = nullptr;
  std::unique_ptr<llvm::LLVMContext> Context;
  std::unique_ptr<llvm::Module> Module;
  llvm::Function *Root = nullptr;
  llvm::DenseMap<const llvm::Function *, const clang::FunctionDecl *> Declared;
  llvm::DenseMap<const clang::VarDecl *, const llvm::GlobalVariable *>
      Variables;
  mutable llvm::FunctionAnalysisManager Analyses;
};

/// \p Param is a struct that a kernel is passed by value and never changes.
bool isReadOnlyCopy(const llvm::Argument &Param);

/// \p Global is threadIdx, blockIdx, blockDim, gridDim or warpSize: constants
/// of the runtime's headers, which are registers of the hardware.
bool isBuiltinVariable(const llvm::GlobalVariable &Global);

} // namespace cudapipe

#endif // CUDAPIPE_FACTS_DEVICECODE_H
