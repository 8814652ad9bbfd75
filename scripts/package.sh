#!/bin/sh
# Builds what a machine without LLVM can use, in build-static/packages: a tarball,
# a .deb and a Python wheel. What is needed is what build.sh installs, and
# zlib1g-dev and libzstd-dev. Safe to run again: only what has changed is built.
#
#   scripts/package.sh [option of cmake]...
#
# MAINTAINER='Name <mail@host>' stands in the .deb.

set -eu
cd "$(dirname "$0")/.."

build=build-static
packages=$build/packages

say() { printf '==> %s\n' "$*" >&2; }
die() { printf 'error: %s\n' "$*" >&2; exit 2; }

cmake -G Ninja -B $build -DCUDAPIPE_STATIC=ON -DCUDAPIPE_BATCHES=ON \
  -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_CXX_FLAGS_RELEASE="-O2 -DNDEBUG" \
  ${MAINTAINER:+"-DCUDAPIPE_MAINTAINER=$MAINTAINER"} "$@" >&2

module=
if ninja -C $build -t query CudaPipelineTidyModule >/dev/null 2>&1; then
  module=CudaPipelineTidyModule
fi
ninja -C $build cuda-pipeline-rewrite cuda-pipeline-check $module manual >&2
if ldd $build/bin/cuda-pipeline-rewrite >/dev/null 2>&1; then
  die "$build/bin/cuda-pipeline-rewrite is linked to libraries of this machine"
fi

rm -rf $packages
say "tarball and .deb"
(cd $build && cpack -B packages >packages.log) || { cat $build/packages.log >&2; exit 2; }
rm -rf $packages/_CPack_Packages

say "wheel"
prefix=$packages/prefix
cmake --install $build --strip --prefix $prefix >/dev/null
machine=$(uname -m)
# It needs no library: neither of an old glibc, nor of musl.
cmake/package/make-wheel \
  --version="$(sed -n 's/^CMAKE_PROJECT_VERSION:STATIC=//p' $build/CMakeCache.txt)" \
  --platform="manylinux2014_$machine.musllinux_1_1_$machine" \
  $prefix $packages >/dev/null
rm -rf $prefix
ls -l $packages
