//===- CodeMutator.h - Other code from code ---------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_FUZZ_CODEMUTATOR_H
#define CUDAPIPE_FUZZ_CODEMUTATOR_H

#include <algorithm>
#include <cctype>
#include <random>
#include <string>
#include <vector>

namespace cudapipe {

/// Changes text by tokens and lines: bytes at random hardly ever parse.
class CodeMutator {
public:
  explicit CodeMutator(unsigned Seed) : Random(Seed) {}

  std::string mutated(std::string Text) {
    for (unsigned Times = 1 + below(4); Times; --Times)
      Text = below(2) ? byTokens(Text) : byLines(Text);
    return Text;
  }

  /// \p First with some lines of \p Second in it.
  std::string spliced(const std::string &First, const std::string &Second) {
    std::vector<std::string> Lines = linesOf(First), More = linesOf(Second);
    if (Lines.empty() || More.empty())
      return First;
    size_t From = below(More.size());
    size_t Count = 1 + below(std::min<size_t>(12, More.size() - From));
    Lines.insert(Lines.begin() + 1 + below(Lines.size()), More.begin() + From,
                 More.begin() + From + Count);
    return joined(Lines);
  }

private:
  size_t below(size_t Bound) { return Random() % Bound; }

  static std::vector<std::string> linesOf(const std::string &Text) {
    std::vector<std::string> Out;
    for (size_t At = 0; At < Text.size();) {
      size_t End = std::min(Text.find('\n', At), Text.size() - 1) + 1;
      Out.push_back(Text.substr(At, End - At));
      At = End;
    }
    return Out;
  }

  static std::vector<std::string> tokensOf(const std::string &Text) {
    std::vector<std::string> Out;
    auto IsWord = [](unsigned char C) { return std::isalnum(C) || C == '_'; };
    for (size_t At = 0; At < Text.size();) {
      size_t End = At + 1;
      while (IsWord(Text[At]) && End < Text.size() && IsWord(Text[End]))
        ++End;
      Out.push_back(Text.substr(At, End - At));
      At = End;
    }
    return Out;
  }

  static std::string joined(const std::vector<std::string> &Parts) {
    std::string Out;
    for (const std::string &Part : Parts)
      Out += Part;
    return Out;
  }

  std::string byTokens(const std::string &Text) {
    std::vector<std::string> Tokens = tokensOf(Text);
    size_t At = below(Tokens.size());
    // Blanks are of little interest.
    for (int Tries = 0; Tries < 9 && std::isspace(Tokens[At][0]); ++Tries)
      At = below(Tokens.size());
    switch (below(6)) {
    case 0:
      Tokens[At].clear();
      break;
    case 1:
      Tokens[At] = Words[below(std::size(Words))];
      break;
    case 2:
      Tokens[At] += std::string(" ") + Words[below(std::size(Words))] + " ";
      break;
    case 3:
      std::swap(Tokens[At], Tokens[below(Tokens.size())]);
      break;
    default: // another word of this file, of the same kind
      for (int Tries = 0; Tries < 40; ++Tries) {
        const std::string &Other = Tokens[below(Tokens.size())];
        if (Other != Tokens[At] &&
            !std::isalpha(Other[0]) == !std::isalpha(Tokens[At][0]) &&
            !std::isspace(Other[0])) {
          Tokens[At] = Other;
          break;
        }
      }
    }
    return joined(Tokens);
  }

  std::string byLines(const std::string &Text) {
    std::vector<std::string> Lines = linesOf(Text);
    if (Lines.size() < 3)
      return Text;
    // The first says with which options.
    size_t At = 1 + below(Lines.size() - 1), To = 1 + below(Lines.size() - 1);
    std::string Line = Lines[At];
    switch (below(6)) {
    case 0:
      Lines.erase(Lines.begin() + At);
      break;
    case 1:
      Lines.insert(Lines.begin() + To, Line);
      break;
    case 2:
      std::swap(Lines[At], Lines[To]);
      break;
    case 3:
      Lines[At] =
          Words[below(std::size(Words))] + std::string(" {\n") + Line + "}\n";
      break;
    case 4:
      if (Lines[0].size() > 1)
        Lines[0][below(2)] = 'a' + below(16);
      break;
    default: // a line nearby
      To = std::clamp<long>(long(At) + long(below(7)) - 3, 1, Lines.size() - 1);
      Lines.erase(Lines.begin() + At);
      Lines.insert(Lines.begin() + std::min(To, Lines.size()), Line);
    }
    return joined(Lines);
  }

  static constexpr const char *Words[] = {
#include "words.inc"
  };
  std::mt19937 Random;
};

} // namespace cudapipe

#endif // CUDAPIPE_FUZZ_CODEMUTATOR_H
