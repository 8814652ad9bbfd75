//===- SizeParameters.cpp - What instantiations give a template -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SizeParameters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace cudapipe {

bool SizeParameter::isOne() const { return llvm::all_equal(Values); }

std::string SizeParameter::term(StringRef Value) const {
  if (Value == "true")
    return Name;
  return Value == "false" ? "!" + Name : Name + " == " + Value.str();
}

static std::vector<std::string> different(llvm::ArrayRef<std::string> All) {
  std::vector<std::string> Out;
  for (const std::string &Each : All)
    if (!llvm::is_contained(Out, Each))
      Out.push_back(Each);
  return Out;
}

/// `(BM == 64 || BM == 128)`; nothing for a bool that may be either.
static std::string alternatives(const SizeParameter &Of) {
  std::vector<std::string> Terms;
  for (const std::string &Value : different(Of.Values))
    Terms.push_back(Of.term(Value));
  const bool IsEither = Terms.size() == 2 && (Terms[0] == "!" + Terms[1] ||
                                              Terms[1] == "!" + Terms[0]);
  return IsEither ? "" : "(" + llvm::join(Terms, " || ") + ")";
}

/// The same for parameters of one template, not all of whose values meet.
static std::string tuples(llvm::ArrayRef<const SizeParameter *> Of) {
  std::vector<std::string> Terms;
  for (size_t I = 0; I < Of.front()->Values.size(); ++I) {
    std::vector<std::string> Each;
    for (const SizeParameter *Parameter : Of)
      Each.push_back(Parameter->term(Parameter->Values[I]));
    Terms.push_back("(" + llvm::join(Each, " && ") + ")");
  }
  return "(" + llvm::join(different(Terms), " || ") + ")";
}

/// Each value of one is there with each value of the others.
static bool allMeet(llvm::ArrayRef<const SizeParameter *> Of) {
  size_t Product = 1;
  std::vector<std::string> Rows(Of.front()->Values.size());
  for (const SizeParameter *Parameter : Of) {
    Product *= different(Parameter->Values).size();
    for (auto [Row, Value] : llvm::zip_equal(Rows, Parameter->Values))
      Row += Value + ",";
  }
  return different(Rows).size() == Product;
}

std::vector<std::string> sizeTerms(const SizeParameters &Parameters) {
  std::vector<std::string> Out;
  std::map<unsigned, std::vector<const SizeParameter *>> Varying;
  for (const auto &[Key, Parameter] : Parameters)
    if (Parameter.isOne())
      Out.push_back(Parameter.term(Parameter.Values.front()));
    else
      Varying[std::get<0>(Key)].push_back(&Parameter);
  for (const auto &[Depth, Of] : Varying)
    if (!allMeet(Of))
      Out.push_back(tuples(Of));
    else
      for (const SizeParameter *Parameter : Of)
        if (std::string Term = alternatives(*Parameter); !Term.empty())
          Out.push_back(std::move(Term));
  return Out;
}

} // namespace cudapipe
