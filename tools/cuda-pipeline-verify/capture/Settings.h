//===- Settings.h - What is to be recorded ----------------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The file that CUDAPIPE_CAPTURE names, written by cuda-pipeline-verify:
//
//   folder /tmp/capture
//   cupti /usr/local/cuda/lib64/libcupti.so
//   kernel blas::gemm             as it is named in the source; any number
//   match gemm<64                 a regular expression for the whole signature
//   launches 1 3                  of each kernel and shape: the first, the last
//   limit 4294967296              bytes, of a process
//   layout _Z5scalePfi 0:8 8:4    parameters, for what the driver does not say
//   global table                  __constant__ and __device__ variables
//
//===----------------------------------------------------------------------===//

#ifndef CUDAPIPE_CAPTURE_SETTINGS_H
#define CUDAPIPE_CAPTURE_SETTINGS_H

#include <cstdio>
#include <fstream>
#include <map>
#include <regex.h>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace cudapipe {

/// Where a parameter lies in the constant bank, and how long it is.
struct ParameterPlace {
  size_t Offset, Bytes;
};
using Layout = std::vector<ParameterPlace>;

class Settings {
public:
  std::string Folder, Cupti;
  std::set<std::string> Kernels;
  unsigned First = 1, Last = 1;
  size_t Limit = size_t(4) << 30;
  std::map<std::string, Layout> Layouts;
  std::vector<std::string> Globals;

  bool read(const char *Path) {
    std::ifstream File(Path);
    std::string Line, Key;
    while (std::getline(File, Line)) {
      std::istringstream Words(Line);
      Words >> Key;
      size_t Space = Line.find(' ');
      std::string Rest =
          Space == std::string::npos ? "" : Line.substr(Space + 1);
      if (Key == "folder")
        Folder = Rest;
      else if (Key == "cupti")
        Cupti = Rest;
      else if (Key == "kernel")
        Kernels.insert(Rest);
      else if (Key == "match")
        HasMatch = regcomp(&Match, Rest.c_str(), REG_EXTENDED | REG_NOSUB) == 0;
      else if (Key == "launches")
        Words >> First >> Last;
      else if (Key == "limit")
        Words >> Limit;
      else if (Key == "global")
        Globals.push_back(Rest);
      else if (Key == "layout")
        readLayout(Words);
    }
    return !Folder.empty();
  }

  /// \p Name as written in the source, \p Signature with all arguments.
  bool wants(const std::string &Name, const std::string &Signature) const {
    return Kernels.count(Name) &&
           (!HasMatch ||
            regexec(&Match, Signature.c_str(), 0, nullptr, 0) == 0);
  }

private:
  void readLayout(std::istringstream &Words) {
    std::string Kernel;
    Words >> Kernel;
    ParameterPlace P;
    char Colon;
    Layout &L = Layouts[Kernel];
    while (Words >> P.Offset >> Colon >> P.Bytes)
      L.push_back(P);
  }

  regex_t Match;
  bool HasMatch = false;
};

/// "blas::gemm" of "void blas::gemm<64, float>(float const*, int)": without
/// return type, arguments and anonymous namespaces.
inline std::string sourceName(std::string Signature) {
  auto DropGroup = [&](char Open, char Close) {
    if (Signature.empty() || Signature.back() != Close)
      return;
    int Depth = 0;
    for (size_t At = Signature.size(); At-- > 0;) {
      Depth += Signature[At] == Close;
      Depth -= Signature[At] == Open;
      if (Depth == 0) {
        Signature.resize(At);
        return;
      }
    }
  };
  DropGroup('(', ')');
  DropGroup('<', '>');
  int Depth = 0;
  for (size_t At = Signature.size(); At-- > 0;) {
    char C = Signature[At];
    Depth += C == ')' || C == '>';
    Depth -= C == '(' || C == '<';
    if (Depth == 0 && C == ' ') {
      Signature = Signature.substr(At + 1);
      break;
    }
  }
  const std::string Anonymous = "(anonymous namespace)::";
  for (size_t At; (At = Signature.find(Anonymous)) != std::string::npos;)
    Signature.erase(At, Anonymous.size());
  return Signature;
}

} // namespace cudapipe

#endif
