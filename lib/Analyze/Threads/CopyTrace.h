//===- CopyTrace.h - Which thread copies what -------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plays the load phase of one trip for one thread after the other. Thread
// indices and counters are numbers; what is the same for all threads of the
// block is an atom:
//
//   As[i / 32][i % 32] = A[(row0 + i / 32) * K + k + i % 32]
//
//   thread 33, i = 33:   stores element [1][1] of As,
//                        reads A + row0 * K + K + k + 1
//
// What is not understood is Unknown, and a store that hangs on it fails.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_COPYTRACE_H
#define CUDAPIPE_LIB_ANALYZE_COPYTRACE_H

#include "Analyze/Integers/IndexBounds.h"
#include "Analyze/Integers/Polynomial.h"
#include "cudapipe/Analyze/LoopModel.h"
#include "cudapipe/Analyze/Taint.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include <array>
#include <functional>
#include <map>
#include <optional>

namespace cudapipe {

/// A number, or a pointer: P bytes behind what Base, or Field of it, points to
/// or is. A field has one expression for all that are spelled alike.
struct TraceValue {
  enum KindTy { Unknown, Number, Pointer } Kind = Unknown;
  Polynomial P;
  const clang::VarDecl *Base = nullptr;
  /// Another thread or trip of a copy loop may have another value.
  bool Varies = false;
  const clang::Expr *Field = nullptr;

  bool startsWith(const TraceValue &Other) const {
    return Base == Other.Base && Field == Other.Field;
  }
  bool isKnown() const { return Kind != Unknown; }
  std::optional<int64_t> number() const {
    return Kind == Number && P.isConstant() ? std::optional(P.constant())
                                            : std::nullopt;
  }
};

class CopyTrace {
public:
  /// What an atom stands for.
  struct Uniform {
    const clang::VarDecl *Var = nullptr;
    const clang::Expr *E = nullptr;
  };
  /// Called at each store to a tile, before it is made.
  using OnStore = std::function<void(const TileCopy &Copy)>;

  CopyTrace(const LoopModel &M, const Taint &PerThread,
            const clang::ASTContext &Ctx);
  CopyTrace(const CopyTrace &) = delete;

  /// From here on evaluate() speaks of thread \p Thread of a block.
  void forThread(std::array<int64_t, 3> Thread,
                 std::array<int64_t, 3> BlockDim);
  /// Plays the load phase for thread \p Thread of a block of \p BlockDim
  /// threads. False if a store could not be played.
  bool run(std::array<int64_t, 3> Thread, std::array<int64_t, 3> BlockDim,
           OnStore Store);
  /// From here on evaluate() speaks of no thread: what differs between threads
  /// is known only if \p Parts says so.
  void forAnyThread(std::array<int64_t, 3> BlockDim,
                    std::map<const clang::Expr *, TraceValue> Parts);
  /// The value of \p E at this place.
  TraceValue evaluate(const clang::Expr *E);
  /// The same, of an object its value.
  TraceValue valueOf(const clang::Expr *E) {
    return E->isGLValue() ? load(E) : evaluate(E);
  }
  /// The address of the object \p E.
  TraceValue addressOf(const clang::Expr *E);
  /// The value that \p Var starts with; of a reference, where it leads.
  TraceValue initial(const clang::VarDecl &Var);

  static TraceValue number(Polynomial P, bool Varies) {
    return {TraceValue::Number, std::move(P), nullptr, Varies};
  }
  const Uniform &uniform(Polynomial::Atom A) const { return Table.Uniforms[A]; }

private:
  void play(const clang::Stmt *S);
  void playLoop(const clang::ForStmt &For);
  void playStore(const clang::Stmt *S);
  void forget(const clang::Stmt *S);
  void assign(const clang::Expr *To, TraceValue Value);
  const TileCopy *storedBy(const clang::Stmt *S) const;
  bool stores(const clang::Stmt *S);
  TraceValue computed(const clang::Expr *E);
  TraceValue load(const clang::Expr *E);
  TraceValue variable(const clang::VarDecl *Var);
  TraceValue field(const clang::MemberExpr &E);
  TraceValue addressOfField(const clang::MemberExpr &E);
  TraceValue binary(const clang::BinaryOperator &Op);
  TraceValue combine(clang::BinaryOperatorKind Kind, const clang::Expr *Whole,
                     clang::QualType Left, TraceValue L, TraceValue R);
  TraceValue unary(const clang::UnaryOperator &Op);
  TraceValue moved(TraceValue Pointer, clang::QualType Element,
                   TraceValue Index, int Sign);
  /// One value for the block that is not a polynomial of others.
  TraceValue opaque(const clang::Expr *E);
  TraceValue atom(Uniform What);
  TraceValue atomOf(const clang::Expr *E);
  bool declaredInBody(const clang::VarDecl *Var) const;

  const LoopModel &M;
  const Taint &PerThread;
  const clang::ASTContext &Ctx;
  /// Variables that the load phase gives other values.
  VarSet WrittenInLoad;
  llvm::DenseMap<const clang::Stmt *, bool> Stores;
  /// What does not vary: variables from outside of the load phase, expressions;
  /// of others that they are no constants.
  llvm::DenseMap<const clang::VarDecl *, TraceValue> Settled;
  llvm::DenseMap<const clang::Expr *, TraceValue> Known;

  /// Whose values are traced, and how far.
  struct Progress {
    std::array<int64_t, 3> Thread{}, BlockDim{};
    OnStore Store;
    bool Failed = false, InInitializer = false, AnyThread = false;
    unsigned Steps = 0;
    llvm::DenseMap<const clang::VarDecl *, TraceValue> Values;
    std::map<const clang::Expr *, TraceValue> Parts;
  } Now;

  /// What stands for a number that is not known.
  struct AtomTable {
    /// Variables that keep their values while the load phase is played.
    llvm::DenseMap<const clang::VarDecl *, TraceValue> Atoms;
    /// blockIdx.x and the like.
    std::map<std::string, TraceValue> Builtins;
    std::vector<Uniform> Uniforms;
    /// Fields that are pointers.
    std::vector<const clang::Expr *> Fields;
  } Table;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_COPYTRACE_H
