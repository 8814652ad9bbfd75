//===- DynamicStages.cpp - Stages in dynamic shared memory ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stages of dynamic shared memory follow each other:
//
//   constexpr int stage_size = BM * BK + BK * BN; // in front of the loop
//   auto *const As_stages = As;
//   auto *As = As_stages + stage * stage_size;    // in the loop, the lambdas
//   As = As_stages + (stage ^ 1) * stage_size;    // behind it, if in use there
//
// Where the tiles' extent is not known, each is as large as what the launch
// used to ask for, and the kernel asks how much that is.
//
//===----------------------------------------------------------------------===//

#include "LoopWriter.h"
#include "Spelling.h"
#include "clang/AST/Attr.h"

using namespace clang;

namespace cudapipe {

/// What the name points to, as the number of bytes in one step.
static QualType stepOf(const VarDecl &Name) {
  QualType Type = Name.getType();
  if (Type->isPointerType())
    return Type->getPointeeType();
  return Type->castAsArrayTypeUnsafe()->getElementType();
}

/// All names step over elements of one plain type.
bool LoopWriter::stagesByElements() const {
  QualType First;
  for (const VarDecl *Name : dynamicNames()) {
    QualType Step = stepOf(*Name).getUnqualifiedType();
    if (Step->isArrayType() || (Step->isRecordType() && !isPowerOf2(Step)))
      return false;
    if (!First.isNull() && !Ctx.hasSameType(First, Step))
      return false;
    First = Step;
  }
  return true;
}

/// The launch rounds a stage up to a power of two: only such elements fit.
bool LoopWriter::isPowerOf2(QualType Type) const {
  return !Type->isDependentType() && !Type->isIncompleteType() &&
         llvm::isPowerOf2_64(Ctx.getTypeSizeInChars(Type).getQuantity());
}

/// Names of the area that get a stage: those of the loop, then those behind it.
llvm::SmallVector<const VarDecl *, 4> LoopWriter::dynamicNames() const {
  llvm::SmallVector<const VarDecl *, 4> Out;
  if (!Plan.Launches.Scales)
    return Out;
  Out = M.Staged.Dynamic->Names;
  for (const VarDecl *Name : namesThatGoOn(M, Plan))
    if (!llvm::is_contained(Out, Name))
      Out.push_back(Name);
  return Out;
}

std::optional<Rejection> LoopWriter::stageDynamic() {
  if (!Plan.Launches.Scales)
    return std::nullopt;
  const VarDecl *Array = M.Staged.Dynamic->Array;
  std::optional<TextRange> Body = Text.range(M.Kernel->getBody());
  for (const VarDecl *Name : dynamicNames()) {
    Made.StageNames[Name] = Names.unique((Name->getName() + "_stages").str());
    if (!Body || (Text.hasConditionals(*Body) &&
                  hidesUse(*Body, Name, /*InLoopOnly=*/false)))
      return Rejection{RejectionKind::MacroLoop, Name->getSourceRange(),
                       "an #if in the kernel hides a use of '" +
                           Name->getNameAsString() + "'"};
  }
  Made.StageBytes =
      Names.unique(stagesByElements() ? "stage_size" : "stage_bytes");
  if (!stagesByElements())
    Made.InStage = Names.unique("in_stage");
  if (!llvm::is_contained(namesThatGoOn(M, Plan), Array))
    return std::nullopt;

  // An array cannot be set to another stage; a pointer of its name can.
  const Stmt *Declaration = nullptr;
  auto Find = [&](auto &&Self, const Stmt *S) -> void {
    if (const auto *Decls = dyn_cast_or_null<DeclStmt>(S);
        Decls && llvm::is_contained(Decls->decls(), Array))
      Declaration = S;
    if (S)
      for (const Stmt *Child : S->children())
        Self(Self, Child);
  };
  Find(Find, M.Kernel->getBody());
  std::optional<TextRange> Name = Text.range(SourceRange(Array->getLocation()));
  std::optional<TextRange> Whole =
      Declaration ? Text.statement(Declaration) : std::nullopt;
  if (!Name || !Whole || Text.text(*Name) != Array->getName())
    return Rejection{RejectionKind::MacroLoop, Array->getSourceRange(),
                     "the declaration of '" + Array->getNameAsString() +
                         "' is spelled by a macro"};
  Written.Edits.push_back({*Name, Made.StageNames[Array]});
  Written.Edits.push_back({{Whole->End, Whole->End},
                           "\n" + Text.indentAt(Whole->Begin).str() + "auto *" +
                               Array->getName().str() + " = " +
                               Made.StageNames[Array] + ";"});
  return std::nullopt;
}

/// `/= 2 * sizeof(float)`: how the size of a stage follows from that of all.
std::string LoopWriter::stageShare() const {
  std::string Stages = std::to_string(Plan.Stages), Element;
  uint64_t Bytes = 1;
  if (const VarDecl *First = dynamicNames().front(); stagesByElements()) {
    QualType Step = stepOf(*First);
    Bytes = Step->isDependentType()
                ? 0
                : Ctx.getTypeSizeInChars(Step).getQuantity();
    if (Bytes != 1)
      Element = "sizeof(" + elementType(*First, Text, Ctx) + ")";
  }
  // A launch may give more than it was asked for. And the compiler has to see
  // that stages are aligned, else it reads them word by word (measured:
  // docs/developers/performance-log.md).
  if (Bytes < Plan.Launches.StageAlignment) {
    std::string Align = std::to_string(Plan.Launches.StageAlignment);
    return "= " + Made.StageBytes + " / (" + Stages + " * " + Align + ") * " +
           Align + (Element.empty() ? "" : " / " + Element);
  }
  return "/= " + Stages + (Element.empty() ? "" : " * " + Element);
}

/// `constexpr int stage_size = BM * BK + BK * BN;`
std::string LoopWriter::stageDistance() const {
  const StageSize &Stage = *Plan.Launches.Stage;
  std::string Count = Stage.Count;
  const uint64_t Step =
      stagesByElements()
          ? Ctx.getTypeSizeInChars(stepOf(*dynamicNames().front()))
                .getQuantity()
          : 1;
  if (Step == Stage.Bytes) {
    Count = "1";
  } else if (uint64_t Number;
             !llvm::StringRef(Count).getAsInteger(10, Number)) {
    Count = std::to_string(Number * Stage.ElementBytes / Step);
  } else if (Step != Stage.ElementBytes) {
    if (!Stage.Element.empty())
      Count =
          (Stage.IsProduct ? Count : "(" + Count + ")") + " * " + Stage.Element;
    if (Step != 1)
      Count = (Stage.IsProduct || !Stage.Element.empty() ? Count
                                                         : "(" + Count + ")") +
              " / sizeof(" + elementType(*dynamicNames().front(), Text, Ctx) +
              ")";
  }
  return std::string(Stage.IsConstant ? "constexpr int " : "const int ") +
         Made.StageBytes + " = " + Count + ";\n";
}

/// The size of a stage and the start of the first, in front of the loop.
std::string LoopWriter::dynamicFront() const {
  if (!Plan.Launches.Scales)
    return "";
  auto All = dynamicNames();
  std::string Out;
  if (Plan.Launches.Stage) {
    Out = Here.LoopIndent + "// From one stage of the tiles to the next.\n" +
          Here.LoopIndent + stageDistance();
  } else {
    Out = Here.LoopIndent + "// The launch gives dynamic shared memory for " +
          inWords(Plan.Stages).str() + " stages.\n";
    Out += Here.LoopIndent + "unsigned " + Made.StageBytes + ";\n";
    Out += Here.LoopIndent +
           "asm(\"mov.u32 %0, %%dynamic_smem_size;\" : \"=r\"(" +
           Made.StageBytes + "));\n";
    Out += Here.LoopIndent + Made.StageBytes + " " + stageShare() + ";\n";
  }
  for (const VarDecl *Name : All)
    if (Name != M.Staged.Dynamic->Array ||
        !llvm::is_contained(namesThatGoOn(M, Plan), Name))
      Out += Here.LoopIndent + "auto *const " + Made.StageNames.lookup(Name) +
             " = " + Name->getName().str() + ";\n";
  if (!Made.InStage.empty())
    Out += Here.LoopIndent + "auto " + Made.InStage +
           " = [&](auto *tile, int " + Made.StageName + ") {\n" +
           Here.LoopIndent + Here.Unit +
           "return (decltype(tile))((char *)tile + " + Made.StageName + " * " +
           Made.StageBytes + ");\n" + Here.LoopIndent + "};\n";
  return Out + "\n";
}

/// `As_stages + stage * stage_size`.
std::string LoopWriter::stageAddress(const VarDecl *Name,
                                     llvm::StringRef Stage) const {
  if (!Made.InStage.empty())
    return (Made.InStage + "(" + Made.StageNames.lookup(Name) + ", " + Stage +
            ")")
        .str();
  return (Made.StageNames.lookup(Name) + " + " + Stage + " * " +
          Made.StageBytes)
      .str();
}

/// Behind the loop, `stage` is the one that the next tile would have had.
std::string LoopWriter::dynamicBehind() const {
  if (namesThatGoOn(M, Plan).empty())
    return "";
  std::string Last = lastStage();
  std::string Out =
      Here.LoopIndent +
      "// What follows goes on from the stage of the last tile.\n";
  for (const VarDecl *Name : namesThatGoOn(M, Plan))
    Out += Here.LoopIndent + Name->getName().str() + " = " +
           stageAddress(Name, Made.InStage.empty() && !hasCursor()
                                  ? "(" + Last + ")"
                                  : Last) +
           ";\n";
  return Out;
}

} // namespace cudapipe
