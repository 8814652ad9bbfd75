#!/bin/sh
# Installs what is missing, builds, and runs all tests; then those of the tool once
# more, less what is executed, with one under the sanitizers (not with --plain). The
# last line is "N passed, N failed"; the exit code is 0 if none failed.

set -eu
cd "$(dirname "$0")/.."
scripts/build.sh --for-tests
scripts/disassembler.sh

# run_tests BUILD [OPTION...]: lit, with its results in BUILD.
run_tests() {
  tests=$1; shift
  rm -f "$tests/test-results.json"
  "$(sed -n 's/^CUDAPIPE_LIT:[A-Z]*=//p' build/CMakeCache.txt)" -v "$@" \
    -o "$tests/test-results.json" "$tests/test" || true
  [ -f "$tests/test-results.json" ] || {
    echo "error: the tests of $tests did not run" >&2; exit 2; }
}

run_tests build
sanitized=
if [ "${1:-}" != --plain ]; then
  scripts/sanitized.sh
  sanitized=build-sanitized
  run_tests $sanitized -Drewrite_only=1
fi

exec python3 - build $sanitized <<'PYTHON'
import json
import sys

codes = [test["code"] for build in sys.argv[1:]
         for test in json.load(open(build + "/test-results.json"))["tests"]]
passed = sum(code in ("PASS", "XFAIL", "FLAKYPASS") for code in codes)
left_out = sum(code in ("UNSUPPORTED", "EXCLUDED", "SKIPPED") for code in codes)
failed = len(codes) - passed - left_out
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed or not passed else 0)
PYTHON
