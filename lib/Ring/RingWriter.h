//===- RingWriter.h - A ring as edits ---------------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of writeRing(), in their order; what has roles differs in the last.
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_LIB_RING_RINGWRITER_H
#define CUDAPIPE_LIB_RING_RINGWRITER_H

#include "Rewrite/SourceText.h"
#include "cudapipe/Ring/WriteRing.h"

namespace cudapipe {

class RingWriter {
public:
  RingWriter(const RingPlan &Plan, const RingLoop &Loop, const RingRoles *Roles,
             NameTable &Names, const clang::ASTContext &Ctx)
      : Plan(Plan), Loop(Loop), Roles(Roles), Names(Names), Ctx(Ctx),
        Text(Ctx.getSourceManager().getFileID(
                 Ctx.getSourceManager().getExpansionLoc(
                     Loop.Header.Loop->getBeginLoc())),
             Ctx) {}

  OrRejection<LoopRewrite> run();

private:
  using Why = std::optional<Rejection>;
  Rejection reject(const clang::Stmt *At, const llvm::Twine &Text) const {
    return {RejectionKind::MacroLoop, At->getSourceRange(), Text.str()};
  }
  Why locate();
  void nameAll();
  Why stageVariables();
  Why measureArea();
  Why alignTile(const clang::VarDecl &Tile, unsigned Alignment);
  Why moveTiles();
  Why stageInits();
  Why dropTokens();
  Why moveNames();
  std::string assertions() const;
  Why writeLoad();
  Why writeTrip();
  Why writeBody();
  std::string turn(llvm::StringRef Indent, llvm::StringRef Turned) const;
  /// The steps of roles (WriteRoles.cpp).
  void nameRoles();
  Why declareConsumers();
  Why countConsumers();
  Why writeBounds();
  Why writeProducer();
  Why writeConsumers();
  std::optional<std::string> copiesText(const clang::Stmt *S) const;
  std::optional<std::string> waitText() const;
  std::string emptyInit(const RingBarrier &B, const TextRange &Init) const;
  std::string arrive() const;
  std::string consumerCount() const;
  bool isFixedCount() const {
    return Roles->Consumers || Roles->BoundsAreBlock;
  }

  std::string stagesOf(const clang::VarDecl *Var) const {
    return StageNames.lookup(Var);
  }
  std::string alias(llvm::StringRef Indent, llvm::StringRef Index,
                    const clang::VarDecl *Var) const;
  std::string pointers(llvm::StringRef Indent,
                       llvm::ArrayRef<const clang::Stmt *> Users) const;
  std::string aliases(llvm::StringRef Indent, llvm::StringRef Index,
                      llvm::ArrayRef<const clang::Stmt *> Users) const;
  std::string ahead() const;
  std::string counterAhead() const;
  std::string tileExists() const;
  bool dropTokensIn(const clang::Stmt *S, std::vector<TextEdit> &Inside) const;
  std::optional<std::string> loadText(const clang::Stmt *S) const;
  std::optional<TextRange> declaration(const clang::DeclStmt *Decls) const;
  /// \p S with its comments, and its line if it has it alone.
  std::optional<TextRange> whole(const clang::Stmt *S) const;
  std::string next(llvm::StringRef Indent) const { return Indent.str() + Unit; }

  const RingPlan &Plan;
  const RingLoop &Loop;
  /// Null: no thread has a role.
  const RingRoles *Roles;
  NameTable &Names;
  const clang::ASTContext &Ctx;
  SourceText Text;
  std::vector<TextEdit> Edits;
  TextRange LoopRange, BodyRange;
  std::string LoopIndent, BodyIndent, Unit;
  /// Where the loop starts, and where what is staged is declared.
  unsigned Front = 0, Declared = 0;
  std::string Count, Stage, Phase, Load, Slot;
  /// Of roles: the threads that compute, the barriers that say that a stage is
  /// free, and the phase that the producer waits for.
  std::string Consumers, Empty, Wanted;
  /// Of Loop.Area: elements from one stage to the next, and how it is told.
  std::string Stride, StrideText;
  llvm::DenseMap<const clang::VarDecl *, std::string> StageNames;
};

} // namespace cudapipe

#endif // CUDAPIPE_LIB_RING_RINGWRITER_H
