//===- cudapipe/Analyze/Effects.h - What a statement reads and does -*- C++
//-*-//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The effects of one statement, called functions included:
//
//   acc += As[ty][i] * b;     reads acc, ty, i, b; writes acc;
//                             memory read Shared(As)
//
// This file decides nothing. An effect that cannot be seen is in Unknown.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_EFFECTS_H
#define CUDAPIPE_ANALYZE_EFFECTS_H

#include "cudapipe/Analyze/PointerFlow.h"
#include "llvm/ADT/SetVector.h"
#include <string>

namespace cudapipe {

using VarSet = llvm::SmallSetVector<const clang::VarDecl *, 8>;

/// One access to memory other than the thread's own variables.
struct MemoryAccess {
  const clang::Expr *Where;
  MemoryRoot Root;
  /// Of a read: Asks, where it looks for what others have stored (volatile,
  /// atomic, past the cache); OfBlock, where its spelling says that the memory
  /// is the block's own (ld.shared), whatever Root says; OfGlobal, where it
  /// says that the memory is global (ld.global, __ldg).
  enum ReaderTy { Plain, Asks, OfBlock, OfGlobal } Reader = Plain;
};

/// Something a client has to look at, and a word on what it is.
struct Occurrence {
  const clang::Stmt *Where;
  std::string What;
  /// Pinned only: its result may hang on what another block does.
  bool Observes = false;
  /// Unknown only: a call of what only an instantiation of the template brings.
  bool IsStranger = false;
};

/// A place where a thread goes on only when another block has come somewhere.
struct BlockWait {
  /// In a called function, perhaps.
  const clang::Stmt *Where;
  /// "it meets all blocks", without full stop.
  std::string What;
  /// The memory that it watches; empty: no memory in sight.
  RootSet Watched = {};
};

/// Shared memory that asm, or a pointer made here, addresses by a number,
/// `[%1]` of `tid * 4`, that was made of no pointer: where arrays lie is known
/// by heart.
struct SharedByNumber {
  /// In a called function, perhaps.
  const clang::Stmt *Where;
  /// Parameters of this function that are to be numbers, too.
  RootSet Params = {};
};

struct Effects {
  /// Variables of the thread that are read before they are surely written.
  VarSet UpwardReads;
  /// Variables read at all.
  VarSet Reads;
  /// Variables that may be written, in part or in whole.
  VarSet Writes;
  /// Variables surely written in whole before the statement ends.
  VarSet Kills;
  /// Shared, global, parameter and unknown memory.
  llvm::SmallVector<MemoryAccess, 4> MemoryReads, MemoryWrites;
  /// Block barriers, those inside called functions too.
  llvm::SmallVector<const clang::Stmt *, 2> Barriers;
  /// Asynchronous copies, commits and waits.
  llvm::SmallVector<const clang::Stmt *, 2> AsyncCopies;
  /// Jumps that leave the statement.
  llvm::SmallVector<const clang::Stmt *, 2> Exits;
  /// Volatile and atomic accesses: each must happen once, where it stands.
  llvm::SmallVector<Occurrence, 2> Pinned;
  /// Effects that cannot be seen.
  llvm::SmallVector<Occurrence, 2> Unknown;
  /// Waits for other blocks, those inside called functions too.
  llvm::SmallVector<BlockWait, 1> BlockWaits;
  llvm::SmallVector<SharedByNumber, 1> Numbers;

  /// What comes behind may hang on what another block has stored.
  bool observesOthers() const {
    return llvm::any_of(Pinned, [](const Occurrence &O) { return O.Observes; });
  }
};

/// Effects of \p S, a statement of the function that \p Flow was built for.
Effects effectsOf(const clang::Stmt *S, const PointerFlow &Flow,
                  const clang::ASTContext &Ctx);

/// How a call to a function of the CUDA or C++ library behaves, by its name.
enum class LibraryCall {
  Pure,       ///< Reads what const pointers name, writes what others name.
  Barrier,    ///< Every thread of the block must come here.
  AsyncCopy,  ///< Copies, commits or waits for asynchronous copies.
  Atomic,     ///< Reads and writes through its first argument.
  PerThread,  ///< Pure, but not the same for all threads (thread_rank()).
  Pinned,     ///< Harmless, but must stay where it is (printf, clock).
  Observes,   ///< Pinned, and asks for what others have stored (__ldcv).
  Collective, ///< A barrier inside, and a result for each thread (CUB).
  Unknown
};
LibraryCall classifyLibraryCall(llvm::StringRef QualifiedName);

/// True when \p Callee comes with the toolkit, the compiler or the C++ library.
bool isLibraryFunction(const clang::FunctionDecl &Callee,
                       const clang::ASTContext &Ctx);

/// True for a copy or assignment that moves an object's bytes and does nothing
/// else: of trivial types, and of half2 and the like, which the toolkit spells
/// out.
bool copiesBytes(const clang::FunctionDecl &Callee);

/// Copying an object of \p Type member by member copies its bytes.
bool isCopiedByBytes(clang::QualType Type);

/// True when \p AsmText only computes or reads, judged by its mnemonics.
bool isReadOnlyAsm(llvm::StringRef AsmText);

/// Earlier or later, or by other threads, what \p AsmText reads may be
/// something else, be the memory the same.
bool mindsItsPlace(llvm::StringRef AsmText);

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_EFFECTS_H
