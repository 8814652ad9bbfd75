//===- SlicePrinter.h - The load slice as text ------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the statements of the load slice that run in one phase. An item that
// runs in one phase as a whole is the user's text with its tile stores
// replaced; one that is split is put together from the statements that stay.
//
//   for (i...) { T[i] = A[i]; }   Fetch   for (i...) { next_T[i] = A[i]; }
//                                 Store   for (i...) { T[i] = next_T[i]; }
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_REWRITE_SLICEPRINTER_H
#define CUDAPIPE_LIB_REWRITE_SLICEPRINTER_H

#include "AsyncCopy.h"
#include "Builds/TemplateSizes.h"
#include "cudapipe/Analyze/BoundedLoop.h"
#include "cudapipe/Plan/PipelinePlan.h"
#include "cudapipe/Rewrite/AsyncHelpers.h"
#include "cudapipe/Rewrite/LoopRewrite.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>
#include <set>

namespace cudapipe {

/// The two halves of the load phase.
enum class SlicePhase { Fetch, Store };

/// Variables of wide copies, each of which has a scope of its own.
struct WideCopyNames {
  std::string Row, Column, Index;
  /// The number of the thread in its block, if no variable of the user's is it.
  std::string Thread;
  /// Of variables from outside the loop that the copies set for elements of
  /// their own: a name that hides nothing.
  std::map<const clang::VarDecl *, std::string> OfElement;
};

/// A word of \p Comment begins as one of \p Beginnings does.
bool saysOneOf(llvm::StringRef Comment,
               std::initializer_list<const char *> Beginnings);

class SlicePrinter {
public:
  /// \p Unit is one level of indentation, \p LoopIndent that of the K-loop;
  /// \p Object counts copies, if the variant has such a one.
  SlicePrinter(const LoopModel &M, const PipelinePlan &Plan, NameTable &Names,
               const AsyncHelpers &Helpers, const SourceText &Text,
               const clang::ASTContext &Ctx, llvm::StringRef LoopIndent,
               llvm::StringRef Unit, llvm::StringRef Object);

  /// What says which steps copy loops make, lines at LoopIndent.
  std::vector<std::string> steps() const;
  /// Declarations of the staging registers, lines at LoopIndent.
  const std::vector<std::string> &registers() const { return Kept.Registers; }
  /// Constants that these and their loops are declared with.
  std::vector<std::string> counts() const;
  /// What was printed last declares names outside of its loops.
  bool declares() const { return Now.Declares; }
  /// The statements of \p Phase at one level more than LoopIndent.
  std::string print(SlicePhase Phase);
  /// Variables that the statements of \p Phase read or write.
  VarSet variables(SlicePhase Phase) const;
  /// How many statements of \p Phase set \p Var.
  unsigned timesSet(SlicePhase Phase, const clang::VarDecl *Var) const;
  /// The statements of \p Phase name \p Var.
  bool names(SlicePhase Phase, const clang::VarDecl *Var) const;
  /// ... and not only in loops that declare one of that name.
  bool needsOwn(SlicePhase Phase, const clang::VarDecl *Var) const;
  /// Tiles that the statements of \p Phase name.
  bool usesTile(SlicePhase Phase, const clang::VarDecl *Tile) const;
  /// What stands in the place of \p Load.
  std::string registerOf(const KeptLoad &Load);
  /// Declares what says that wide copies may be made, at LoopIndent; empty if
  /// there are none or nothing has to be tested.
  std::string wideTests();
  /// Asserts that rows whose lengths the text divides by have no rest, lines at
  /// LoopIndent; known once the copies are printed. Where another build or
  /// instantiation may have other lengths, wideTests() asks.
  std::string rowAssertions() const;
  /// Declares what elements and numbers must be for copies that are
  /// asynchronous here, at LoopIndent; empty where they cannot be others.
  std::string asyncTests();
  /// What wideTests() has declared; wide copies go by another name behind
  /// setWideName().
  const std::string &wideName() const { return Asked.WideName; }
  void setWideName(std::string Name) { Asked.WideName = std::move(Name); }
  /// A place that cannot be edited, found on the way.
  const std::optional<Rejection> &error() const { return Error; }

  std::string fail(const clang::Stmt *S);
  /// Some statement in \p S runs where tiles are fetched.
  bool runsInFetch(const clang::Stmt *S) const {
    return runsIn(S, SlicePhase::Fetch);
  }

private:
  static bool inPhase(const SliceLeaf &Leaf, SlicePhase Phase) {
    return Phase == SlicePhase::Fetch ? Leaf.InFetch : Leaf.InStore;
  }
  /// The user's own text says what happens in this phase.
  bool isVerbatim(const SliceLeaf &Leaf) const {
    return Leaf.Copy < 0 ? Leaf.Kept.empty()
                         : M.Copies[Leaf.Copy].From.IsAsync ||
                               Plan.StoredPlainly[Leaf.Copy];
  }
  const SliceLeaf *leaf(const clang::Stmt *S) const;
  bool runsIn(const clang::Stmt *S, SlicePhase Which) const;
  bool staysInTrip(const clang::VarDecl &Var) const;
  unsigned startOfBody() const;
  bool goesWithoutTrace(unsigned I) const;
  bool standsInTrip(const BodyItem &Item, SlicePhase Which) const;
  bool isKept(const clang::Stmt *S) const { return runsIn(S, Now.Phase); }
  bool isWhole(const clang::Stmt *S) const;
  bool hasRegisters(const clang::ForStmt &For) const;
  bool indexesRegisters(const clang::ForStmt &For) const;
  std::optional<BoundedLoop> countedForStore(const clang::ForStmt &For) const;

  void forEachPart(
      SlicePhase Which,
      llvm::function_ref<void(const clang::Stmt *Part,
                              llvm::ArrayRef<const clang::Stmt *> Except)>
          Do) const;
  bool isWide(unsigned Item) const;
  std::set<unsigned> declarationsOfNarrowCopies() const;
  std::string printItems(unsigned First, unsigned Last,
                         const std::string &Indent, bool IsLater);
  std::string printWide(unsigned First, unsigned Last,
                        const std::string &Indent);
  std::optional<std::string>
  printBlocks(llvm::ArrayRef<const WideCopy *> Copies,
              const std::string &Indent, bool IsAlone);
  bool isOneElement(const WideCopy &W) const;
  bool leavesAllNamed(llvm::ArrayRef<const WideCopy *> Copies, unsigned First,
                      unsigned Last) const;
  std::optional<std::string>
  printTogether(llvm::ArrayRef<const WideCopy *> Copies, unsigned First,
                unsigned Last, const std::string &Indent);
  std::string printWhole(llvm::ArrayRef<const WideCopy *> Copies,
                         unsigned First, unsigned Last,
                         const std::string &Indent);
  bool makeTheSameTrips();
  std::string registerName(unsigned Copy) const;
  bool isItsOwnRegister(const PersistedVariable &P) const;
  void nameRegisters();
  void nameRegister(const std::string &Name, const std::string &Type,
                    llvm::ArrayRef<const clang::ForStmt *> Loops,
                    const std::string &Elements = "");
  std::optional<std::string> elementsInFront(const PersistedVariable &P,
                                             llvm::StringRef Declared,
                                             llvm::StringRef Name) const;
  std::string registerIndex(llvm::ArrayRef<const clang::ForStmt *> Loops);
  std::string pragmaIndent(const std::string &Indent) const;
  std::optional<std::string> registersText(const clang::ForStmt *Loop);
  std::string counterName(const clang::ForStmt *Loop);
  std::string nameTrips(const clang::ForStmt *Loop, llvm::StringRef Of,
                        const std::string &Trips);

  void printStatement(const clang::Stmt *S, const std::string &Indent,
                      std::string &Out);
  void printFor(const clang::ForStmt *For, const std::string &Indent,
                std::string &Out);
  void printIf(const clang::IfStmt *If, const std::string &Indent,
               std::string &Out);
  void printWithComment(const clang::Stmt *S, TextRange R,
                        const std::string &Indent, std::string &Out);
  void printBody(const clang::Stmt *Body, const std::string &Indent,
                 std::string &Out, llvm::StringRef Prefix = "");
  bool showsComments(const clang::Stmt *S, llvm::StringRef Comment) const;
  void printComments(const clang::Stmt *S, unsigned From, unsigned To,
                     const std::string &Indent, std::string &Out);
  void printCommentLines(unsigned From, unsigned To, const std::string &Indent,
                         std::string &Out);
  bool carriesComments(unsigned I, unsigned From) const;
  bool isUnused(const clang::VarDecl &Var) const;
  bool staysVariable(const clang::VarDecl &Var) const;
  void keepAtEnd(const clang::VarDecl &Var);
  std::string endScope(size_t From, const std::string &Indent);
  std::string initText(const clang::VarDecl &Var);
  void printPersisted(const clang::VarDecl &Var, const std::string &Indent,
                      std::string &Out);
  std::string withRegisters(const clang::Stmt *S, TextRange R,
                            const SliceLeaf &Leaf);
  void printKept(const SliceLeaf &Leaf, const std::string &Indent,
                 std::string &Out);
  void printLeaf(const SliceLeaf &Leaf, const std::string &Indent,
                 std::string &Out);
  std::string leafText(const SliceLeaf &Leaf, const std::string &Indent);
  std::string copiesText(const SliceLeaf &Leaf, const std::string &Indent);
  std::string testedCopies(llvm::ArrayRef<const SliceLeaf *> Leaves,
                           const std::string &Indent);
  std::vector<const SliceLeaf *> testedTogether(unsigned First, unsigned Last);
  std::string helperCall(const SliceLeaf &Leaf);
  AsyncCopyWriter asyncCopies() const {
    return {*Plan.Variant, Object, Text, Ctx, Lines, Unit};
  }
  std::string asyncCopy(const TileCopy &Copy, const std::string &Indent);
  std::string asyncCondition(const SliceLeaf &Leaf) const;
  std::string asyncTest(const SliceLeaf &Leaf) const;
  std::string ownStatement(const SliceLeaf &Leaf, const std::string &Indent);
  std::string fetchedText(const TileCopy &Copy);
  std::string fetchText(const SliceLeaf &Leaf, const std::string &Indent);
  std::string storeText(unsigned Index, const std::string &Indent);
  std::string storeCallText(const TileCopy &Copy, const std::string &Register);
  bool namesBodyVariable(const clang::Stmt *S) const;
  bool isAmbiguous(const clang::DeclRefExpr *Ref) const;
  std::string stepText(const CountedLoop &Counted);
  std::optional<std::string> limitText(const BoundedLoop &Counted);
  std::optional<std::string> constantText(const clang::Expr *E) const;
  std::optional<std::string> tripsText(const BoundedLoop &Counted);
  TemplateSizes sizesOf(const clang::ForStmt &Loop) const;
  /// It makes as many trips in all instantiations and builds.
  bool hasOneSize(const clang::ForStmt &Loop) const;
  bool isVisibleOutside(llvm::StringRef Name) const;
  std::string textOf(const clang::Stmt *S);
  std::vector<TextEdit> renames(const clang::Stmt *S);
  int persistedIndex(const clang::VarDecl *Var) const;
  bool isReadOnce(const clang::VarDecl *Var) const;
  bool usesRenamed(const clang::Stmt *S) const;

  const LoopModel &M;
  const PipelinePlan &Plan;
  NameTable &Names;
  const AsyncHelpers &Helpers;
  const SourceText &Text;
  const clang::ASTContext &Ctx;
  std::string LoopIndent, Unit, Object;
  LineLayout Lines;
  /// What lies between a load and its store.
  struct StagedRegisters {
    /// Their declarations.
    std::vector<std::string> Registers;
    /// The type in front of the last; empty: another cannot join it.
    std::string LastType;
    /// Names by copy, and by persisted variable.
    llvm::DenseMap<unsigned, std::string> CopyRegister;
    std::vector<std::string> PersistedRegister; ///< As StagingSplit::Persisted.
    llvm::DenseMap<const KeptLoad *, std::string> LoadedRegister;
  } Kept;
  /// Loops that are counted for registers.
  struct CountedSteps {
    std::vector<std::string> Steps;
    /// Names of steps that launches give.
    std::map<std::string, std::string> StepNames;
    /// Sizes of the block that loops were counted for.
    std::map<unsigned, int64_t> OfBlock;
    /// What counts the trips of a loop, and what their number is called.
    llvm::MapVector<const clang::ForStmt *, std::string> Counters, TripNames;
    /// One name is enough.
    bool AreAlike = false;
    /// Constants by name.
    std::vector<std::pair<std::string, std::string>> Trips;
  } Rounds;
  /// Tests, by what they are called.
  struct TestNames {
    std::string WideName; ///< Of the result of the tests.
    bool WideIsConstant = false;
    /// Names of the conditions of asyncTests().
    std::map<std::string, std::string> AsyncNames;
    WideCopyNames WideNames;
    /// Lengths of rows, as the text names them, and by what it divides them.
    std::map<std::string, int64_t> Divided;
  } Asked;
  /// What is printed.
  struct Position {
    SlicePhase Phase = SlicePhase::Fetch;
    unsigned Leaf = 0;
    bool Declares = false;
    /// Statements that stand where the scope ends.
    std::vector<std::string> AtEnd;
  } Now;
  std::optional<Rejection> Error;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_REWRITE_SLICEPRINTER_H
