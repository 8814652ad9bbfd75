//===- Sizes.cpp - What sizes of launches come to -------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sizes.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;

namespace cudapipe::check {
namespace {

/// By precedence, from loose to tight: choice, comparison, shift, sum, product.
class SizeParser {
public:
  SizeParser(StringRef Text, const SizeNames &Names)
      : Rest(Text), Names(Names) {}

  std::optional<double> all() {
    const std::optional<double> Value = choice();
    return Rest.trim().empty() ? Value : std::nullopt;
  }

private:
  bool take(StringRef Sign) {
    Rest = Rest.ltrim();
    return Rest.consume_front(Sign);
  }
  std::optional<double> choice() {
    const std::optional<double> Then = comparison();
    if (!take("if "))
      return Then;
    const std::optional<double> If = comparison();
    if (!take("else"))
      return std::nullopt;
    const std::optional<double> Else = choice();
    if (!If)
      return std::nullopt;
    return *If != 0 ? Then : Else;
  }
  std::optional<double> comparison();
  std::optional<double> shift();
  std::optional<double> sum();
  std::optional<double> product();
  std::optional<double> atom();

  StringRef Rest;
  const SizeNames &Names;
};

std::optional<double> SizeParser::comparison() {
  const std::optional<double> L = shift();
  for (StringRef Sign : {"<=", ">=", "==", "!=", "<", ">"}) {
    if (!take(Sign))
      continue;
    const std::optional<double> R = shift();
    if (!L || !R)
      return std::nullopt;
    return Sign == "<="   ? *L <= *R
           : Sign == ">=" ? *L >= *R
           : Sign == "==" ? *L == *R
           : Sign == "!=" ? *L != *R
           : Sign == "<"  ? *L < *R
                          : *L > *R;
  }
  return L;
}

std::optional<double> SizeParser::shift() {
  std::optional<double> Value = sum();
  while (true) {
    const bool IsLeft = take("<<");
    if (!IsLeft && !take(">>"))
      return Value;
    const std::optional<double> By = sum();
    if (!Value || !By)
      return std::nullopt;
    Value = IsLeft ? std::ldexp(*Value, int(*By))
                   : std::floor(std::ldexp(*Value, -int(*By)));
  }
}

std::optional<double> SizeParser::sum() {
  std::optional<double> Value = product();
  while (true) {
    const bool Adds = take("+");
    if (!Adds && !take("-"))
      return Value;
    const std::optional<double> Other = product();
    if (!Value || !Other)
      Value = std::nullopt;
    else
      Value = Adds ? *Value + *Other : *Value - *Other;
  }
}

std::optional<double> SizeParser::product() {
  std::optional<double> Value = atom();
  while (true) {
    StringRef Sign;
    for (StringRef One : {"*", "//", "/", "%"})
      if (take(One)) {
        Sign = One;
        break;
      }
    if (Sign.empty())
      return Value;
    const std::optional<double> Other = atom();
    if (!Value || !Other || (Sign != "*" && *Other == 0))
      Value = std::nullopt;
    else if (Sign == "*")
      Value = *Value * *Other;
    else if (Sign == "/")
      Value = *Value / *Other;
    else if (Sign == "//")
      Value = std::trunc(*Value / *Other);
    else
      Value = std::fmod(*Value, *Other);
  }
}

std::optional<double> SizeParser::atom() {
  if (take("-")) {
    const std::optional<double> Value = atom();
    return Value ? std::optional(-*Value) : std::nullopt;
  }
  if (take("(")) {
    const std::optional<double> Value = choice();
    return take(")") ? Value : std::nullopt;
  }
  Rest = Rest.ltrim();
  const StringRef Word = Rest.take_while(
      [](char C) { return isAlnum(C) || C == '_' || C == '.' || C == ':'; });
  Rest = Rest.drop_front(Word.size());
  double Number = 0;
  if (!Word.empty() && isDigit(Word[0]))
    return Word.getAsDouble(Number) ? std::nullopt : std::optional(Number);
  if (take("(")) {
    std::optional<double> Value = choice();
    while (take(",")) {
      const std::optional<double> Other = choice();
      if (!Value || !Other)
        Value = std::nullopt;
      else
        Value =
            Word == "min" ? std::min(*Value, *Other) : std::max(*Value, *Other);
    }
    if (!take(")") || !Value)
      return std::nullopt;
    return Word == "ceil"    ? std::ceil(*Value)
           : Word == "floor" ? std::floor(*Value)
                             : *Value;
  }
  auto It = Names.find(Word.str());
  return It == Names.end() ? std::nullopt : std::optional<double>(It->second);
}

} // namespace

std::optional<int64_t> sizeOf(StringRef Text, const SizeNames &Names) {
  const std::optional<double> Value = SizeParser(Text, Names).all();
  if (!Value || !(std::fabs(*Value) < 1e15))
    return std::nullopt;
  return int64_t(*Value);
}

} // namespace cudapipe::check
