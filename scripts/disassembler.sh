#!/bin/sh
# Puts cuobjdump and nvdisasm into build/cuda-tools, for tests that read machine
# code. Debian has neither; PyPI has them as wheels. Where there is no nvcc, no pip
# or no network, those tests are left out, and this says why. Never fails.

set -eu
cd "$(dirname "$0")/.."

tools=build/cuda-tools
packages="nvidia-cuda-cuobjdump==13.5.37 nvidia-cuda-nvdisasm==13.5.37"

leave() { printf '==> no tests of machine code: %s\n' "$*" >&2; exit 0; }
has() { command -v "$1" >/dev/null || [ -x "/usr/local/cuda/bin/$1" ]; }

if ! has nvcc; then leave "there is no nvcc"; fi
if has cuobjdump && has nvdisasm; then exit 0; fi
if [ -x "$tools/nvidia/cu13/bin/nvdisasm" ]; then exit 0; fi

mkdir -p "$tools"
# shellcheck disable=SC2086
if python3 -m pip --version >/dev/null 2>&1; then
  python3 -m pip install --quiet --no-deps --target "$tools" --upgrade \
    --disable-pip-version-check $packages >"$tools/pip.log" 2>&1 ||
    leave "pip cannot fetch $packages ($tools/pip.log)"
else
  leave "there is no pip (Debian: python3-pip)"
fi
chmod +x "$tools"/nvidia/cu13/bin/* 2>/dev/null || true
