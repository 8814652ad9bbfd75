#!/bin/sh
# Installs each package of build-static/packages in a Debian that has nothing but
# itself (debootstrap, minbase), and uses it there. As root, with a network; takes
# minutes, so it is no part of the tests.
#
#   scripts/try-packages.sh [tarball|old|deb|wheel|cpu]...
#
# old: the tarball on Debian 11, whose glibc is older than that of the build.
# cpu: the .deb with what it recommends (clang-22, g++), to run kernels on the CPU.

set -eu
cd "$(dirname "$0")/.."

packages=$PWD/build-static/packages
roots=${CUDAPIPE_ROOTS:-/var/tmp/cudapipe-roots}
what=${*:-tarball old deb wheel}
mirror=http://deb.debian.org/debian

say() { printf '==> %s\n' "$*" >&2; }
die() { printf 'error: %s\n' "$*" >&2; exit 2; }

[ "$(id -u)" = 0 ] || die "debootstrap and chroot take root"
command -v debootstrap >/dev/null || die "debootstrap is missing"
ls "$packages"/*.deb >/dev/null 2>&1 || die "scripts/package.sh comes first"

# new_root SUITE: a fresh copy of a system that is made once.
new_root() {
  if [ ! -f "$roots/$1.done" ]; then
    say "debootstrap $1"
    rm -rf "${roots:?}/$1"
    mkdir -p "$roots"
    debootstrap --variant=minbase "$1" "$roots/$1" $mirror >"$roots/$1.log" 2>&1 ||
      { tail -n 5 "$roots/$1.log" >&2; die "debootstrap failed"; }
    touch "$roots/$1.done"
  fi
  root=$roots/try
  drop_root
  cp -a "$roots/$1" "$root"
  cp /etc/resolv.conf "$root/etc/"
  mkdir -p "$root/try"
  cp test/Package/Inputs/try-installed examples/matmul.cu "$root/try/"
  # A clean system, which the tool must not mistake for a machine with LLVM.
  if ls "$root"/usr/lib/llvm* >/dev/null 2>&1; then die "LLVM is in the root"; fi
  mount -t proc proc "$root/proc"
}

drop_root() {
  if mountpoint -q "$roots/try/proc" 2>/dev/null; then umount "$roots/try/proc"; fi
  rm -rf "$roots/try"
}
trap drop_root EXIT

inside() {
  env -i PATH=/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
    DEBIAN_FRONTEND=noninteractive HOME=/root chroot "$root" "$@"
}

# apt_get ARGUMENT...: quiet if all is well.
apt_get() {
  inside apt-get -qq update >"$roots/apt.log" 2>&1 &&
    inside apt-get -y -qq "$@" >>"$roots/apt.log" 2>&1 ||
    { tail -n 10 "$roots/apt.log" >&2; die "apt-get $*"; }
}

# LLVM 22 is in Debian 12's security archive.
add_security() {
  echo "deb http://deb.debian.org/debian-security bookworm-security main" \
    >"$root/etc/apt/sources.list.d/security.list"
}

for one in $what; do
  case $one in
  tarball | old)
    if [ "$one" = old ]; then new_root bullseye; else new_root bookworm; fi
    mkdir -p "$root/opt"
    tar -xzf "$packages"/*.tar.gz -C "$root/opt"
    mv "$root"/opt/cuda-pipeline-rewrite-* "$root/opt/moved"
    inside sh /try/try-installed /opt/moved without-python ;;
  deb | cpu)
    new_root bookworm
    cp "$packages"/*.deb "$root/try/tool.deb"
    if [ "$one" = cpu ]; then
      add_security
      apt_get install --no-install-recommends /try/tool.deb clang-22 g++
      inside sh /try/try-installed /usr with-clang
    else
      apt_get install --no-install-recommends /try/tool.deb
      inside sh /try/try-installed /usr with-python
      inside dpkg --purge cuda-pipeline-rewrite >/dev/null
      if inside sh -c 'find /usr -name "*cuda-pipeline*"' | grep .; then
        die "files are left behind"
      fi
    fi ;;
  wheel)
    new_root bookworm
    cp "$packages"/*.whl "$root/try/"
    apt_get install --no-install-recommends python3-venv
    inside python3 -m venv /opt/venv
    # `inside` has no shell of its own to find the file.
    inside sh -c '/opt/venv/bin/pip install -q --no-index /try/*.whl'
    inside sh /try/try-installed /opt/venv with-python ;;
  *) die "'$one': it is tarball, old, deb, wheel or cpu" ;;
  esac
  say "$one: works"
done
