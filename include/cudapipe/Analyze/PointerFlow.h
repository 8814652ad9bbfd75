//===- cudapipe/Analyze/PointerFlow.h - Which memory is meant ---*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Traces an lvalue or a pointer back to the variables whose memory it can name:
//
//   __global__ void f(const float *A) {
//     __shared__ float As[32];
//     const float *p = A + 4;      // p[i]  -> Global(A)
//     float *q = &As[2];           // *q    -> Shared(As)
//
// Flow-insensitive: a pointer variable names everything it is ever assigned.
// What cannot be followed is Unknown, which every client must take for "any
// memory".
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_ANALYZE_POINTERFLOW_H
#define CUDAPIPE_ANALYZE_POINTERFLOW_H

#include "cudapipe/Analyze/MemberVariables.h"
#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/SmallVector.h"
#include <memory>
#include <optional>

namespace cudapipe {

/// One place a pointer can point to.
struct MemoryRoot {
  enum KindTy {
    Local,    ///< A variable of this thread; Var is it.
    Shared,   ///< A __shared__ variable; Var is it.
    Global,   ///< Global memory; Var is the pointer or variable, or null.
    Constant, ///< __constant__ memory, which no kernel writes.
    Texture,  ///< What a texture shows: no kernel may fetch what it writes.
    Param,    ///< What a parameter of a called function points to; without Var,
              ///< what a pointer in the object of a member function does: that
              ///< one, if Field is it.
    This,     ///< The object of a called member function; with Var, what a
              ///< pointer in the object that is that parameter points to.
    Stranger, ///< Memory that only a call of what an instantiation brings
              ///< knows: global, or shared and its own.
    Unknown   ///< Any memory at all.
  };
  KindTy Kind = Unknown;
  const clang::VarDecl *Var = nullptr;
  const clang::FieldDecl *Field = nullptr;

  bool operator==(const MemoryRoot &O) const {
    return Kind == O.Kind && Var == O.Var && Field == O.Field;
  }
};

using RootSet = llvm::SmallVector<MemoryRoot, 2>;

/// True for a variable declared __shared__.
bool isShared(const clang::VarDecl &Var);

/// True for a root in dynamic shared memory: an `extern __shared__` array, or a
/// pointer that names one of its regions.
bool isDynamicShared(const clang::VarDecl &Var);

/// When \p Method returns, a pointer in its object may point to other memory
/// than before; stepping along is none.
bool mayRedirectPointers(const clang::CXXMethodDecl &Method,
                         unsigned Depth = 0);

/// The pointers of one function body.
class PointerFlow {
public:
  /// Reads every assignment to a pointer variable in \p Function's body.
  /// \p SplitRegions: pointers that cut dynamic shared memory into pieces, the
  /// same for all threads, do not overlap with each other nor with what is
  /// accessed by the array's own name; each is a root.
  explicit PointerFlow(const clang::FunctionDecl &Function,
                       bool SplitRegions = false);

  const clang::FunctionDecl &function() const { return *Function; }

  /// From now on the parameter \p Param of the function points to, or is a
  /// reference to, \p Roots.
  void bind(const clang::ParmVarDecl *Param, RootSet Roots) {
    Bound[Param] = std::move(Roots);
  }
  /// What \p Param was bound to, if it was.
  std::optional<RootSet> boundRoots(const clang::ParmVarDecl *Param) const {
    auto It = Bound.find(Param);
    return It == Bound.end() ? std::nullopt : std::optional(It->second);
  }

  /// The function is a member of an object whose members are from now on
  /// variables, bound like parameters.
  void nameMembers(std::shared_ptr<const MemberVariables> Of) {
    Members = std::move(Of);
  }
  /// Null if members have no names.
  const MemberVariables *members() const { return Members.get(); }

  /// All that the answers depend on, besides the AST.
  struct Given {
    const clang::FunctionDecl *Function;
    bool SplitRegions, NamesHeld;
    llvm::DenseMap<const clang::ParmVarDecl *, RootSet> Bound, Held;
    std::shared_ptr<const MemberVariables> Members;

    bool operator==(const Given &) const = default;
  };
  Given given() const {
    return {Function, SplitRegions, NamesHeld, Bound, Held, Members};
  }
  /// A call of \p Caller's function on its own object, \p Object, leads here:
  /// the members are the same variables.
  void shareMembers(const PointerFlow &Caller, const clang::Expr *Object);
  /// From now on pointers in the object that \p Param is, or refers to, point
  /// to \p Roots.
  void bindHeld(const clang::ParmVarDecl *Param, RootSet Roots) {
    Held[Param] = std::move(Roots);
  }
  /// Takes over all that \p Other, of the same function, is bound to.
  void adoptBindings(const PointerFlow &Other) {
    Bound = Other.Bound;
    Held = Other.Held;
    Members = Other.Members;
  }

  /// What pointers in parameters and in the object point to is from now on
  /// named by them (MemoryRoot), for followCall() to look up; else it is
  /// Unknown.
  void nameWhatObjectsHold() { NamesHeld = true; }
  /// What \p Root, of the function \p Callee, is to the caller whose pointers
  /// these are; \p Object may be null.
  RootSet followCall(const MemoryRoot &Root, const clang::FunctionDecl &Callee,
                     const clang::Expr *Object,
                     llvm::ArrayRef<const clang::Expr *> Args) const;

  /// What the pointers in \p Object, or behind it if it is a pointer, point to;
  /// those in its member \p Only, if that can be told.
  RootSet pointersHeldBy(const clang::Expr *Object,
                         const clang::FieldDecl *Only = nullptr) const;

  /// Memory that the glvalue \p E names.
  RootSet rootsOfObject(const clang::Expr *E) const;
  /// Memory that the pointer value \p E points to.
  RootSet rootsOfPointer(const clang::Expr *E) const;
  /// As rootsOfPointer(), for an integer that was made from pointers too:
  /// `__cvta_generic_to_shared(&As[i]) + 16`. A plain number may be the address
  /// of anything if \p IsAddress, else of nothing.
  RootSet rootsOfAddress(const clang::Expr *E, bool IsAddress = true) const;
  /// \p Var has another name too: a pointer or reference to it is kept, or a
  /// lambda uses it. So has a member: the object's.
  bool isAliased(const clang::VarDecl *Var) const {
    return hasSecondName(Var) || InLambdas.count(Var);
  }
  /// The same, but for lambdas that use it by its own name.
  bool hasSecondName(const clang::VarDecl *Var) const {
    return Aliased.count(Var) || isMember(Var);
  }
  /// \p Var stands for a member of the object.
  bool isMember(const clang::VarDecl *Var) const {
    return Members && Members->isOne(Var);
  }

private:
  void collect(const clang::Stmt *S);
  void collectLent(const clang::Stmt *S);
  void nameAgain(const clang::Expr *E);
  void nameArguments(const clang::FunctionDecl *Callee,
                     llvm::ArrayRef<const clang::Expr *> Args, bool Keeps);
  void nameInCall(const clang::CallExpr &Call, bool IsRead);
  void collectSecondNames(const clang::Stmt *S);
  void collectLambda(const clang::Stmt *S);
  void addObject(const clang::Expr *E, RootSet &Out) const;
  void addPointer(const clang::Expr *E, RootSet &Out) const;
  bool madeFromPointers(const clang::VarDecl *Var, const clang::FieldDecl *Only,
                        RootSet &Out) const;
  bool addInitial(const clang::Expr *Init, const clang::FieldDecl *Only,
                  RootSet &Out) const;
  void addNamed(const clang::Expr *E, RootSet &Out) const;
  bool addConstructed(const clang::CXXConstructExpr &Construct,
                      const clang::FieldDecl *Only, RootSet &Out) const;
  RootSet pointersHeldIn(const RootSet &Holders,
                         const clang::FieldDecl *Only = nullptr) const;
  RootSet membersOfThis(const clang::FieldDecl *Only) const;
  void addVariable(const clang::VarDecl *Var, RootSet &Out) const;
  const clang::VarDecl *areaOf(const clang::VarDecl *Region) const;
  bool isRegion(const clang::VarDecl *Var, const RootSet &Roots) const;
  void addCall(const clang::CallExpr &Call, RootSet &Out) const;
  void addAddress(const clang::Expr *E, RootSet &Out) const;

  const clang::FunctionDecl *Function;
  const clang::ASTContext &Ctx;
  bool IsKernel, SplitRegions, NamesHeld = false;
  /// What parameters are known to point to.
  llvm::DenseMap<const clang::ParmVarDecl *, RootSet> Bound;
  /// What pointers in parameters that are objects are known to point to.
  llvm::DenseMap<const clang::ParmVarDecl *, RootSet> Held;
  std::shared_ptr<const MemberVariables> Members;
  /// All values a pointer variable is given.
  llvm::DenseMap<const clang::VarDecl *,
                 llvm::SmallVector<const clang::Expr *, 2>>
      Values;
  /// Variables that others may set: any pointer may be in them.
  llvm::DenseSet<const clang::VarDecl *> Lent;
  llvm::DenseSet<const clang::VarDecl *> Aliased, InLambdas;
  llvm::DenseSet<const clang::CallExpr *> ReadAtOnce;
  mutable llvm::DenseSet<const clang::VarDecl *> Visiting;
  /// Answers of isRegion() that do not depend on the roots.
  mutable llvm::DenseMap<const clang::VarDecl *, bool> Regions;
};

} // namespace cudapipe

#endif // CUDAPIPE_ANALYZE_POINTERFLOW_H
