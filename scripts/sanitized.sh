#!/bin/sh
# Builds build-sanitized/bin/cuda-pipeline-rewrite, the tool under the address and
# undefined-behaviour sanitizers (Debian: libclang-rt-22-dev).

set -eu
cd "$(dirname "$0")/.."

say() { printf '==> %s\n' "$*" >&2; }

mkdir -p build-sanitized
log=build-sanitized/build.log
say "building the sanitized tool"
{ [ -f build-sanitized/build.ninja ] ||
    cmake -G Ninja -B build-sanitized -DCUDAPIPE_SANITIZE=ON -DCUDAPIPE_BATCHES=ON
  ninja -C build-sanitized cuda-pipeline-rewrite cuda-pipeline-check print-resources \
  mutate-schedule read-roles print-matches
} >$log 2>&1 || { cat $log >&2; exit 2; }
