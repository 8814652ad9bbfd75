//===- CopyWidener.h - The steps behind findWideCopies() --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   readElement()  what one store copies, and where it stores zero instead
//   traceTile()    all threads are played: which element comes from where
//   readShape()    the elements are a box of rows and columns, each stored once
//   readParts()    what of the text differs from element to element
//   readNames()    the rest means the same in the new copy
//   checkText()    the new text, played for every element, copies what the
//                  threads copied
//   readTests()    what must be a multiple of 16 bytes
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_ANALYZE_COPYWIDENER_H
#define CUDAPIPE_LIB_ANALYZE_COPYWIDENER_H

#include "CopyTrace.h"
#include "LaunchFacts.h"
#include "VisibleNames.h"
#include "cudapipe/Analyze/WideCopy.h"

namespace cudapipe {

class CopyWidener {
public:
  CopyWidener(const LoopModel &M, const Taint &PerThread,
              const clang::ASTContext &Ctx, bool AnyPitch)
      : M(M), Ctx(Ctx), Visible(*M.Kernel, Ctx.getSourceManager()),
        Trace(M, PerThread, Ctx), AnyPitch(AnyPitch) {}

  /// The wide copy for all that stores to where \p First does, under its name,
  /// in blocks of \p BlockDim.
  std::optional<WideCopy> widen(const TileCopy &First,
                                std::array<int64_t, 3> BlockDim);
  /// A variable of the load phase that has the number of the thread in its
  /// block, and a name where \p W is made; or null.
  const clang::VarDecl *threadNumber(const WideCopy &W);
  /// What \p S names can be named in front of the loop, and where \p W is made.
  bool canName(const clang::Stmt *S, const WideCopy &W) const;
  /// Why the last one failed.
  const std::string &whyNot() const { return Why; }

private:
  /// One element of the tile, stored by one thread.
  struct Element {
    TraceValue From;
    unsigned Copy; ///< Index into LoopModel::Copies.
    /// Both sides of each comparison of the guards, in order.
    std::vector<Polynomial> Sides;
  };
  struct Source {
    const clang::Expr *Object = nullptr, *Pointer = nullptr;
    llvm::SmallVector<std::pair<const clang::Expr *, bool>, 2> Guards;
    /// Comparisons in the guards.
    std::vector<const clang::BinaryOperator *> Comparisons;
    /// How they are joined, `+(<&!<)`: by which two copies are told apart that
    /// make the same comparisons.
    std::string Logic;
    uint64_t Alignment = 1;
  };
  bool fail(std::string Reason) {
    Why = std::move(Reason);
    return false;
  }

  /// Bytes of an array or an object; nothing for a pointer.
  std::optional<int64_t> sizeOf(clang::QualType Type) const;
  /// The bytes of the static array \p Tile in front of what \p Name, a pointer,
  /// points to; nothing if that is no constant.
  std::optional<int64_t> offsetOf(const clang::VarDecl *Name,
                                  const clang::VarDecl *Tile);
  /// How many bytes behind W.Name \p To is; nothing if it is no constant.
  std::optional<int64_t> byteIn(const WideCopy &W, const TraceValue &To) const;
  int64_t grainOf(const TileCopy &Copy) const;
  bool isLibraryType(clang::QualType Stored, const clang::Expr *E) const;
  bool readElement(const TileCopy &Copy, Source &Out);
  bool dividesByVariable(const clang::Expr *E) const;
  bool readGuard(const clang::Expr *Guard, Source &Out);
  bool readValue(const clang::Expr *Value, clang::QualType Type, Source &Out);
  bool readItems(const WideCopy &W);
  TraceValue sourceOf(const Source &S);
  std::optional<std::vector<Polynomial>> sidesOf(const Source &S);
  bool traceTile(const WideCopy &W);
  bool readShape(WideCopy &W);
  bool chooseWidth(WideCopy &W);
  int64_t at(const WideCopy &W, int64_t Row, int64_t Column) const {
    return Row * W.Box.Pitch + Column;
  }

  bool readParts(WideCopy &W);
  bool sampleNodes(const WideCopy &W);
  void collectNodes(const clang::Expr *E, unsigned Depth = 0);
  bool partsOf(const clang::Expr *E, std::vector<ElementPart> &Out,
               unsigned Depth);
  bool partsOfSum(const clang::Expr *E, std::vector<ElementPart> &Out) const;
  std::optional<ElementPart> affine(const clang::Expr *E) const;
  const clang::VarDecl *definedVariable(const clang::Expr *E) const;
  void noteMacroUses(const clang::Expr *E, unsigned Depth = 0);
  bool hasOwnText(const clang::Expr *E) const;
  /// Where \p W is made.
  clang::SourceLocation placeOf(const WideCopy &W) const {
    return M.Items[W.Items.front()].S->getBeginLoc();
  }
  bool readNames(const WideCopy &W);
  bool checkText(const WideCopy &W);
  void override(const std::vector<ElementPart> &Parts, int64_t Row,
                int64_t Column,
                std::map<const clang::Expr *, TraceValue> &Out) const;

  bool readTests(WideCopy &W);
  bool testComparison(WideCopy &W, unsigned Index);
  bool testMultiple(WideCopy &W, const Polynomial &X, int64_t Of);
  bool testProduct(WideCopy &W, std::vector<Polynomial::Atom> Product,
                   int64_t Of);
  bool isKnownInFront(const clang::ValueDecl *D) const;
  bool canStandInFront(const clang::Stmt *E) const;
  bool testAtom(WideCopy &W, Polynomial::Atom A, int64_t Of);
  unsigned writesInLoop(const clang::VarDecl *Var) const;
  bool testSteps(WideCopy &W, const clang::VarDecl *Var, int64_t Of);
  bool movesByConstants(const clang::VarDecl *Var, int64_t Of) const;
  bool isAlwaysMultiple(const WideCopy &W, const clang::VarDecl *Var,
                        int64_t Of);
  std::optional<const clang::Expr *> startOf(const clang::VarDecl *Var) const;
  bool testPointer(WideCopy &W, const TraceValue &From);
  std::pair<const clang::VarDecl *, int64_t>
  placeInArray(const clang::VarDecl *Name);
  const clang::VarDecl *testedPiece(const WideCopy &W);
  bool testField(WideCopy &W, const clang::Expr *Field);
  void addTest(WideCopy &W, WideTest Test);

  const LoopModel &M;
  const clang::ASTContext &Ctx;
  VisibleNames Visible;
  CopyTrace Trace;
  const bool AnyPitch;
  std::string Why;
  std::map<unsigned, Source> Sources; ///< By index into LoopModel::Copies.
  std::vector<std::optional<Element>> Elements;
  int64_t Count = 0, Grain = 1;
  std::array<int64_t, 3> BlockDim{};
  /// Thread that stores the first element, and those beside and below it.
  std::map<int64_t, std::array<int64_t, 3>> Owner;
  /// Expressions of the text, with their values at elements [0][0], [0][1] and
  /// [1][0].
  std::map<const clang::Expr *, std::array<TraceValue, 3>> Nodes;
  /// Where text of the file stands in macros: at one place, as a rule.
  std::map<clang::SourceLocation, std::set<clang::SourceLocation>> MacroUses;
  clang::SourceLocation Place; ///< Where the copy is made.
  VarSet Visiting;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_ANALYZE_COPYWIDENER_H
