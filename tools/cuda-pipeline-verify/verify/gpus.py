# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The GPUs of this machine, as nvidia-smi lists them."""

import os
import subprocess

from . import Problem, places

QUERY = "--query-gpu=index,uuid,name,memory.total,compute_cap"


class Gpu:
    def __init__(self, line):
        fields = [field.strip() for field in line.split(",")]
        self.index, self.uuid, self.name = fields[:3]
        self.megabytes = int(fields[3].split()[0])
        self.arch = "sm_" + fields[4].replace(".", "")

    def environment(self, base):
        """For programs that are to run on this one."""
        return dict(base, CUDA_VISIBLE_DEVICES=self.uuid)


def present():
    """All that may be used; none where there is no driver."""
    smi = places.program(None, "nvidia-smi")
    if not smi:
        return []
    done = subprocess.run([smi, QUERY, "--format=csv,noheader"],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True)
    if done.returncode:
        return []
    found = [Gpu(line) for line in done.stdout.split("\n")
             if line.count(",") == 4]
    allowed = os.environ.get("CUDA_VISIBLE_DEVICES")
    if allowed is None:
        return found
    words = [word.strip() for word in allowed.split(",")]
    return [gpu for word in words for gpu in found
            if word and (gpu.index == word or gpu.uuid.startswith(word))]


def are_there():
    """Also where no nvidia-smi is: in containers, in WSL."""
    return bool(present()) or any(
        os.path.exists(path) for path in ("/dev/nvidiactl", "/dev/dxg"))


def is_name(wish):
    return bool(wish) and wish != "all" and not wish.isdigit()


def chosen(wish):
    """Those that --gpus=N|all|NAME wants, all of one name: times are compared."""
    found = present()
    if not found:
        return []
    if is_name(wish):
        names = sorted({gpu.name for gpu in found})
        found = [gpu for gpu in found if wish.lower() in gpu.name.lower()]
        if not found:
            raise Problem("--gpus: no GPU here is named like '%s'; there is %s"
                          % (wish, ", ".join("'%s'" % n for n in names)))
        wish = "all"
    found = [gpu for gpu in found if gpu.name == found[0].name]
    if wish in (None, "all"):
        return found
    if not 1 <= int(wish) <= len(found):
        raise Problem("--gpus=%s: this machine has %d '%s'" % (
            wish, len(found), found[0].name))
    return found[:int(wish)]
