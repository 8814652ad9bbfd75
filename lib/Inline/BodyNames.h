//===- BodyNames.h - Names in a body that is to move ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A body means the same elsewhere only if each of its names does.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_INLINE_BODYNAMES_H
#define CUDAPIPE_LIB_INLINE_BODYNAMES_H

#include "CalledText.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>

namespace cudapipe {

/// The names that a body declares and uses.
class BodyNames {
public:
  explicit BodyNames(const clang::CompoundStmt &Body);

  /// Where \p Var is named.
  llvm::ArrayRef<clang::SourceLocation>
  usesOf(const clang::NamedDecl &Var) const;
  bool declares(llvm::StringRef Name) const { return All.count(Name); }
  const NameSet &all() const { return All; }
  /// Names that lead out of the body, parameters included.
  NameSet outside() const;
  /// What the outermost block declares.
  const NameSet &outermost() const { return Outermost; }
  /// Neither labels nor static variables, nor text that only its place gives
  /// a meaning. Returns are for the caller to see.
  bool canMove() const { return Movable; }

private:
  struct Collector;

  llvm::DenseMap<const clang::Decl *, std::vector<clang::SourceLocation>> Uses;
  llvm::DenseSet<const clang::Decl *> Declared;
  NameSet All, Overloads, Outermost;
  bool Movable = true;
};

/// The uses of a variable in a function, its lambdas included.
class NameUses {
public:
  NameUses(const clang::FunctionDecl &Function, const clang::VarDecl &Var);
  unsigned count() const { return Count; }
  /// The statement that declares it.
  const clang::DeclStmt *declaration() const { return Declaration; }

private:
  unsigned Count = 0;
  const clang::DeclStmt *Declaration = nullptr;
};

/// What \p Function and its template declare, parameters included, and where.
std::multimap<std::string, clang::SourceLocation>
declarationsOf(const clang::FunctionDecl &Function);

/// \p S may change \p Var, or keeps its address.
bool mayChange(const clang::Stmt *S, const clang::VarDecl *Var);

/// \p S uses the pointer \p Param only as an array can be used, too: in
/// subscripts and sums.
bool usesAsArray(const clang::Stmt *S, const clang::ParmVarDecl &Param);

/// A name of \p Names means something in the namespace of \p Function that
/// \p Kernel does not stand in.
bool isHiddenFrom(const clang::FunctionDecl &Kernel,
                  const clang::FunctionDecl &Function, const NameSet &Names);

/// The template arguments that \p Call spells.
llvm::ArrayRef<clang::TemplateArgumentLoc>
templateArguments(const clang::CallExpr &Call);

/// The expressions that \p Call passes to the parameters of \p Pattern, if that
/// is a template.
std::vector<std::pair<const clang::Decl *, const clang::Expr *>>
templateConstants(const clang::CallExpr &Call,
                  const clang::FunctionDecl &Pattern);

/// Calls \p Replace for the template parameters of \p Function that \p Names
/// holds, with the text that \p Call gives them, or what is implied, and takes
/// them out of \p Names. False if one cannot be spelled, or its text means
/// something else in the body.
bool passTemplateArguments(
    const clang::CallExpr &Call, const clang::FunctionDecl &Function,
    NameSet &Names, const CallSite &Site,
    llvm::function_ref<void(const clang::NamedDecl &, llvm::StringRef)>
        Replace);

} // namespace cudapipe

#endif // CUDAPIPE_LIB_INLINE_BODYNAMES_H
