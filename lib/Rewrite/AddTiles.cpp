//===- AddTiles.cpp - Static tiles that become dynamic, at the launch -----===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchEditor.h"

using namespace clang;

namespace cudapipe {

OrRejection<NewSize> LaunchEditor::tileBytes(const LaunchSite &Site) {
  return reject(Site, "");
}

std::optional<Rejection> LaunchEditor::add(const LaunchSite &Site) {
  return std::nullopt;
}

} // namespace cudapipe
