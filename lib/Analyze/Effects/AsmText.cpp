//===- AsmText.cpp - What inline assembly says ----------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA 9.0, "Data Movement and Conversion Instructions", "Parallel
// Synchronization and Communication Instructions".
//
//===----------------------------------------------------------------------===//

#include "cudapipe/Analyze/AsmText.h"
#include "cudapipe/Analyze/Effects.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace clang;
using llvm::StringRef;

namespace cudapipe {

std::string asmText(const GCCAsmStmt &Asm) {
  const std::string Whole = Asm.getAsmString();
  std::string Out;
  for (StringRef Rest = Whole; !Rest.empty();) {
    if (Rest.consume_front("%%")) {
      Out += "%%";
      continue;
    }
    // `%l2` is operand 2 with a modifier, `%laneid` a register.
    if (Rest.front() == '%' && Rest.size() > 2 && llvm::isAlpha(Rest[1]) &&
        !llvm::isDigit(Rest[2]) && Rest[2] != '[')
      Out += '%';
    Out += Rest.front();
    Rest = Rest.drop_front();
  }
  return Out;
}

StringRef mnemonicOf(StringRef Instruction) {
  static constexpr StringRef Space = " \t\r\n{}";
  Instruction = Instruction.trim(Space);
  auto [Label, Behind] = Instruction.split(':');
  if (!Behind.starts_with(":") &&
      Label.find_first_of(" \t[.") == StringRef::npos &&
      Label.size() < Instruction.size())
    Instruction = Behind.trim(Space);
  if (Instruction.starts_with("@"))
    Instruction =
        Instruction.substr(Instruction.find_first_of(" \t\n")).trim(Space);
  return Instruction.take_until(
      [](char C) { return StringRef(" \t\n").contains(C); });
}

AsmLoads loadsOf(StringRef Text) {
  AsmLoads Out;
  if (!Text.contains('['))
    return Out;
  Out.Any =
      Text.contains("ld") || Text.contains("atom") || Text.contains("load");
  llvm::SmallVector<StringRef, 8> Instructions;
  Text.split(Instructions, ';', -1, /*KeepEmpty=*/false);
  bool Found = false;
  for (StringRef Instruction : Instructions) {
    const StringRef Mnemonic = mnemonicOf(Instruction);
    Out.Repeat |= Mnemonic == "bra" || Mnemonic.starts_with("bra.");
    const size_t Brackets = Instruction.count('[');
    if (Brackets == 0)
      continue;
    Out.Addresses.push_back(
        Brackets == 1 ? Instruction.split('[').second.split(']').first.trim()
                      : "");
    if (!(Mnemonic.starts_with("ld") || Mnemonic.starts_with("atom") ||
          Mnemonic.starts_with("multimem") || Mnemonic.contains(".load")))
      continue;
    Found = true;
    Out.OnlyGlobal &= Mnemonic.contains(".global");
    // Of other spaces than .global and generic addresses, no other block knows.
    Out.OnlyOfBlock &=
        Mnemonic.starts_with("ldmatrix") ||
        llvm::any_of(
            ArrayRef<StringRef>{".shared", ".local", ".param", ".const"},
            [&](StringRef S) { return Mnemonic.contains(S); });
    Out.Ask |=
        Mnemonic.starts_with("atom") ||
        llvm::any_of(ArrayRef<StringRef>{".volatile", ".relaxed", ".acquire",
                                         ".cv", ".cg", ".mmio"},
                     [&](StringRef S) { return Mnemonic.contains(S); });
  }
  Out.OnlyOfBlock &= Found;
  Out.OnlyGlobal &= Found;
  return Out;
}

/// A number of at most 32 bits, too short for an address.
static bool isNarrow(QualType Type) {
  const auto *Number = Type->getAs<BuiltinType>();
  if (!Number)
    return false;
  switch (Number->getKind()) {
  case BuiltinType::Bool:
  case BuiltinType::Char_S:
  case BuiltinType::Char_U:
  case BuiltinType::SChar:
  case BuiltinType::UChar:
  case BuiltinType::Short:
  case BuiltinType::UShort:
  case BuiltinType::Int:
  case BuiltinType::UInt:
    return true;
  default:
    return false;
  }
}

/// \p Text names registers that it declares, and nothing else: no variable, of
/// which an instruction may take the address.
static bool namesOwnRegistersOnly(StringRef Text) {
  llvm::StringSet<> Declared;
  llvm::SmallVector<StringRef, 8> Statements, Names;
  Text.split(Statements, ';', -1, /*KeepEmpty=*/false);
  for (StringRef Statement : Statements) {
    Statement = Statement.trim(" \t\r\n{}");
    if (Statement.starts_with("@"))
      Statement = Statement.drop_until([](char C) { return C == ' '; }).ltrim();
    const bool Declares = Statement.starts_with(".reg");
    if (!Declares && Statement.starts_with("."))
      continue;
    Names.clear();
    llvm::SplitString(Statement, Names, " \t\r\n,{}|!");
    // Behind the mnemonic, or `.reg` and the type.
    for (auto [I, Name] : llvm::enumerate(Names))
      if (Declares)
        Declared.insert(Name);
      else if (I > 0 && !llvm::isDigit(Name[0]) && Name[0] != '%' &&
               Name[0] != '-' && !Declared.contains(Name))
        return false;
  }
  return true;
}

llvm::SmallVector<const Expr *, 2> pointersComputedFrom(const GCCAsmStmt &Asm) {
  const std::string Text = asmText(Asm);
  // A load, a special register, another address space and a name give others.
  if (!isReadOnlyAsm(Text) || StringRef(Text).contains('[') ||
      StringRef(Text).contains("%%") || StringRef(Text).contains("cvta") ||
      !namesOwnRegistersOnly(Text))
    return {};
  llvm::SmallVector<const Expr *, 8> Operands;
  for (unsigned I = 0; I < Asm.getNumInputs(); ++I)
    Operands.push_back(Asm.getInputExpr(I));
  for (unsigned I = 0; I < Asm.getNumOutputs(); ++I)
    if (Asm.isOutputPlusConstraint(I))
      Operands.push_back(Asm.getOutputExpr(I));
  llvm::SmallVector<const Expr *, 2> Out;
  for (const Expr *Operand : Operands) {
    const QualType Type = Operand->getType();
    if (Type->isPointerType())
      Out.push_back(Operand);
    else if (!isNarrow(Type))
      return {};
  }
  return Out;
}

const Expr *addressOperand(const GCCAsmStmt &Asm, StringRef Address) {
  auto [Operand, Offset] = Address.split('+');
  int64_t Number = 0;
  if (!Offset.empty() && Offset.trim().getAsInteger(0, Number))
    return nullptr;
  Operand = Operand.trim();
  if (!Operand.consume_front("%"))
    return nullptr;
  unsigned Index = 0;
  if (Operand.consume_front("[") && Operand.consume_back("]")) {
    const int Named = Asm.getNamedOperand(Operand);
    if (Named < 0)
      return nullptr;
    Index = Named;
  } else if (Operand.getAsInteger(10, Index)) {
    return nullptr;
  }
  const unsigned Outputs = Asm.getNumOutputs();
  return Outputs <= Index && Index < Outputs + Asm.getNumInputs()
             ? Asm.getInputExpr(Index - Outputs)
             : nullptr;
}

} // namespace cudapipe
