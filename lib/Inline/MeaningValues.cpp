//===- MeaningValues.cpp - What calls return ------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeaningPrinter.h"
#include "ReturnedText.h"

using namespace clang;

namespace cudapipe {

void MeaningPrinter::expand(const PassedValue &Value) {
  Results[Value.Call] = Value;
}

/// Makes the names of the function lead to what \p Value passes.
void MeaningPrinter::pass(const PassedValue &Value) {
  for (const PassedValue::Step &Step : Value.Before)
    Values.erase(Step.Var);
  for (const auto &[Name, Arg] : Value.ByName)
    Values[Name] = Arg;
  This = Value.Object;
}

/// What the calls in \p S do before they return stands in front of \p S.
void MeaningPrinter::valuesIn(const Stmt *S) {
  if (!S || Results.empty())
    return;
  if (auto It = Results.find(S); It != Results.end()) {
    const PassedValue &Value = It->second;
    if (!Passed.insert(S).second)
      return;
    pass(Value);
    bool Before = std::exchange(InCall, true);
    for (const PassedValue::Step &Step : Value.Before)
      if (Step.Var)
        variable(*Step.Var, Step.Init);
      else
        statement(Step.S);
    InCall = Before;
    This = nullptr;
    return;
  }
  for (const Stmt *Child : S->children())
    valuesIn(Child);
}

void MeaningPrinter::condition(const ReturnedValue::Condition &C) {
  if (C.IsTrue)
    return expression(C.E);
  if (std::optional<BinaryOperatorKind> Other = oppositeOf(C.E)) {
    const auto *Op = cast<BinaryOperator>(C.E->IgnoreParenImpCasts());
    OS << "BinaryOperator ";
    type(Op->getType());
    OS << ' ' << BinaryOperator::getOpcodeStr(*Other);
    return children(Op);
  }
  OS << "UnaryOperator ";
  type(C.E->getType());
  OS << ' ' << UnaryOperator::getOpcodeStr(UO_LNot) << false;
  branch(C.E);
}

/// As statement() does it for their conjunction.
void MeaningPrinter::conditions(llvm::ArrayRef<ReturnedValue::Condition> All,
                                bool AnyHolds) {
  for (size_t I = 1; I < All.size(); ++I) {
    OS << "BinaryOperator ";
    type(Ctx.BoolTy);
    OS << ' ' << BinaryOperator::getOpcodeStr(AnyHolds ? BO_LOr : BO_LAnd)
       << '(';
  }
  for (auto [I, C] : llvm::enumerate(All)) {
    if (I > 0)
      OS << '(';
    condition(C);
    OS << ";\n";
    if (I > 0)
      OS << ");\n";
    if (I + 1 < All.size())
      OS << ')';
  }
}

/// As statement() does it for the same text.
void MeaningPrinter::value(const ReturnedValue &Value, QualType Type) {
  if (Value.Leaf)
    return expression(Value.Leaf);
  OS << "ConditionalOperator ";
  type(Type);
  OS << ' ';
  OS << '(';
  conditions(Value.Conditions, Value.AnyHolds);
  OS << ')';
  for (const auto &Arm : {Value.Then, Value.Else}) {
    OS << '(';
    value(*Arm, Type);
    OS << ";\n)";
  }
}

} // namespace cudapipe
