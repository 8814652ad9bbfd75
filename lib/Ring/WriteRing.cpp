//===- WriteRing.cpp - A ring as edits ------------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   constexpr int STAGES = 3;
//   __shared__ float tile_stages[STAGES][1024];      tile[1024]
//   __shared__ uint64_t full_stages[STAGES];         full
//   ...
//     for (int s = 0; s < STAGES; ++s)
//       init(&full_stages[s], 1);                    init(&full, 1);
//   ...
//   auto load = [&](int k, int s) {
//     auto &tile = tile_stages[s];
//     auto &full = full_stages[s];
//     if (t == 0) ...                                moved from the loop
//   };
//   for (int s = 0; s < STAGES && s < K; ++s)
//     load(s, s);
//   int stage = 0, phase = 0;
//   for (int k = 0; k < K; ++k) {
//     auto &tile = tile_stages[stage];
//     auto &full = full_stages[stage];
//     wait(&full, phase);                            wait(&full, k & 1);
//     compute(tile);
//     __syncthreads();
//     if (k + STAGES < K)
//       load(k + STAGES, stage);
//     if (++stage == STAGES) {
//       stage = 0;
//       phase ^= 1;
//     }
//   }
//
// The names of tiles and barriers stay, so what computes stays as it is.
//
//===----------------------------------------------------------------------===//

#include "Builds/OneText.h"
#include "Rewrite/Layout.h"
#include "Rewrite/Spelling.h"
#include "RingWriter.h"
#include "cudapipe/Analyze/StatementTree.h"
#include "cudapipe/Listed.h"
#include "clang/AST/Attr.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/TypeLoc.h"
#include <set>

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

std::optional<TextRange> RingWriter::whole(const Stmt *S) const {
  std::optional<TextRange> R = Text.statement(S);
  if (!R)
    return std::nullopt;
  const bool HasLine =
      Text.text({Text.lineStart(R->Begin), R->Begin}).trim().empty();
  if (!HasLine)
    return R;
  return TextRange{Text.leading(R->Begin).Begin, Text.endOfTrivia(R->End)};
}

/// The loop and its body, which start lines of their own.
RingWriter::Why RingWriter::locate() {
  const RingHeader &H = Loop.Header;
  const std::optional<TextRange> At = Text.range(H.Loop),
                                 Body = Text.range(H.Body),
                                 Kernel = Text.range(Loop.Kernel->getBody());
  if (!At || !Body || !Kernel || H.Loop->getBeginLoc().isMacroID() ||
      H.Body->getBeginLoc().isMacroID())
    return reject(H.Loop, "the loop is spelled by a macro");
  if (Text.hasConditionals(*At) ||
      llvm::any_of(Text.directives(*Kernel),
                   [](const Directive &D) { return D.opens() || D.divides(); }))
    return reject(H.Loop, "an #if in the kernel hides text");
  if (!isOneText(Text, *At, /*OrNumbers=*/true, Ctx))
    return reject(H.Loop, "a macro in the loop may be another elsewhere");
  for (const Stmt *S : H.Body->body())
    if (!Text.statement(S))
      return reject(S, "a statement is spelled by a macro");
  LoopRange = *At;
  BodyRange = {Body->Begin + 1, Body->End - 1};
  LoopIndent = Text.indentAt(LoopRange.Begin).str();
  if (!Text.text({Text.lineStart(LoopRange.Begin), LoopRange.Begin})
           .trim()
           .empty() ||
      Text.endOfTrivia(BodyRange.Begin) == BodyRange.Begin ||
      !Text.text({Text.lineStart(BodyRange.End), BodyRange.End}).trim().empty())
    return Rejection{RejectionKind::UnsupportedLoop, H.Loop->getSourceRange(),
                     "put the loop, and the statements of its body, on lines "
                     "of their own"};
  BodyIndent = Text.indentAt(Text.range(*H.Body->body_begin())->Begin).str();
  Unit = StringRef(BodyIndent).starts_with(LoopIndent) &&
                 BodyIndent.size() > LoopIndent.size()
             ? BodyIndent.substr(LoopIndent.size())
             : indentUnit(Text.code());
  Front = Text.leading(LoopRange.Begin).Begin;
  return std::nullopt;
}

void RingWriter::nameAll() {
  Count = Names.uniqueInFile("STAGES");
  Stage = Names.unique("stage");
  Phase = Loop.Phase ? Loop.Phase->getNameAsString() : Names.unique("phase");
  Load = Names.unique("load");
  Slot = Names.unique("s");
  if (Roles)
    nameRoles();
  auto Name = [&](const VarDecl *Var) {
    StageNames[Var] = Names.uniqueInFile((Var->getName() + "_stages").str());
  };
  for (const VarDecl *Tile : Loop.Tiles)
    Name(Tile);
  for (const RingBarrier &B : Loop.Barriers)
    if (!StageNames.count(B.Var))
      Name(B.Var);
}

/// The launch gives memory for each stage as it gave for one.
RingWriter::Why RingWriter::measureArea() {
  if (!Loop.Area)
    return std::nullopt;
  QualType Type = Loop.Area->getType();
  Type = Type->isPointerType()
             ? Type->getPointeeType()
             : Type->castAsArrayTypeUnsafe()->getElementType();
  const uint64_t Bytes = Ctx.getTypeSizeInChars(Type).getQuantity();
  const unsigned Align = Plan.Alignments.front();
  if (!Bytes || Align % Bytes)
    return Rejection{RejectionKind::DynamicSharedMemory,
                     Loop.Area->getSourceRange(),
                     "stages are no multiple of its elements"};
  const std::string Indent =
      Text.indentAt(
              Text.statement(declarationIn(Loop.Kernel->getBody(), Loop.Area))
                  ->Begin)
          .str();
  if (Plan.AreaStride) {
    Stride = Names.unique(Bytes == 1 ? "STAGE_BYTES" : "STAGE_SIZE");
    StrideText = Indent + "constexpr int " + Stride + " = " +
                 std::to_string(Plan.AreaStride / Bytes) +
                 "; // what one launch gave for all\n";
    return std::nullopt;
  }
  const std::string All = Names.unique("smem_bytes");
  Stride = Names.unique(Bytes == 1 ? "stage_bytes" : "stage_size");
  StrideText = Indent + "unsigned " + All + "; // the launch gives them\n" +
               Indent + "asm(\"mov.u32 %0, %%dynamic_smem_size;\" : \"=r\"(" +
               All + "));\n" + Indent + "const int " + Stride + " = " + All +
               " / (" + Count + " * " + std::to_string(Align) + ") * " +
               std::to_string(Align / Bytes) + ";\n";
  return std::nullopt;
}

//===- Declarations -----------------------------------------------------===//

/// What the copy engine fills starts where the swizzle starts.
RingWriter::Why RingWriter::alignTile(const VarDecl &Tile, unsigned Alignment) {
  if (uint64_t(Ctx.getDeclAlign(&Tile).getQuantity()) >= Alignment)
    return std::nullopt;
  TextEdit Edit;
  if (const auto *Said = Tile.getAttr<AlignedAttr>()) {
    const std::optional<TextRange> R =
        Said->isAlignmentExpr() && Said->getAlignmentExpr()
            ? Text.range(Said->getAlignmentExpr())
            : std::nullopt;
    if (!R)
      return Rejection{RejectionKind::StageMisaligned, Tile.getSourceRange(),
                       "align '" + Tile.getNameAsString() + "' to " +
                           std::to_string(Alignment) + " bytes"};
    Edit = {*R, std::to_string(Alignment)};
  } else {
    const std::optional<unsigned> Place = placeOfAlignas(Tile, Text);
    if (!Place)
      return Rejection{RejectionKind::MacroLoop, Tile.getSourceRange(),
                       "the type of the tile is spelled by a macro"};
    // Behind `extern __shared__`, not in front of it.
    unsigned At = *Place;
    const bool IsExtern = Text.code().substr(At).starts_with("extern ");
    for (StringRef Word : {"extern ", "__shared__ "})
      if (Text.code().substr(At).starts_with(Word))
        At += Word.size();
    // Behind `extern`, alignas() would be of the type.
    Edit = {{At, At},
            (IsExtern ? "__align__(" : "alignas(") + std::to_string(Alignment) +
                ") "};
  }
  // Once a declaration, however many tiles it declares.
  if (llvm::none_of(Edits, [&](const TextEdit &E) {
        return E.Range.Begin == Edit.Range.Begin;
      }))
    Edits.push_back(std::move(Edit));
  return std::nullopt;
}

/// `float (*)[STAGES][BM][BK]`
static std::optional<std::string> pointerToStages(const VarDecl &Tile,
                                                  const std::string &Count,
                                                  const SourceText &Text) {
  const TypeSourceInfo *Info = Tile.getTypeSourceInfo();
  if (!Info)
    return std::nullopt;
  TypeLoc Loc = Info->getTypeLoc();
  std::string Bounds;
  while (true) {
    if (auto Array = Loc.getAs<ArrayTypeLoc>()) {
      std::optional<TextRange> R = Text.range(Array.getBracketsRange());
      if (!R)
        return std::nullopt;
      Bounds += Text.text(*R);
      Loc = Array.getElementLoc();
    } else if (auto Attributed = Loc.getAs<AttributedTypeLoc>()) {
      Loc = Attributed.getModifiedLoc();
    } else {
      break;
    }
  }
  std::optional<TextRange> Type =
      Text.range(Loc.getUnqualifiedLoc().getSourceRange());
  if (!Type)
    return std::nullopt;
  return Text.text(*Type).str() + " (*)[" + Count + "]" + Bounds;
}

/// \p Decls from its first word: an attribute in front of `alignas` is not in
/// its range.
std::optional<TextRange> RingWriter::declaration(const DeclStmt *Decls) const {
  std::optional<TextRange> R = Text.statement(Decls);
  if (!R)
    return R;
  const StringRef Before = Text.code().take_front(R->Begin).rtrim();
  if (Before.ends_with("__shared__"))
    R->Begin = Before.size() - StringRef("__shared__").size();
  return R;
}

/// The tiles leave static memory, whose names and types stay (MovedTiles.cpp).
RingWriter::Why RingWriter::moveTiles() {
  const std::string Memory = Names.uniqueInFile("smem"),
                    Align = std::to_string(Plan.Wish->Alignment);
  std::string At = Memory;
  std::map<const DeclStmt *, std::string> Lines;
  for (const DynamicTile &Moved : Plan.Wish->Tiles) {
    const VarDecl *Tile = Moved.Tile;
    const DeclStmt *Decls = declarationIn(Loop.Kernel->getBody(), Tile);
    std::optional<TextRange> R = Decls ? declaration(Decls) : std::nullopt;
    std::optional<std::string> Type = pointerToStages(*Tile, Count, Text);
    if (!R || !Type)
      return Rejection{RejectionKind::MacroLoop, Tile->getSourceRange(),
                       "the declaration of '" + Tile->getNameAsString() +
                           "' is spelled by a macro"};
    for (const Decl *Other : Decls->decls())
      if (!llvm::is_contained(Loop.Tiles, Other))
        return Rejection{RejectionKind::SharedMemoryLimit,
                         Other->getSourceRange(),
                         "the tile has to become dynamic: declare '" +
                             cast<NamedDecl>(Other)->getNameAsString() +
                             "' in a statement of its own"};
    const std::string Indent = Text.indentAt(R->Begin).str();
    std::string &Out = Lines[Decls];
    if (At == Memory)
      Out += "extern __shared__ __align__(" + Align + ") unsigned char " +
             Memory + "[];";
    const std::string Stages = stagesOf(Tile);
    Out += (Out.empty() ? "" : "\n" + Indent) +
           LineLayout(Text.code(), Unit)
               .assignment(Indent, "auto &" + Stages,
                           "*reinterpret_cast<" + *Type + ">(" + At + ");");
    std::string Size = "sizeof(" + Stages + ")";
    if (Moved.Padded)
      Size = "(" + Size + " + " + std::to_string(Plan.Wish->Alignment - 1) +
             ") / " + Align + " * " + Align;
    At += " + " + Size;
  }
  for (const auto &[Decls, New] : Lines)
    Edits.push_back({*declaration(Decls), New});
  return std::nullopt;
}

RingWriter::Why RingWriter::stageVariables() {
  std::optional<TextRange> First;
  auto Stage = [&](const VarDecl *Var, bool Moves) -> Why {
    const std::optional<TextRange> Name =
        Text.range(SourceRange(Var->getLocation()));
    const DeclStmt *Decls = declarationIn(Loop.Kernel->getBody(), Var);
    const std::optional<TextRange> R =
        Decls ? Text.statement(Decls) : std::nullopt;
    if (Var->getLocation().isMacroID() || !Name || !R ||
        Text.text(*Name) != Var->getName() || BodyRange.contains(*R))
      return Rejection{RejectionKind::MacroLoop, Var->getSourceRange(),
                       "the declaration of '" + Var->getNameAsString() +
                           "' is spelled by a macro, or stands in the loop"};
    if (!First || R->Begin < First->Begin)
      First = R;
    // One of the same type says that the stage is free.
    const std::string Further =
        Roles && Var == Roles->WaitsAt ? ", " + Empty + "[" + Count + "]" : "";
    if (Var == Loop.Area)
      Edits.push_back({*Name, stagesOf(Var)});
    else if (!Moves)
      Edits.push_back({*Name, stagesOf(Var) + "[" +
                                  (Var->hasExternalStorage() ? "" : Count) +
                                  "]" + Further});
    return std::nullopt;
  };
  for (auto [Tile, Alignment] : llvm::zip(Loop.Tiles, Plan.Alignments)) {
    if (Why Not = Stage(Tile, Plan.Moved))
      return Not;
    if (!Plan.Moved && Tile != Loop.Area)
      if (Why Not = alignTile(*Tile, Alignment))
        return Not;
  }
  std::set<const VarDecl *> Known(Loop.Tiles.begin(), Loop.Tiles.end());
  for (const RingBarrier &B : Loop.Barriers)
    if (Known.insert(B.Var).second)
      if (Why Not = Stage(B.Var, false))
        return Not;
  if (Why Not = measureArea())
    return Not;
  if (Plan.Moved)
    if (Why Not = moveTiles())
      return Not;
  const unsigned Line = Declared = Text.leading(First->Begin).Begin;
  Edits.push_back({{Line, Line},
                   Text.indentAt(First->Begin).str() + "constexpr int " +
                       Count + " = " + std::to_string(Plan.Stages) + ";\n" +
                       StrideText});
  return std::nullopt;
}

RingWriter::Why RingWriter::stageInits() {
  for (const RingBarrier &B : Loop.Barriers) {
    const std::optional<TextRange> R = Text.statement(B.Init);
    const std::optional<TextRange> Arrivals =
        B.CountsInCall ? std::nullopt : Text.range(B.Count);
    if (!R || !(Arrivals || B.CountsInCall))
      return reject(B.Init, "the barrier is initialized by a macro");
    std::vector<TextEdit> Inside;
    Why Not;
    forEach<DeclRefExpr>(B.Init, [&](const DeclRefExpr &Ref) {
      if (Ref.getDecl() != B.Var || !B.IsAlone)
        return;
      const std::optional<TextRange> Name = Text.range(&Ref);
      if (!Name)
        Not = reject(B.Init, "the barrier is named by a macro");
      else
        Inside.push_back({*Name, stagesOf(B.Var) + "[" + Slot + "]"});
    });
    if (Not)
      return Not;
    if (Loop.OthersArrive && Arrivals && Text.text(*Arrivals) != "1")
      Inside.push_back({*Arrivals, "1"});
    const std::optional<std::string> New = Text.edited(*R, std::move(Inside));
    if (!New)
      return reject(B.Init, "the barrier is initialized by a macro");
    const std::string Indent = Text.indentAt(R->Begin).str(),
                      Inner = next(Indent);
    std::string Each = "for (int " + Slot + " = 0; " + Slot + " < " + Count +
                       "; ++" + Slot + ")";
    if (!B.IsAlone)
      Each += " {\n" + alias(Inner, Slot, B.Var) + pointers(Inner, {B.Init}) +
              Inner + *New + "\n" + Indent + "}";
    else if (Roles && B.Var == Roles->WaitsAt)
      Each += " {\n" + Inner + *New + "\n" + Inner + emptyInit(B, *R) + "\n" +
              Indent + "}";
    else
      Each += "\n" + Inner + *New;
    Edits.push_back({*R, Each});
  }
  return std::nullopt;
}

/// What nobody waits for any more.
RingWriter::Why RingWriter::dropTokens() {
  std::set<const DeclStmt *> Dropped;
  for (const VarDecl *Token : Loop.Tokens) {
    const DeclStmt *Decls = declarationIn(Loop.Kernel->getBody(), Token);
    if (!Decls || !Dropped.insert(Decls).second ||
        !llvm::all_of(Decls->decls(),
                      [&](const Decl *D) {
                        return llvm::is_contained(Loop.Tokens, D);
                      }) ||
        llvm::any_of(Loop.Loads,
                     [&](const Stmt *S) { return contains(S, Decls); }))
      continue;
    const std::optional<TextRange> R = whole(Decls);
    if (!R)
      return reject(Decls, "the token is declared by a macro");
    Edits.push_back({*R, ""});
  }
  return std::nullopt;
}

//===- The load ---------------------------------------------------------===//

/// The name of \p Var, of the stage \p Index.
std::string RingWriter::alias(StringRef Indent, StringRef Index,
                              const VarDecl *Var) const {
  if (Var == Loop.Area)
    return (Indent + "auto *" + Var->getName() + " = " + stagesOf(Var) + " + " +
            Index + " * " + Stride + ";\n")
        .str();
  return (Indent + "auto &" + Var->getName() + " = " + stagesOf(Var) + "[" +
          Index + "];\n")
      .str();
}

/// What \p Users know by names that are made of those.
std::string RingWriter::pointers(StringRef Indent,
                                 llvm::ArrayRef<const Stmt *> Users) const {
  // From the last, as they are made of each other.
  std::vector<const VarDecl *> Needed;
  for (const VarDecl *Name : llvm::reverse(Loop.Names))
    if (llvm::any_of(Users, [&](const Stmt *S) { return mentions(S, Name); }) ||
        llvm::any_of(Needed, [&](const VarDecl *Other) {
          return mentions(Other->getInit(), Name);
        }))
      Needed.push_back(Name);
  std::string Out;
  for (const VarDecl *Name : llvm::reverse(Needed))
    Out += (Indent +
            Text.text(
                *Text.statement(declarationIn(Loop.Kernel->getBody(), Name))) +
            "\n")
               .str();
  return Out;
}

/// The names that \p Users know, of the stage \p Index.
std::string RingWriter::aliases(StringRef Indent, StringRef Index,
                                llvm::ArrayRef<const Stmt *> Users) const {
  std::string Out;
  for (const VarDecl *Tile : Loop.Tiles)
    Out += alias(Indent, Index, Tile);
  // What barriers lie in comes first: pointers may be made of it.
  std::set<const VarDecl *> Known(Loop.Tiles.begin(), Loop.Tiles.end());
  for (const bool IsAlone : {false, true}) {
    if (IsAlone)
      Out += pointers(Indent, Users);
    for (const RingBarrier &B : Loop.Barriers)
      if (B.IsAlone == IsAlone && Known.insert(B.Var).second)
        Out += alias(Indent, Index, B.Var);
  }
  return Out;
}

/// Pointers to the tile are made where its stage is known.
RingWriter::Why RingWriter::moveNames() {
  for (const VarDecl *Name : Loop.Names) {
    const DeclStmt *Decls = declarationIn(Loop.Kernel->getBody(), Name);
    const std::optional<TextRange> R = whole(Decls);
    if (!R)
      return reject(Decls, "the declaration is spelled by a macro");
    Edits.push_back({*R, ""});
  }
  return std::nullopt;
}

/// Edits of \p S that keep no token; false where there can be none.
bool RingWriter::dropTokensIn(const Stmt *S,
                              std::vector<TextEdit> &Inside) const {
  bool Fails = false;
  forEach<Stmt>(S, [&](const Stmt &At) {
    const Expr *To = nullptr, *Value = nullptr;
    if (const auto *Op = dyn_cast<CXXOperatorCallExpr>(&At);
        Op && Op->getOperator() == OO_Equal) {
      To = Op->getArg(0);
      Value = Op->getArg(1);
    } else if (const auto *Set = dyn_cast<BinaryOperator>(&At);
               Set && Set->getOpcode() == BO_Assign) {
      To = Set->getLHS();
      Value = Set->getRHS();
    }
    const auto *Ref =
        To ? dyn_cast<DeclRefExpr>(To->IgnoreParenImpCasts()) : nullptr;
    if (!Ref || !llvm::is_contained(Loop.Tokens, Ref->getDecl()))
      return;
    const std::optional<TextRange> Left = Text.range(To),
                                   Right = Text.range(Value);
    if (!Left || !Right)
      Fails = true;
    else
      Inside.push_back({{Left->Begin, Right->Begin}, "(void)"});
  });
  return !Fails;
}

/// The text of \p S, a statement of the load, with its comments: tokens are not
/// kept, nor the branch of those who only arrive.
std::optional<std::string> RingWriter::loadText(const Stmt *S) const {
  std::optional<TextRange> R = whole(S);
  if (!R)
    return std::nullopt;
  const Stmt *Kept = S;
  if (S == Loop.OthersArrive) {
    Kept = Loop.OthersArrive->getThen();
    const std::optional<TextRange> Then = Text.statement(Kept);
    if (!Then)
      return std::nullopt;
    R->End = Then->End;
  }
  std::vector<TextEdit> Inside;
  if (!dropTokensIn(Kept, Inside))
    return std::nullopt;
  std::optional<std::string> Out = Text.edited(*R, std::move(Inside));
  if (!Out)
    return std::nullopt;
  return StringRef(*Out).rtrim().str() + "\n";
}

std::string RingWriter::ahead() const {
  return Loop.IsBehind ? Count : Count + " - 1";
}

/// `k + STAGES * BK`, the counter of the tile whose copy a trip starts.
std::string RingWriter::counterAhead() const {
  std::string Distance = ahead();
  if (Loop.Header.Step) {
    const std::string Step =
        parenthesized(Loop.Header.Step, *Text.text(Loop.Header.Step));
    Distance = (Loop.IsBehind ? Distance : "(" + Distance + ")") + " * " + Step;
  }
  return Distance;
}

/// `k + STAGES < K`; where that may be no number, `K - k > STAGES`.
std::string RingWriter::tileExists() const {
  const RingHeader &H = Loop.Header;
  const std::string Counter = H.Counter->getNameAsString(),
                    Bound = *Text.text(H.Bound);
  if (H.HasRoom)
    return Counter + " + " + counterAhead() + " < " + Bound;
  const auto *Op = dyn_cast<BinaryOperator>(H.Bound->IgnoreParenImpCasts());
  const bool IsSum = Op && (Op->isAdditiveOp() || Op->isMultiplicativeOp());
  return (IsSum ? Bound : parenthesized(H.Bound, Bound)) + " - " + Counter +
         " > " + counterAhead();
}

/// A template has one text for all its instantiations.
std::string RingWriter::assertions() const {
  if (!Plan.MindsSizes)
    return "";
  std::string Out, Sum;
  for (auto [Tile, Alignment] : llvm::zip(Loop.Tiles, Plan.Alignments)) {
    Out += LoopIndent + "static_assert(sizeof(" + stagesOf(Tile) + "[0]) % " +
           std::to_string(Alignment) +
           " == 0, \"each stage must be aligned\");\n";
    Sum += (Sum.empty() ? "sizeof(" : " + sizeof(") + stagesOf(Tile) + ")";
  }
  if (Plan.isDynamic())
    return Out;
  return Out + LoopIndent + "static_assert(" + Sum +
         " < 48 * 1024, \"the stages must fit into static shared memory\");\n";
}

RingWriter::Why RingWriter::writeLoad() {
  const RingHeader &H = Loop.Header;
  const std::optional<std::string> Bound = Text.text(H.Bound),
                                   Start = Text.text(H.Counter->getInit()),
                                   Step = H.Step ? Text.text(H.Step)
                                                 : std::string("1");
  if (!Bound || !Start || !Step)
    return reject(H.Loop, "the header of the loop is spelled by a macro");
  const std::string Counter = H.Counter->getNameAsString(),
                    Type =
                        spelled(H.Counter->getType().getUnqualifiedType(), Ctx),
                    Inner = next(LoopIndent);
  std::vector<const Stmt *> Early = Loop.Loads;
  llvm::append_range(Early, Loop.Slice);
  std::string Out = assertions() + LoopIndent + "// A ring of " + Count +
                    " stages: the next tiles are on their way while one is "
                    "computed with.\n";
  Out += LoopIndent + "auto " + Load + " = [&](" + Type + " " + Counter +
         ", int " + Slot + ") {\n" + aliases(Inner, Slot, Early);
  for (const auto &Of : {Loop.Slice, Loop.Loads})
    for (const Stmt *S : Of) {
      const std::optional<std::string> Said = loadText(S);
      if (!Said)
        return reject(S, "the copies of the trip are spelled by a macro");
      Out += reindent(*Said, BodyIndent, Inner);
    }
  Out += LoopIndent + "};\n";
  // The first tiles, as far as there are any.
  std::string First =
      H.Step ? Slot + " * " + parenthesized(H.Step, *Step) : Slot;
  // By another name it may be another number in another build.
  const auto *Zero =
      dyn_cast<IntegerLiteral>(H.Counter->getInit()->IgnoreImpCasts());
  if (!Zero || Zero->getValue() != 0 || Zero->getBeginLoc().isMacroID())
    First = *Start + " + " + First;
  Out += LoopIndent + "for (" + Type + " " + Slot + " = 0; " + Slot + " < " +
         ahead() + " && " + First + " < " + *Bound + "; ++" + Slot + ")\n" +
         Inner + Load + "(" + First + ", " +
         (Loop.Around ? "(" + Stage + " + " + Slot + ") % " + Count : Slot) +
         ");\n";
  const std::string Turns = "int " + Stage + " = 0" +
                            (Loop.Phase ? "" : ", " + Phase + " = 0") + ";\n";
  if (!Loop.Around) {
    Edits.push_back({{Front, Front}, Out + LoopIndent + Turns});
    return std::nullopt;
  }
  // They go on where the loop around makes its next trip.
  const std::optional<TextRange> Around = Text.range(Loop.Around);
  if (!Around || Loop.Around->getBeginLoc().isMacroID())
    return reject(Loop.Around, "the loop around is spelled by a macro");
  const unsigned Before = Text.leading(Around->Begin).Begin;
  Edits.push_back(
      {{Before, Before}, Text.indentAt(Around->Begin).str() + Turns});
  Edits.push_back({{Front, Front}, Out});
  return std::nullopt;
}

//===- The body ---------------------------------------------------------===//

/// The trip without its copies, with the stage that it has.
RingWriter::Why RingWriter::writeTrip() {
  const unsigned Begin = Text.endOfTrivia(BodyRange.Begin);
  std::vector<const Stmt *> Users;
  for (const Stmt *S : Loop.Header.Body->body())
    if (!llvm::is_contained(Loop.Loads, S))
      Users.push_back(S);
  Edits.push_back({{Begin, Begin}, aliases(BodyIndent, Stage, Users)});
  std::vector<const Stmt *> Leave = Loop.Loads;
  llvm::append_range(Leave, Loop.OfLoadsAlone);
  if (Loop.Toggle)
    Leave.push_back(Loop.Toggle);
  for (const Stmt *S : Leave) {
    std::optional<TextRange> R = whole(S);
    if (!R)
      return reject(S, "the statement is spelled by a macro");
    // No blank line where it stood, at the head of the trip.
    if (Text.text({Begin, R->Begin}).trim().empty())
      while (Text.text({R->End, Text.endOfTrivia(R->End)}).trim().empty() &&
             Text.endOfTrivia(R->End) > R->End)
        R->End = Text.endOfTrivia(R->End);
    Edits.push_back({*R, ""});
  }
  for (const RingWait &Wait : Loop.Waits) {
    if (Wait.ByToken) {
      const auto *Member =
          dyn_cast<MemberExpr>(Wait.ByToken->getCallee()->IgnoreParens());
      const std::optional<TextRange> Call = Text.range(Wait.ByToken);
      const std::optional<TextRange> Name =
          Member ? Text.range(SourceRange(Member->getMemberLoc()))
                 : std::nullopt;
      if (!Call || !Name)
        return reject(Wait.ByToken, "the wait is spelled by a macro");
      Edits.push_back({{Name->Begin, Call->End}, "wait_parity(" + Phase + ")"});
    } else if (Wait.Parity) {
      const std::optional<TextRange> R = Text.range(Wait.Parity);
      if (!R)
        return reject(Wait.Parity, "the parity is spelled by a macro");
      Edits.push_back({*R, Phase});
    }
  }
  return std::nullopt;
}

/// Behind a trip; \p Turned changes the phase.
std::string RingWriter::turn(StringRef Indent, StringRef Turned) const {
  return (Indent + "if (++" + Stage + " == " + Count + ") {\n" + next(Indent) +
          Stage + " = 0;\n" + next(Indent) + Turned + "\n" + Indent + "}\n")
      .str();
}

RingWriter::Why RingWriter::writeBody() {
  if (Why Not = writeTrip())
    return Not;
  const std::optional<TextRange> Barrier = Text.statement(Loop.Barrier);
  if (!Barrier)
    return reject(Loop.Barrier, "the barrier is spelled by a macro");
  const std::string Counter = Loop.Header.Counter->getNameAsString();
  const unsigned Behind = Text.endOfTrivia(Barrier->End);
  Edits.push_back(
      {{Behind, Behind},
       BodyIndent +
           (Loop.IsBehind
                ? "// All have read the tile, so its stage is free.\n"
                : "// All are done with the tile before, so its stage is "
                  "free.\n") +
           BodyIndent + "if (" + tileExists() + ")\n" + next(BodyIndent) +
           Load + "(" + Counter + " + " + counterAhead() + ", " +
           (Loop.IsBehind ? Stage
                          : "(" + Stage + " + " + Count + " - 1) % " + Count) +
           ");\n"});
  std::string Turn = Phase + " ^= 1;";
  if (Loop.Toggle)
    Turn = Text.text(*Text.statement(Loop.Toggle)).str();
  const unsigned End = Text.lineStart(BodyRange.End);
  Edits.push_back({{End, End}, turn(BodyIndent, Turn)});
  return std::nullopt;
}

/// Edits at one place are one edit: an insertion in front of what leaves.
static std::vector<TextEdit> joined(std::vector<TextEdit> Edits) {
  llvm::stable_sort(Edits, [](const TextEdit &A, const TextEdit &B) {
    return A.Range.Begin < B.Range.Begin ||
           (A.Range.Begin == B.Range.Begin && A.Range.End < B.Range.End);
  });
  std::vector<TextEdit> Out;
  for (TextEdit &E : Edits) {
    if (!Out.empty() && Out.back().Range.End == E.Range.Begin) {
      Out.back().Range.End = E.Range.End;
      Out.back().Text += E.Text;
    } else {
      Out.push_back(std::move(E));
    }
  }
  return Out;
}

OrRejection<LoopRewrite> RingWriter::run() {
  if (Why Not = locate())
    return *Not;
  nameAll();
  using StepTy = Why (RingWriter::*)();
  std::vector<StepTy> Steps = {&RingWriter::stageVariables,
                               &RingWriter::stageInits, &RingWriter::dropTokens,
                               &RingWriter::moveNames};
  if (Roles)
    llvm::append_range(
        Steps, std::initializer_list<StepTy>{
                   &RingWriter::declareConsumers, &RingWriter::writeProducer,
                   &RingWriter::writeConsumers, &RingWriter::countConsumers,
                   &RingWriter::writeBounds});
  else
    llvm::append_range(Steps,
                       std::initializer_list<StepTy>{&RingWriter::writeLoad,
                                                     &RingWriter::writeBody});
  for (StepTy Step : Steps)
    if (Why Not = (this->*Step)())
      return *Not;
  const SourceManager &SM = Ctx.getSourceManager();
  const SourceLocation Start = SM.getLocForStartOfFile(Text.file());
  LoopRewrite Out{
      tooling::AtomicChange(SM, Start.getLocWithOffset(LoopRange.Begin)),
      {},
      false,
      {},
      {},
      std::nullopt,
      std::nullopt};
  for (const TextEdit &E : joined(std::move(Edits)))
    if (llvm::Error Conflict =
            Out.Change.replace(SM, Start.getLocWithOffset(E.Range.Begin),
                               E.Range.End - E.Range.Begin, E.Text))
      return reject(Loop.Header.Loop, "its edits collide: " +
                                          llvm::toString(std::move(Conflict)));
  return Out;
}

OrRejection<LoopRewrite> writeRing(const RingPlan &Plan, const RingLoop &Loop,
                                   const RingRoles *Roles, NameTable &Names,
                                   const ASTContext &Ctx) {
  return RingWriter(Plan, Loop, Roles, Names, Ctx).run();
}

} // namespace cudapipe
