"""Whether two forms have kernels of the same names: kernel_names.py A B FOLDER."""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "..", "bench"))
import builds

compiler = builds.Compiler("sm_80", sys.argv[3])
names = []
for path in sys.argv[1:3]:
    built = compiler.library(path)
    if built["error"]:
        sys.exit(built["error"])
    names.append(sorted(f["name"] for f in built["functions"]))
print("the same: %s" % names[0] if names[0] and names[0] == names[1] else names)
