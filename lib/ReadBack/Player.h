//===- Player.h - The statements around a loop, played ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The block that holds the loop is played from its start to its end, called
// functions and lambdas included. The loop itself makes as many trips as we
// like: when it is played for the first time, the number that its condition is
// in each trip is kept, and from then on
//
//   if (k_next < K)      holds in trip t if there is a trip t + 1, because
//                        k_next < K is the number of `k < K` there
//
// Of other conditions both branches are played, and of the user's loops one
// trip.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_READBACK_PLAYER_H
#define CUDAPIPE_LIB_READBACK_PLAYER_H

#include "Operations.h"
#include "Trace.h"
#include "Values.h"
#include "clang/AST/StmtCXX.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"
#include <set>

namespace cudapipe {

/// Calls in calls that are followed.
constexpr unsigned MostCalls = 12;

class Player {
public:
  Player(clang::ASTContext &Ctx, const ProvedPipeline &Proved,
         const SynchronizedLoops::Found &At);

  const clang::Stmt *body() const { return Read.Body; }
  const clang::Stmt *publish() const { return Read.Publish; }
  /// The loop's own test is made behind its first trip.
  bool testsLast() const { return Read.TestsLast; }
  /// In so many trips, the first ones, the loop's condition holds, whatever
  /// nobody knows here.
  int certainTrips() const {
    int Trips = 0;
    while (Learned.Certain.count(Trips))
      ++Trips;
    return Trips;
  }
  /// Plays \p Trips trips and keeps what the conditions are.
  llvm::Error learn(int Trips);
  /// Plays a loop of \p Trips trips; where the pipeline is called for each
  /// width, that of \p IsWide.
  llvm::Expected<Trace> play(int Trips, bool IsWide);
  /// With ProvedPipeline::OfBlock, the barriers that count; null: none was
  /// seen.
  const clang::VarDecl *counter() const { return Learned.Counter; }
  /// What all plays have fetched went somewhere.
  llvm::Error checkFetches() const;

private:
  enum class Flow { Next, Break, Continue, Return };

  void findBlock();

  // Statements.
  Flow run(const clang::Stmt *S);
  Flow runIf(const clang::IfStmt &If);
  Flow runLoop(const clang::Stmt &Loop);
  Flow runTarget();
  /// One trip of the loop that is read; false behind the last.
  bool runTrip(const clang::Stmt *Body);
  void declare(const clang::VarDecl &Var);
  void initMembers(const Object &O, const clang::Expr &Init);
  void runAsm(const clang::GCCAsmStmt &Asm);
  bool holdsTarget(const clang::Stmt *S);
  bool holdsSteps(const clang::Stmt *S);
  bool holdsLoop(const clang::Stmt *S, bool InLoop = false);
  /// Plays both, of which one is made; \p Cond says which.
  void runEither(const Value &Cond, llvm::function_ref<void()> Then,
                 llvm::function_ref<void()> Else);
  /// Plays \p Body, of a loop of the load, for its next trip, quietly: it
  /// keeps what it fetches in other registers than the one from \p First on.
  void checkRegisters(const clang::Stmt *Body, size_t First);
  bool isHandedOn(const clang::VarDecl &Array);
  void learnTest(const Value &Cond, int Tile, bool Negated);
  void learnVariables();

  // Expressions.
  Value eval(const clang::Expr *E);
  Value readGLValue(const clang::Expr *E);
  bool isArray(const clang::Expr &E) const;
  Value evalUnary(const clang::UnaryOperator &Op);
  Value evalBinary(clang::BinaryOperatorKind Kind, const clang::Expr *Left,
                   const clang::Expr *Right);
  Value evalLogical(bool IsAnd, const clang::Expr *Left,
                    const clang::Expr *Right);
  Value evalChoice(const clang::AbstractConditionalOperator &Choice);
  Value evalParts(const clang::Stmt &S);
  Value evalConstant(const clang::Expr *E);
  Value arithmetic(clang::BinaryOperatorKind Kind, const Value &L,
                   const Value &R, clang::QualType Left, clang::QualType Right);
  Value change(const clang::Expr *To,
               llvm::function_ref<Value(const Value &)> New,
               bool ReturnsOld = false);
  Object objectOf(const clang::Expr *E);
  Object objectOf(const clang::VarDecl &Var);
  Object elementOf(const clang::Expr *Base, const Value &Index,
                   clang::QualType Element);
  /// \p At is where, to find it again.
  Value read(const Object &O, const clang::Expr *At = nullptr);
  Value contentOf(const Object &O, const clang::Expr *At);
  void write(const Object &O, const Value &V);
  Value addressOf(const Object &O);
  Object behind(const Value &Pointer);
  uint64_t sizeOf(clang::QualType Type);
  Value test(Value V);
  std::optional<bool> decide(Value &Cond, bool TableFirst);

  // Calls.
  Value call(const clang::CallExpr &Call);
  Value callBody(const clang::CallExpr &Call, const clang::FunctionDecl &Callee,
                 llvm::ArrayRef<const clang::Expr *> Args);
  Value construct(const clang::CXXConstructExpr &Made,
                  const clang::FunctionDecl &Body);
  llvm::SmallVector<Value, 4> pass(const clang::FunctionDecl &Callee,
                                   llvm::ArrayRef<const clang::Expr *> Args);
  Value callLibrary(const clang::CallExpr &Call);
  void perform(const Operation &Op);
  int stageOf(const clang::Expr &Counter);
  void performOfBlock(const Operation &Op);
  bool isFirstThread(const clang::Expr &Cond) const;
  void checkCounter(const clang::Expr &Counter, const BufferPlaces &To);
  bool startsWith(const clang::FunctionDecl &Callee, int Tile) const;
  bool getsValuesOf(const clang::FunctionDecl &Callee, int Tile) const;

  // Buffers and events.
  std::optional<unsigned> tileNamed(const clang::ValueDecl &Var) const;
  /// \p O, or a pointer of number \p Address, from now on called as \p Var is.
  BufferPlaces buffersOf(const clang::VarDecl &Var, const Object &O);
  void emit(Event E);
  void use(const BufferPlaces &Places);
  void load(const BufferPlaces &Places, const Value &V, bool IsAsync);
  void fetch(Value &V, const clang::Expr *At);
  unsigned barriersOfTrip() const;
  bool isGlobal(const Object &O) const;

  /// What is read: the block that is played, and the loop in it.
  struct Target {
    /// Of the lambda that holds the loop, if it is called in it.
    const clang::CompoundStmt *Block = nullptr;
    const clang::Stmt *Body = nullptr;
    /// The part of the body that ends with the barrier which publishes what is
    /// stored in its place, once it was played.
    const clang::Stmt *Publish = nullptr;
    bool TestsLast = false, TestsInBody = false, HasOneWarp = false;
    llvm::DenseSet<const clang::VarDecl *> LambdasOfLoop;
  };

  /// What one play tells those that follow.
  struct Knowledge {
    explicit Knowledge(llvm::ArrayRef<uint64_t> Distances)
        : First(Distances.size()), Distance(Distances.size()) {
      for (auto [Known, Of] : llvm::zip_equal(Distances, Distance))
        if (Known)
          Of = Known;
    }

    /// The number of the loop's condition, and for which tile it is that.
    llvm::DenseMap<uint64_t, int> Exists;
    /// The tiles for which it holds, known here.
    std::set<int> Certain;
    /// By trip, and the variables' names: what they hold in it.
    std::vector<llvm::StringMap<llvm::SmallVector<uint64_t, 2>>> Held;
    llvm::SmallVector<const clang::VarDecl *, 16> Variables;
    /// The barriers that count what one thread copies for all.
    const clang::VarDecl *Counter = nullptr;
    /// Arrays that hold all stages of a tile.
    llvm::DenseMap<const clang::VarDecl *, unsigned> StagesOf;
    /// The first buffer of each tile, and how far it is to the next.
    std::vector<std::optional<uint64_t>> First, Distance;
  };

  /// What a play has done, in front of the loop, in it and behind.
  struct Record {
    std::vector<Event> Events;
    size_t FrontEnd = 0, TripStart = 0, BodyEnd = 0;
    bool Reached = false;

    Trace cut() const;
  };

  struct ElementSet {
    const clang::VarDecl *Array;
    uint64_t Address;
    bool IsFetched;
  };

  /// One thread copies for all.
  struct BlockCopies {
    /// In statements of the first thread alone.
    unsigned InFirst = 0;
    /// Phases that were arrived at, and waited for.
    int Arrived = 0, Awaited = 0;
    /// Since the last arrival: bytes that were copied, and expected; nothing:
    /// it cannot be told.
    std::optional<int64_t> Copied = 0, Expected = 0;
    /// No store of a thread can meet a copy; the barriers are set up, and all
    /// know it.
    bool IsFenced = false, IsSetUp = false, IsReady = false;

    void meet() {
      IsFenced = false;
      IsReady |= IsSetUp;
    }
  };

  /// The state of one play.
  struct State {
    Memory Mem;
    llvm::DenseMap<const clang::VarDecl *, Object> Aliases;
    std::vector<Object> This;
    Record Made;
    int Trips = 0, Trip = -1, Tile = 0;
    bool IsWide = false, Quiet = false;
    /// Statements that may be made or not, or often; calls in calls.
    unsigned Depth = 0, Calls = 0;
    /// In a lambda that the loop calls; the tile whose values it did not get.
    bool InLoad = false, HasOtherValues = false;
    BlockCopies OfBlock;
    Value Returned;
    std::optional<Object> ReturnedObject;
    /// Elements of a thread's arrays that the load has set, and whether to what
    /// it has fetched.
    std::vector<ElementSet> Elements;
  };

  clang::ASTContext &Ctx;
  const ProvedPipeline &Proved;
  const SynchronizedLoops::Found &At;
  Target Read;
  Knowledge Learned;
  bool Learns = false;
  State Now;
  FetchSites Fetches;
  std::string Problem;
  llvm::DenseMap<const clang::Stmt *, std::optional<Operation>> Operations;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_READBACK_PLAYER_H
