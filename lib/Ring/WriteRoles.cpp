//===- WriteRoles.cpp - A warp that copies, as edits ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   constexpr int STAGES = 3;
//   constexpr unsigned CONSUMERS = 256;
//   __shared__ uint64_t full_stages[STAGES], empty[STAGES];     full
//   ...
//     for (int s = 0; s < STAGES; ++s) {
//       init(&full_stages[s], 1);                               init(&full, 1)
//       init(&empty[s], CONSUMERS / 32);
//     }
//   ...
//   __syncthreads();
//   if (threadIdx.x >= CONSUMERS) {
//     if (threadIdx.x == CONSUMERS) {
//       int stage = 0, phase = 1;
//       for (int k = 0; k < K; ++k) {
//         auto &tile = tile_stages[stage];
//         auto &full = full_stages[stage];
//         wait(&empty[stage], phase);
//         expect(&full, ...);                                   if (t == 0) ...
//         ...
//       }
//     }
//     return;
//   }
//   int stage = 0, phase = 0;
//   for (int k = 0; k < K; ++k) {
//     ...                                                       as in a ring
//     __syncwarp();                                             __syncthreads()
//     if (threadIdx.x % 32 == 0)
//       arrive(&empty[stage]);
//     ...
//   }
//
// Waits and arrivals are spelled as the user's.
//
//===----------------------------------------------------------------------===//

#include "RingWriter.h"
#include "cudapipe/Analyze/StatementTree.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

void RingWriter::nameRoles() {
  Consumers = Names.unique(isFixedCount() ? "CONSUMERS" : "consumers");
  Empty = Names.unique("empty");
  Wanted = Loop.Phase ? Names.unique("parity") : Phase;
}

std::string RingWriter::consumerCount() const {
  if (Roles->BoundsAreBlock)
    return *Text.text(Roles->Bounds);
  if (Roles->Consumers)
    return std::to_string(*Roles->Consumers);
  return "blockDim.x - " + std::to_string(ProducerThreads);
}

/// In front of whoever is the first to need it.
RingWriter::Why RingWriter::declareConsumers() {
  if (Roles->Bounds && !Text.range(Roles->Bounds))
    return reject(Roles->Bounds, "__launch_bounds__ is spelled by a macro");
  unsigned Line = Declared;
  for (const Expr *Size : Roles->BlockSizes)
    for (const Stmt *S : cast<CompoundStmt>(Loop.Kernel->getBody())->body())
      if (contains(S, Size)) {
        const std::optional<TextRange> R = Text.statement(S);
        if (!R)
          return reject(S, "the statement is spelled by a macro");
        Line = std::min(Line, Text.leading(R->Begin).Begin);
      }
  const std::string Indent = Text.indentAt(LoopRange.Begin).str(),
                    Count = consumerCount();
  std::string Out =
      Indent + (isFixedCount() ? "constexpr unsigned " : "const unsigned ") +
      Consumers + " = " + Count + ";\n";
  if (Roles->BoundsAreBlock && !isa<IntegerLiteral>(Roles->Bounds))
    Out += Indent + "static_assert(" + Consumers +
           " % 32 == 0, \"consumers must be whole warps\");\n";
  Edits.push_back({{Line, Line}, Out});
  return std::nullopt;
}

/// Each warp of the consumers arrives once.
std::string RingWriter::emptyInit(const RingBarrier &B,
                                  const TextRange &Init) const {
  std::vector<TextEdit> Inside = {{*Text.range(B.Count), Consumers + " / 32"}};
  forEach<DeclRefExpr>(B.Init, [&](const DeclRefExpr &Ref) {
    if (Ref.getDecl() == B.Var)
      Inside.push_back({*Text.range(&Ref), Empty + "[" + Slot + "]"});
  });
  return *Text.edited(Init, std::move(Inside));
}

//===- The producer -----------------------------------------------------===//

/// What one thread does in \p S, `if (t == 0) { ... }`, with its comments.
std::optional<std::string> RingWriter::copiesText(const Stmt *S) const {
  const auto *If = dyn_cast<IfStmt>(S);
  const std::optional<TextRange> All = whole(S),
                                 Branch = If ? Text.range(If) : std::nullopt;
  if (!All || !Branch)
    return std::nullopt;
  TextRange R;
  const Stmt *Then = If->getThen();
  if (const auto *Block = dyn_cast<CompoundStmt>(Then)) {
    const std::optional<TextRange> Braces = Text.range(Block);
    if (!Braces || Block->body_empty())
      return std::nullopt;
    R = {Text.endOfTrivia(Braces->Begin + 1), Text.lineStart(Braces->End - 1)};
    // `{ expect(); copy(); }` on one line.
    if (R.Begin >= R.End || R.Begin == Braces->Begin + 1) {
      const std::optional<TextRange> First =
                                         Text.statement(Block->body_front()),
                                     Last = Text.statement(Block->body_back());
      if (!First || !Last)
        return std::nullopt;
      R = {First->Begin, Last->End};
    }
  } else {
    const std::optional<TextRange> One = Text.statement(Then);
    if (!One)
      return std::nullopt;
    R = *One;
  }
  std::vector<TextEdit> Inside;
  if (!dropTokensIn(Then, Inside))
    return std::nullopt;
  const std::optional<std::string> Copies = Text.edited(R, std::move(Inside));
  if (!Copies)
    return std::nullopt;
  const StringRef Trimmed = StringRef(*Copies).rtrim();
  const std::string Comments =
      Text.text({All->Begin, Text.lineStart(Branch->Begin)}).str();
  const std::string Inner =
      Text.indentAt(Text.lineStart(R.Begin) == R.Begin
                        ? Text.range(Then->children().empty()
                                         ? Then
                                         : *Then->child_begin())
                              ->Begin
                        : R.Begin)
          .str();
  const std::string Target = next(next(next(LoopIndent)));
  return (Comments.empty() ? "" : reindent(Comments, BodyIndent, Target)) +
         reindent(Trimmed, Inner, Target) + "\n";
}

/// The user's wait, for a free stage.
std::optional<std::string> RingWriter::waitText() const {
  const std::optional<TextRange> R = Text.statement(Roles->Wait);
  if (!R)
    return std::nullopt;
  std::vector<TextEdit> Inside;
  bool Fails = false;
  auto Set = [&](std::optional<TextRange> At, std::string New) {
    if (!At)
      Fails = true;
    else
      Inside.push_back({*At, std::move(New)});
  };
  forEach<DeclRefExpr>(Roles->Wait, [&](const DeclRefExpr &Ref) {
    if (Ref.getDecl() == Roles->WaitsAt)
      Set(Text.range(&Ref), Empty + "[" + Stage + "]");
    else if (Loop.Phase && Ref.getDecl() == Loop.Phase)
      Set(Text.range(&Ref), Wanted);
  });
  for (const RingWait &Wait : Loop.Waits) {
    if (Wait.ByToken && contains(Roles->Wait, Wait.ByToken)) {
      const auto *Member =
          dyn_cast<MemberExpr>(Wait.ByToken->getCallee()->IgnoreParens());
      const std::optional<TextRange> Call = Text.range(Wait.ByToken),
                                     Name = Member
                                                ? Text.range(SourceRange(
                                                      Member->getMemberLoc()))
                                                : std::nullopt;
      if (!Call || !Name)
        return std::nullopt;
      Set(TextRange{Name->Begin, Call->End}, "wait_parity(" + Wanted + ")");
    } else if (Wait.Parity && contains(Roles->Wait, Wait.Parity)) {
      Set(Text.range(Wait.Parity), Wanted);
    }
  }
  if (Fails)
    return std::nullopt;
  return Text.edited(*R, std::move(Inside));
}

RingWriter::Why RingWriter::writeProducer() {
  const RingHeader &H = Loop.Header;
  const std::optional<TextRange> Behind = Text.statement(Roles->Behind);
  if (!Behind)
    return reject(Roles->Behind, "the statement is spelled by a macro");
  const unsigned At = Text.endOfTrivia(Behind->End);
  if (At == Behind->End)
    return Rejection{RejectionKind::UnsupportedLoop,
                     Roles->Behind->getSourceRange(),
                     "put it on a line of its own"};
  const std::optional<std::string> Wait = waitText();
  if (!Wait)
    return reject(Roles->Wait, "the wait is spelled by a macro");
  const std::string I1 = next(LoopIndent), I2 = next(I1), I3 = next(I2);
  std::vector<const Stmt *> Early = Loop.Loads;
  llvm::append_range(Early, Loop.Slice);
  std::string Trip = aliases(I3, Stage, Early);
  for (const Stmt *S : Loop.Slice) {
    const std::optional<std::string> Said = loadText(S);
    if (!Said)
      return reject(S, "the copies of the trip are spelled by a macro");
    Trip += reindent(*Said, BodyIndent, I3);
  }
  Trip += I3 + reindent(*Wait, BodyIndent, I3).substr(I3.size()) + "\n";
  for (const Stmt *S : Loop.Loads) {
    const std::optional<std::string> Said = copiesText(S);
    if (!Said)
      return reject(S, "the copies of the trip are spelled by a macro");
    Trip += *Said;
  }
  const std::string Header =
      Text.text({LoopRange.Begin, Text.range(H.Body)->Begin}).rtrim().str();
  std::string Out =
      assertions() + LoopIndent + "// The producer, a warp behind the " +
      Consumers + ", copies as soon as a stage is free.\n" + LoopIndent +
      "if (threadIdx.x >= " + Consumers + ") {\n" + I1 +
      "if (threadIdx.x == " + Consumers + ") {\n" + I2 + "int " + Stage +
      " = 0, " + Wanted + " = 1; // a stage is free at first\n" + I2 +
      reindent(Header, LoopIndent, I2).substr(I2.size()) + " {\n" + Trip +
      turn(I3, Wanted + " ^= 1;") + I2 + "}\n" + I1 + "}\n" + I1 + "return;\n" +
      LoopIndent + "}\n";
  Edits.push_back({{At, At}, Out});
  return std::nullopt;
}

//===- The consumers ----------------------------------------------------===//

std::string RingWriter::arrive() const {
  const std::string Bar = Empty + "[" + Stage + "]";
  switch (Roles->Arrive.Kind) {
  case ArriveSpelling::Member:
    return "(void)" + Bar + ".arrive();";
  case ArriveSpelling::Function:
    return Roles->Arrive.Name + "(&" + Bar + ");";
  case ArriveSpelling::Assembly:
    break;
  }
  const std::string I = next(BodyIndent);
  return "asm volatile(\"mbarrier.arrive.shared::cta.b64 _, [%0];\"\n" + I +
         "             :: \"r\"(static_cast<unsigned>("
         "__cvta_generic_to_shared(&" +
         Bar + ")))\n" + I + "             : \"memory\");";
}

RingWriter::Why RingWriter::writeConsumers() {
  Edits.push_back({{Front, Front},
                   LoopIndent + "int " + Stage + " = 0" +
                       (Loop.Phase ? "" : ", " + Phase + " = 0") + ";\n"});
  if (Why Not = writeTrip())
    return Not;
  const bool Spares = llvm::is_contained(Roles->Spared, Loop.Barrier);
  // A barrier of the consumers is one of the warp, too.
  const std::string Release =
      BodyIndent + "// The warp has read the stage.\n" +
      (Loop.IsBehind && !Spares ? "" : BodyIndent + "__syncwarp();\n") +
      BodyIndent + "if (threadIdx.x % 32 == 0)\n" + next(BodyIndent) +
      arrive() + "\n";
  for (const CallExpr *Sync : Roles->Spared) {
    const std::optional<TextRange> R = whole(Sync);
    if (!R)
      return reject(Sync, "the barrier is spelled by a macro");
    Edits.push_back({*R, Loop.IsBehind && Sync == Loop.Barrier ? Release : ""});
  }
  const unsigned End = Text.lineStart(BodyRange.End);
  if (!Loop.IsBehind) {
    Edits.push_back({{End, End}, Release});
  } else if (!Spares) {
    const std::optional<TextRange> R = Text.statement(Loop.Barrier);
    if (!R)
      return reject(Loop.Barrier, "the barrier is spelled by a macro");
    const unsigned Behind = Text.endOfTrivia(R->End);
    Edits.push_back({{Behind, Behind}, Release});
  }
  std::string Turn = Phase + " ^= 1;";
  if (Loop.Toggle)
    Turn = Text.text(*Text.statement(Loop.Toggle)).str();
  Edits.push_back({{End, End}, turn(BodyIndent, Turn)});
  return std::nullopt;
}

/// Who counts the threads of the block, or waits for them, means the consumers.
RingWriter::Why RingWriter::countConsumers() {
  for (const Expr *Size : Roles->BlockSizes) {
    if (llvm::any_of(Loop.Barriers, [&](const RingBarrier &B) {
          return contains(B.Init, Size);
        }))
      continue;
    const std::optional<TextRange> R = Text.range(Size);
    if (!R)
      return reject(Size, "'blockDim' is spelled by a macro");
    Edits.push_back({*R, Consumers});
  }
  for (const CallExpr *Sync : Roles->Syncs) {
    const std::optional<TextRange> R = Text.range(Sync);
    if (!R)
      return reject(Sync, "the barrier is spelled by a macro");
    Edits.push_back({*R, std::string("asm volatile(\"bar.sync 1, %0;\" ::\"") +
                             (isFixedCount() ? "n" : "r") + "\"(" + Consumers +
                             ") : \"memory\")"});
  }
  return std::nullopt;
}

/// The compiler has to leave registers for the warp more.
RingWriter::Why RingWriter::writeBounds() {
  const std::string More = " + " + std::to_string(ProducerThreads);
  if (Roles->Bounds) {
    const Expr *Bounds = Roles->Bounds->IgnoreImplicit();
    const TextRange R = *Text.range(Roles->Bounds);
    // __launch_bounds__ is a macro itself, of which this is the argument.
    const SourceManager &SM = Ctx.getSourceManager();
    SourceLocation Begin = Bounds->getBeginLoc();
    while (Begin.isMacroID() && SM.isMacroArgExpansion(Begin))
      Begin = SM.getImmediateSpellingLoc(Begin);
    const bool IsPlain = Begin.isFileID();
    const auto *Op = dyn_cast<BinaryOperator>(Bounds);
    const bool BindsTighter =
        Op ? Op->isAdditiveOp() || Op->isMultiplicativeOp()
           : !isa<AbstractConditionalOperator>(Bounds);
    const std::string Old = Text.text(R).str();
    Edits.push_back(
        {R, (IsPlain && BindsTighter ? Old : "(" + Old + ")") + More});
    return std::nullopt;
  }
  // With fewer, any number of registers a thread is as well.
  constexpr unsigned Always = 256;
  if (*Roles->Consumers + ProducerThreads <= Always)
    return std::nullopt;
  const FunctionDecl *Written = Loop.Kernel->getTemplateInstantiationPattern();
  const std::optional<TextRange> Name =
      Text.range(SourceRange((Written ? Written : Loop.Kernel)->getLocation()));
  if (!Name)
    return Rejection{RejectionKind::MacroLoop, Loop.Kernel->getLocation(),
                     "the name of the kernel is spelled by a macro"};
  Edits.push_back(
      {{Name->Begin, Name->Begin},
       "__launch_bounds__(" + std::to_string(*Roles->Consumers) + More + ") "});
  return std::nullopt;
}

} // namespace cudapipe
