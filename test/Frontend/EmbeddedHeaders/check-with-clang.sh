#!/bin/sh
#===- check-with-clang.sh - The header tests without the tool -------------===#
#
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Parses every test of this folder as the tool does, but with the clang driver:
# for each language mode and architecture, errors are failures. With `--nvcc`
# the same files are compiled against the real toolkit, which proves that the
# static_asserts are true of CUDA; the tests that use names which CUDA 12
# removed, or that only older nvcc declared implicitly, are left out then.
#
# usage: check-with-clang.sh [--nvcc]     CLANG and NVCC name the compilers
#
#===------------------------------------------------------------------------===#

here=$(cd "$(dirname "$0")" && pwd)
headers=$here/../../../lib/Frontend/EmbeddedHeaders
clang=${CLANG:-/usr/lib/llvm-22/bin/clang}
nvcc=${NVCC:-nvcc}
failures=0

report() { # name, log
  if grep -q 'error:' "$2"; then
    echo "FAIL $1"
    grep 'error:' "$2"
    failures=$((failures + 1))
  fi
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT
cd /tmp || exit 2

for test in "$here"/*.cu; do
  name=$(basename "$test")
  if [ "$1" = --nvcc ]; then
    case $name in textures_and_surfaces.cu | standard_pieces_*) continue ;; esac
    "$nvcc" -c -w --expt-relaxed-constexpr -arch=sm_90 -o /dev/null "$test" >"$log" 2>&1
    report "$name (nvcc)" "$log"
    continue
  fi
  for mode in c++14:sm_70 c++17:sm_80 c++20:sm_90a c++17:sm_120; do
    "$clang" -x cuda --cuda-device-only --cuda-gpu-arch="${mode#*:}" \
      -nocudainc -nocudalib -Xclang -target-sdk-version=12.9 \
      -Wno-unknown-cuda-version -std="${mode%:*}" -isystem "$headers" \
      -include __cudapipe_cuda_runtime.h -fsyntax-only "$test" >"$log" 2>&1
    report "$name ($mode)" "$log"
  done
done

[ "$failures" -eq 0 ] && echo "all passed"
exit "$failures"
