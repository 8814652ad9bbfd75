#!/bin/sh
# Installs what is missing, builds, and runs all tests. The last line is
# "N passed, N failed"; the exit code is 0 if none failed.

set -eu
cd "$(dirname "$0")/.."
scripts/build.sh --for-tests
scripts/disassembler.sh

results=build/test-results.json
rm -f "$results"
"$(sed -n 's/^CUDAPIPE_LIT:[A-Z]*=//p' build/CMakeCache.txt)" -v -o "$results" build/test || true
[ -f "$results" ] || { echo "error: the tests did not run" >&2; exit 2; }

exec python3 - "$results" <<'PYTHON'
import json
import sys

codes = [test["code"] for test in json.load(open(sys.argv[1]))["tests"]]
passed = sum(code in ("PASS", "XFAIL", "FLAKYPASS") for code in codes)
left_out = sum(code in ("UNSUPPORTED", "EXCLUDED", "SKIPPED") for code in codes)
failed = len(codes) - passed - left_out
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed or not passed else 0)
PYTHON
