//===- LoopWriter.h - The steps behind rewriteLoop() ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_REWRITE_LOOPWRITER_H
#define CUDAPIPE_LIB_REWRITE_LOOPWRITER_H

#include "Builds/OtherBuilds.h"
#include "SlicePrinter.h"
#include "llvm/ADT/MapVector.h"

namespace cudapipe {

class LoopWriter {
  /// What stands for a variable.
  using Values = llvm::DenseMap<const clang::VarDecl *, std::string>;

public:
  LoopWriter(const PipelinePlan &Plan, const LoopModel &M, NameTable &Names,
             AsyncHelpers &Helpers, const clang::ASTContext &Ctx);

  OrRejection<LoopRewrite> run();

private:
  std::optional<Rejection> locate();
  void nameStages();
  std::string stagesLess(unsigned Fewer) const;
  std::optional<Rejection> stageTiles();
  std::optional<Rejection> stageDynamic();
  std::optional<Rejection> writeHelpers();
  std::optional<Rejection> moveTiles(std::vector<TextEdit> &TileEdits);
  std::optional<std::string> pointerToStages(const clang::VarDecl &Tile) const;
  std::optional<Rejection> nameState();
  std::optional<Rejection> writeFront();
  std::optional<Rejection> writeBody();

  std::vector<bool> unusedLeaves() const;
  void replaceEarlyLoads(SlicePrinter &Printer);
  void writeBehind();
  bool seesStage(TextRange Use, const clang::VarDecl *Tile) const;
  std::optional<Rejection> hoistDeclarations(std::vector<TextEdit> TileEdits);
  TextRange outsideLoop() const;
  bool hidesUse(TextRange Range, const clang::VarDecl *Var,
                bool InLoopOnly) const;
  llvm::SmallVector<unsigned, 4>
  hiddenUses(TextRange Range, const clang::VarDecl *Var, bool InLoopOnly) const;
  bool isInCompute(TextRange Region) const;
  bool hidesMoreThanReads(TextRange Region, const clang::VarDecl *Tile) const;
  std::optional<Rejection> checkNames();
  std::optional<TextRange> aroundMacros(const clang::Stmt *S) const;
  std::optional<Rejection> readItemRanges();
  std::optional<Rejection> checkDirectives();
  const clang::VarDecl *hiddenAtBarriers(TextRange Region) const;
  const clang::VarDecl *hiddenName(TextRange Region) const;
  bool mayLeaveOrWait(TextRange Region) const;
  bool holdsWords(TextRange Range) const;
  const clang::VarDecl *
  tileNamedIn(llvm::StringRef Code,
              llvm::function_ref<bool(const clang::VarDecl *)> Kind) const;
  std::string storesInPlace(SlicePrinter &Printer) const;
  std::string movedByLoad(const SlicePrinter &Printer) const;
  bool declareWhereSet(const clang::VarDecl &Var, const std::string &Indent,
                       bool IsOnly, std::string &Body) const;
  std::string lambda(const std::string &Name, llvm::StringRef Comment,
                     SlicePhase Phase, SlicePrinter &Printer);
  std::string call(const std::string &Name, bool Stored, llvm::StringRef Stage,
                   const Values &Placed,
                   llvm::ArrayRef<const clang::VarDecl *> Params) const;
  std::string
  aliases(const std::string &Indent, llvm::StringRef Stage,
          llvm::function_ref<bool(const clang::VarDecl *)> UsedTile,
          llvm::function_ref<bool(const clang::VarDecl *)> UsedName) const;
  llvm::SmallVector<const clang::VarDecl *, 4> dynamicNames() const;
  bool stagesByElements() const;
  bool isPowerOf2(clang::QualType Type) const;
  std::string stageShare() const;
  std::string stageDistance() const;
  std::string dynamicFront() const;
  std::string stageAddress(const clang::VarDecl *Name,
                           llvm::StringRef Stage) const;
  std::string dynamicBehind() const;
  std::optional<std::string> goesOn(
      const llvm::DenseMap<const clang::VarDecl *, std::string> &Names) const;
  std::optional<std::string> firstTrip(const std::string &Indent);
  bool comparesAs(const clang::Expr &Start, const clang::VarDecl &Var) const;
  std::string convertedStart(const clang::Expr &Start,
                             const clang::VarDecl &Var,
                             llvm::StringRef Value) const;
  std::optional<Values> firstValues(Values &InCond) const;
  bool isSettledInFront(const clang::Expr &E) const;
  std::optional<Values> nameStart();
  std::optional<std::string> firstCondition(const Values &First) const;
  const clang::Expr *boundToName() const;
  void nameBound();
  void placeNextValues();
  bool mayBeOtherType(const clang::VarDecl &Var) const;
  bool placeCursor();
  void insertFront(std::string Out);
  bool mayIndent() const;
  /// Where the pipeline stands in a lambda, keeps \p InFront and returns the
  /// empty text in it; else \p InFront.
  std::string beginEachWidth(std::string InFront, SlicePrinter &Printer);
  std::optional<Rejection> endEachWidth();
  std::string constantAssertions() const;
  std::string assertions() const;
  std::string rowAssertion(const clang::VarDecl &Tile) const;
  /// Where steps are spelled.
  enum class StepPlace { Prologue, Trip, Behind };
  bool isGuarded(const Step &S) const;
  std::string spellGuarded(llvm::ArrayRef<Step> Run, StepPlace Place,
                           const std::string &Indent);
  /// \p InScope: behind statements of the body. Nothing where the user's text
  /// has no place of its own.
  std::optional<std::string> spell(const Step &S, StepPlace Place, bool InScope,
                                   const std::string &Indent);
  std::optional<std::string> spell(llvm::ArrayRef<Step> Steps, StepPlace Place,
                                   bool InScope, const std::string &Indent);
  std::string barrierText() const;
  std::string objectOf(const std::string &Stage) const;
  std::string declareObject();
  std::string movedItem(unsigned I, const std::string &Indent) const;
  std::optional<std::string> waitText(const Step &S,
                                      const std::string &Indent) const;
  std::string declareMore(const std::string &Cond,
                          const std::string &Indent) const;

  /// The load is more than one tile ahead: it has a cursor of its own.
  bool hasCursor() const { return Plan.Steps.hasCursor(); }
  /// \p Var is the barrier that counts copies, of which each stage has one.
  bool isCounter(const clang::VarDecl *Var) const {
    return M.Groups.Counter && M.Groups.Counter->staged() == Var;
  }
  std::optional<Rejection> stageCounter();
  std::optional<Rejection> setStages(const clang::Expr &Stages,
                                     TextRange Place);
  unsigned wordsIn(TextRange Range, llvm::StringRef Word) const;
  bool hasEarlyItems() const;
  bool declaredInBody(const clang::VarDecl *Var) const;
  VarSet cursorVariables() const;
  std::optional<std::string> cursorUpdate(const clang::Expr *Update) const;
  using Starts = llvm::MapVector<const clang::VarDecl *, const clang::Expr *>;
  Starts startsOf(const VarSet &Cursor) const;
  std::optional<Rejection> declareCursor(VarSet Cursor);
  std::optional<std::string> nextTileLambda(const VarSet &Cursor);
  std::optional<Rejection> nameCursor(std::string &Front);
  std::string guarded(llvm::StringRef Cond, llvm::ArrayRef<std::string> Lines,
                      const std::string &Indent,
                      llvm::ArrayRef<std::string> Else = {}) const;
  std::string waitingBarrier(const Step &S, std::string Said) const;
  /// Behind the loop: the stage of the last tile.
  std::string lastStage() const {
    return hasCursor() ? Made.LoadStageName : Made.StageName + " ^ 1";
  }

  /// Part of the body, an item or (-1) none.
  struct BodyPiece {
    TextRange Range;
    int Item;
    bool Stays;
  };
  std::vector<bool> staying() const;
  std::vector<BodyPiece> cutBody(const std::vector<bool> &Stays);
  std::optional<Rejection> nameFirstTrip();
  bool addsToStart() const;
  bool makesTrips(unsigned Trips) const;
  std::string prologue();

  std::optional<Rejection> reject(const clang::Stmt *S, const char *Why);

  const PipelinePlan &Plan;
  const LoopModel &M;
  NameTable &Names;
  AsyncHelpers &Helpers;
  const clang::ASTContext &Ctx;
  SourceText Text;
  Directives OfFile;

  /// Where the loop stands.
  struct Layout {
    TextRange LoopRange, BodyRange;
    /// One an item, with the macros it is spelled by.
    std::vector<TextRange> ItemRanges;
    /// ... and with the blank lines and comments in front.
    std::vector<TextRange> Pieces;
    /// Where text in front of the loop goes: the start of a line.
    unsigned Before = 0;
    /// Pragmas that the main loop must not have.
    std::vector<TextRange> Dropped;
    std::string LoopIndent, BodyIndent, Unit;
  } Here;

  /// The names that we give.
  struct MadeNames {
    Values StageNames, NextNames;
    /// For the first load: what stands for variables of the header.
    Values FirstValues;
    /// Dynamic shared memory: the size of a stage, and the lambda that finds
    /// one.
    std::string StageBytes, InStage;
    /// Their number; empty: it has no name.
    std::string StagesName;
    std::string StageName, LoadStageName, LoadName, StoreName, MoreName;
    /// The object that counts copies (Transport::Object), and the parity that
    /// its stages are waited for at.
    std::string ObjectName, PhaseName;
    /// What the loop's counter is compared with; empty: as the user says it.
    std::string BoundName;
    /// A pipeline for each width: the lambda, and the test.
    std::string PipelineName, WideName;
  } Made;

  /// How the load finds tiles to come.
  struct LookAhead {
    /// Declarations of the next values, and the condition on them. With a
    /// cursor, NextNames are its variables.
    std::vector<std::string> NextDeclarations, CursorDeclarations;
    /// The header's init statement sets other variables than the cursor.
    bool SetsMore = false;
    /// The statements that move the cursor on.
    std::vector<std::string> Advance;
    std::string NextCond;
    /// Declares BoundName, a line at LoopIndent.
    std::string BoundDeclaration;
    /// The condition for the first tiles; without a cursor, what it starts
    /// from, which may need a block.
    std::string FirstCond, FirstTrip;
    bool FirstTripHasBlock = false;
    /// MoreName is declared; the next values are what loads go by.
    bool HasMore = false, IsAdvanced = false;
    /// The prologue loads by FirstValues; the cursor starts behind it.
    bool IsPlaced = false;
  } Ahead;

  /// What is written.
  struct Output {
    std::vector<TextEdit> Edits;
    /// Shared declarations that leave the body, at LoopIndent.
    std::string Hoisted;
    /// In front of a pipeline for each width.
    std::string Outside;
    /// Schedule::StoresInPlace: the stores, at BodyIndent.
    std::string Stores;
    /// Called functions in other files than the loop's.
    std::vector<clang::tooling::AtomicChange> Functions;
    /// Of other builds.
    std::vector<std::string> Remarks;
    /// LoopRewrite::Also, and the tiles that are aligned.
    std::vector<std::string> Also, Aligned;
  } Written;

  /// Recurrences passed to the load and the store lambda.
  std::vector<const clang::VarDecl *> LoadParams, StoreParams;
  /// A tile that is named where only its stages are.
  const clang::VarDecl *NamedInFront = nullptr;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_REWRITE_LOOPWRITER_H
