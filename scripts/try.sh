#!/bin/sh
# Installs what is missing, builds, and shows what becomes of a sample kernel.

set -eu
cd "$(dirname "$0")/.."
scripts/build.sh

printf '\n$ cuda-pipeline-rewrite examples/matmul.cu --variant=cpasync --explain\n\n' >&2
build/bin/cuda-pipeline-rewrite examples/matmul.cu --variant=cpasync --explain
