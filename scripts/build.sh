#!/bin/sh
# Installs what is missing and builds build/bin/cuda-pipeline-rewrite; with
# --for-tests also what only the tests need.
# Made for Debian 12, as root or with sudo; elsewhere it says what it needs.
# Called by try.sh and test.sh. Safe to run again: what is there stays.

set -eu
cd "$(dirname "$0")/.."

# LLVM 22 is in Debian 12's own (security) archive; libstdc++ and lit come with
# its packages.
packages="llvm-22-dev libclang-22-dev clang-22 lld-22 llvm-22-tools \
cmake ninja-build git patch python3 python3-yaml"
if [ "${1:-}" = --for-tests ]; then
  packages="$packages clang-format-22 clang-tidy-22 clang-tools-22 \
libclang-rt-22-dev \
python3-jsonschema python3-pip python3-venv pre-commit"
fi

say() { printf '==> %s\n' "$*" >&2; }
die() { printf 'error: %s\n' "$*" >&2; exit 2; }

# The packages of $packages that are not installed.
missing_packages() {
  for package in $packages; do
    status=$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || printf '%s ' "$package"
  done
}

# Everything is there under some name, however it was installed.
have_tools() {
  for tool in cmake ninja git patch python3; do
    command -v "$tool" >/dev/null || return 1
  done
  command -v clang++-22 >/dev/null || [ -x /usr/lib/llvm-22/bin/clang++ ]
}

install_missing() {
  if ! command -v apt-get >/dev/null; then
    have_tools || die "this is no Debian; please install LLVM and Clang 22 with" \
      "headers, lld, lit, FileCheck, cmake, ninja, git, patch and python3"
    return 0
  fi
  missing=$(missing_packages)
  [ -n "$missing" ] || return 0
  say "installing: $missing"
  if [ "$(id -u)" = 0 ]; then sudo=
  elif command -v sudo >/dev/null; then sudo=sudo
  else die "not root and no sudo; please install: $missing"
  fi
  $sudo apt-get update -qq || die "apt-get update failed; is there a network?"
  # shellcheck disable=SC2086
  $sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    --no-install-recommends $missing >/tmp/cudapipe-apt.$$.log 2>&1 || {
    tail -n 20 /tmp/cudapipe-apt.$$.log >&2
    die "apt-get could not install: $missing" \
      "(LLVM 22 is in bookworm-security; is that in your sources?)"
  }
  rm -f /tmp/cudapipe-apt.$$.log
}

install_missing

if [ ! -f build/build.ninja ]; then
  say "configuring"
  # An old cache of another compiler or folder would be in the way.
  rm -f build/CMakeCache.txt
  mkdir -p build
  # The tool's time is LLVM's, which is compiled already: -O1 is as fast as -O3.
  cmake -G Ninja -B build -DCUDAPIPE_BATCHES=ON \
    -DCMAKE_CXX_FLAGS_RELEASE="-O1 -DNDEBUG" >build/configure.log 2>&1 || {
    cat build/configure.log >&2
    die "cmake failed"
  }
fi
if [ ! -x build/bin/cuda-pipeline-rewrite ]; then
  say "building (two to four minutes on two cores)"
fi
# The MCP SDK is in no archive of Debian's; without it one test is skipped.
if [ "${1:-}" = --for-tests ] && [ ! -x build/mcp-sdk/bin/python ]; then
  { python3 -m venv build/mcp-sdk &&
    build/mcp-sdk/bin/pip install -q mcp pyyaml; } >build/mcp-sdk.log 2>&1 || {
    rm -rf build/mcp-sdk
    say "no MCP SDK (build/mcp-sdk.log): its test will be skipped"
  }
fi
# Without a terminal, only what goes wrong is worth reading.
if [ -t 2 ]; then
  ninja -C build >&2
else
  log=$(ninja -C build 2>&1) || { printf '%s\n' "$log" >&2; die "the build failed"; }
fi
