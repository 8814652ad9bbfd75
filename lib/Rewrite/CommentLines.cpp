//===- CommentLines.cpp - Where lines of comments begin -------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CommentLines.h"
#include "llvm/ADT/SmallVector.h"

using llvm::StringRef;

namespace cudapipe {

std::vector<bool> beginInsideComment(StringRef Text) {
  enum { Outside, Block, Line } State = Outside;
  std::vector<bool> Out;
  llvm::SmallVector<StringRef, 8> Lines;
  Text.split(Lines, '\n');
  for (StringRef Rest : Lines) {
    Out.push_back(State != Outside);
    const bool GoesOn = Rest.rtrim().ends_with("\\");
    while (State != Line && !Rest.empty()) {
      if (State == Block) {
        const size_t End = Rest.find("*/");
        if (End == StringRef::npos)
          break;
        Rest = Rest.drop_front(End + 2);
        State = Outside;
        continue;
      }
      const size_t At = std::min(Rest.find("//"), Rest.find("/*"));
      if (At == StringRef::npos)
        break;
      State = Rest[At + 1] == '*' ? Block : Line;
      Rest = Rest.drop_front(At + 2);
    }
    if (State == Line && !GoesOn)
      State = Outside;
  }
  return Out;
}

} // namespace cudapipe
