//===- BodyText.cpp - Macros and #if in the loop body ---------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What stays in the loop may be spelled in any way: it is not touched. What
// moves needs a text of its own, in front of every reader of the file.
//
//===----------------------------------------------------------------------===//

#include "Builds/HiddenChanges.h"
#include "Builds/HiddenReads.h"
#include "LoopWriter.h"
#include "cudapipe/Analyze/LoopParts.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "clang/AST/Attr.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace cudapipe {

/// \p S with all of the macro invocations that it begins and ends in.
std::optional<TextRange> LoopWriter::aroundMacros(const Stmt *S) const {
  const SourceManager &SM = Ctx.getSourceManager();
  CharSourceRange Whole = SM.getExpansionRange(S->getSourceRange());
  if (Whole.isInvalid() || SM.getFileID(Whole.getBegin()) != Text.file() ||
      SM.getFileID(Whole.getEnd()) != Text.file())
    return std::nullopt;
  unsigned End = SM.getFileOffset(Whole.getEnd());
  if (Whole.isTokenRange())
    End += Lexer::MeasureTokenLength(Whole.getEnd(), SM, Ctx.getLangOpts());
  llvm::StringRef Behind = Text.code().substr(End).ltrim();
  if (Behind.starts_with(";"))
    End = Behind.data() - Text.code().data() + 1;
  return TextRange{SM.getFileOffset(Whole.getBegin()), End};
}

/// Where each item stands. Those of the compute phase may share a macro, a
/// barrier may be one.
std::optional<Rejection> LoopWriter::readItemRanges() {
  llvm::SmallVector<unsigned, 4> Borrowed;
  for (unsigned I = 0; I < M.Items.size(); ++I) {
    std::optional<TextRange> R = Text.statement(M.Items[I].S);
    if (!Text.range(M.Items[I].S)) {
      Borrowed.push_back(I);
      Role Kind = M.Items[I].R;
      if (Kind == Role::Compute || Kind == Role::Barrier)
        R = aroundMacros(M.Items[I].S);
    }
    if (!R)
      return reject(M.Items[I].S, "a statement begins or ends inside a macro");
    Here.ItemRanges.push_back(*R);
  }
  for (unsigned I : Borrowed)
    for (unsigned J = 0; J < M.Items.size(); ++J)
      if (I != J && Here.ItemRanges[I].Begin < Here.ItemRanges[J].End &&
          Here.ItemRanges[J].Begin < Here.ItemRanges[I].End &&
          (M.Items[I].R != Role::Compute || M.Items[J].R != Role::Compute))
        return reject(M.Items[I].S,
                      "one macro spells statements that stay in the loop and "
                      "others that do not");
  return std::nullopt;
}

/// An #if may stand around what stays in the loop. Code that it switches off
/// was not analysed: it may not name what the load phase depends on.
std::optional<Rejection> LoopWriter::checkDirectives() {
  std::vector<Directive> Lines = Text.directives(Here.LoopRange);
  if (Lines.empty())
    return std::nullopt;
  unsigned Depth = 0, Opened = 0;
  std::vector<TextRange> Regions;
  for (const Directive &D : Lines) {
    if (D.opens()) {
      if (Depth++ == 0)
        Opened = D.Line.Begin;
    } else if (D.closes() && Depth > 0) {
      if (--Depth == 0)
        Regions.push_back({Opened, D.Line.End});
    } else if (!D.divides() || Depth == 0) {
      return reject(M.Header.Loop,
                    "the loop changes a macro, or holds an #include or part of "
                    "an #if");
    }
  }
  if (Depth > 0)
    return reject(M.Header.Loop, "the loop holds part of an #if");
  for (TextRange Region : Regions) {
    if (!Here.BodyRange.contains(Region))
      return reject(M.Header.Loop,
                    bracesAroundBody(*M.Header.Loop) > 1
                        ? "an #if stands between the braces of the loop body"
                        : "an #if stands around part of the loop header");
    for (unsigned I = 0; I < M.Items.size(); ++I)
      if (M.Items[I].R != Role::Compute &&
          Here.ItemRanges[I].Begin < Region.End &&
          Region.Begin < Here.ItemRanges[I].End)
        return reject(M.Items[I].S,
                      "an #if stands around, or in, a statement that does not "
                      "stay where it is");
    if (const VarDecl *Var = hiddenName(Region))
      return Rejection{RejectionKind::MacroLoop, Var->getSourceRange(),
                       "an #if in the loop hides a use of '" +
                           Var->getNameAsString() + "'"};
    if (mayLeaveOrWait(Region))
      return reject(M.Header.Loop,
                    "under an #if, the loop may be left, threads may "
                    "wait for each other, or inline asm does more than "
                    "compute");
  }
  return std::nullopt;
}

/// \p Region stands, in each build, where the tiles may be read: in a statement
/// of the compute phase, or between two.
bool LoopWriter::isInCompute(TextRange Region) const {
  unsigned Next = 0;
  while (Next < M.Items.size() && Here.ItemRanges[Next].End <= Region.Begin)
    ++Next;
  if (M.Early || Next == M.Items.size() || !M.Barriers.OfTiles.empty())
    return false;
  if (Here.ItemRanges[Next].Begin <= Region.Begin)
    return Here.ItemRanges[Next].contains(Region) && M.inCompute(Next);
  // Between the barriers, whatever the statements there are.
  return Next > M.Barriers.Publish &&
         (M.Barriers.Reuse < M.Barriers.Publish || Next <= M.Barriers.Reuse);
}

/// Unparsed code in \p Region does more to \p Tile than visible code may that
/// stands there and reads it.
bool LoopWriter::hidesMoreThanReads(TextRange Region,
                                    const VarDecl *Tile) const {
  const llvm::SmallVector<unsigned, 4> Uses =
      hiddenUses(Region, Tile, /*InLoopOnly=*/false);
  if (Uses.empty())
    return false;
  if (isDynamicShared(*Tile) || !isInCompute(Region))
    return true;
  const HiddenReads Reads(Text, Here.BodyRange, Region, *M.Kernel, Ctx);
  return llvm::any_of(
      Uses, [&](unsigned At) { return !Reads.readsElement(At, *Tile); });
}

/// Memory of the block, or a way to it, that unparsed code in \p Region names:
/// barriers go, or come elsewhere, and it may need them where they are.
const VarDecl *LoopWriter::hiddenAtBarriers(TextRange Region) const {
  llvm::StringSet<> Words;
  Text.forTokens(Region, [&](const Token &T, unsigned) {
    if (T.is(tok::raw_identifier))
      Words.insert(T.getRawIdentifier());
  });
  const VarDecl *Hidden = nullptr;
  auto Look = [&](const Decl *D, bool IsOfFile) {
    const auto *Var = dyn_cast<VarDecl>(D);
    // threadIdx and its like are what they are.
    if (Hidden || !Var || !Var->getIdentifier() ||
        !Words.contains(Var->getName()) ||
        (IsOfFile && Var->getType().isConstQualified()))
      return;
    const bool IsWay = !IsOfFile &&
                       (Var->getType()->isPointerType() ||
                        Var->getType()->isReferenceType()) &&
                       !declarationIn(M.Header.Loop, Var);
    if ((Var->hasAttr<CUDASharedAttr>() || IsWay ||
         (IsOfFile && Var->hasAttr<CUDADeviceAttr>())) &&
        !llvm::is_contained(M.Staged.Tiles, Var) &&
        hidesUse(Region, Var, /*InLoopOnly=*/false))
      Hidden = Var;
  };
  forEach<DeclStmt>(M.Kernel->getBody(), [&](const DeclStmt &Decls) {
    for (const Decl *D : Decls.decls())
      Look(D, /*IsOfFile=*/false);
  });
  for (const Decl *D : Ctx.getTranslationUnitDecl()->decls())
    Look(D, /*IsOfFile=*/true);
  return Hidden;
}

/// A tile, or a source of one, that unparsed code in \p Region names.
const VarDecl *LoopWriter::hiddenName(TextRange Region) const {
  for (const VarDecl *Tile : M.Staged.Tiles)
    if (hidesMoreThanReads(Region, Tile))
      return Tile;
  if (const VarDecl *Shared = hiddenAtBarriers(Region))
    return Shared;
  for (const ParmVarDecl *Param : M.Kernel->parameters())
    if (!Param->getType()->isArithmeticType() &&
        hidesUse(Region, Param, /*InLoopOnly=*/false))
      return Param;
  for (const BodyItem &Item : M.Items)
    for (const MemoryAccess &Read : Item.E.MemoryReads)
      if (Read.Root.Var && !llvm::is_contained(M.Staged.Tiles, Read.Root.Var) &&
          hidesUse(Region, Read.Root.Var, /*InLoopOnly=*/false))
        return Read.Root.Var;
  return nullptr;
}

bool leavesOrWaits(llvm::StringRef Word) {
  return Word == "break" || Word == "continue" || Word == "return" ||
         Word == "goto" || Word.contains("asm") || Word == "sync" ||
         Word.starts_with("__syncthreads") || Word.contains("barrier") ||
         Word.contains("pipeline") || Word.contains("memcpy_async");
}

/// The offsets of the asm statements in \p S, which were analysed.
static void findAsm(const Stmt *S, const SourceText &Text,
                    llvm::DenseSet<unsigned> &Out) {
  if (const auto *Asm = dyn_cast_or_null<GCCAsmStmt>(S))
    if (std::optional<TextRange> R = Text.range(SourceRange(Asm->getAsmLoc())))
      Out.insert(R->Begin);
  if (S)
    for (const Stmt *Child : S->children())
      findAsm(Child, Text, Out);
}

/// \p Region has a word that may mean more than a computation.
bool LoopWriter::mayLeaveOrWait(TextRange Region) const {
  std::vector<unsigned> Places;
  const MacroTokens Tokens = macroTokens(Text, Region, Ctx, &Places);
  llvm::DenseSet<unsigned> Analysed;
  findAsm(M.Header.Loop, Text, Analysed);
  for (auto [I, Tok] : llvm::enumerate(Tokens)) {
    if (!Tok.isWord() || !leavesOrWaits(Tok.Word))
      continue;
    // All threads wait where they compute: one time more is no other order.
    if (Tok.Word == "__syncthreads" && I + 2 < Tokens.size() &&
        Tokens[I + 1].Kind == tok::l_paren &&
        Tokens[I + 2].Kind == tok::r_paren && isInCompute(Region))
      continue;
    if (!isAsm(Tok.Word))
      return true;
    // What it computes from registers, it leaves in registers: their names are
    // seen. An address may be that of a tile.
    const std::string Code = asmTextAt(Tokens, I);
    if (!Analysed.contains(Places[I]) &&
        (!isReadOnlyAsm(Code) || Code.empty() ||
         llvm::StringRef(Code).contains('[')))
      return true;
  }
  return false;
}

} // namespace cudapipe
