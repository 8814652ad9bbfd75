"""Compares print-resources work (guesses) with print-resources measure.

guesses.py GUESSED MEASURED: fails where a guess is not within a factor of 1.6.
"""

import re
import sys

guessed = dict(re.findall(r"^(\w+): about (\d+)", open(sys.argv[1]).read(), re.M))
measured = re.findall(r"^(\w+): (\d+) registers", open(sys.argv[2]).read(), re.M)
for mangled, registers in measured:
    name = next(n for n in guessed if f"{len(n)}{n}" in mangled)
    ratio = int(guessed[name]) / int(registers)
    print(f"{name}: {guessed[name]} guessed, {registers} measured")
    if not 1 / 1.6 < ratio < 1.6:
        sys.exit(f"{name}: off by {ratio:.2f}")
print(len(measured), "kernels")
