# A program for --build and --run: what it prints depends on the kernel's text.
# report.sh FILE [times]
if grep -q __pipeline_memcpy_async "$1"; then echo "sum 1.0001"; else echo "sum 1.0"; fi
if [ "$2" = times ]; then echo "took $(date +%N) ns"; fi
