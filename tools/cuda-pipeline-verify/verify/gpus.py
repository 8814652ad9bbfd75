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


def chosen(wish):
    """Those that --gpus=N|all wants, all of one name: times are compared."""
    found = present()
    if not found:
        return []
    found = [gpu for gpu in found if gpu.name == found[0].name]
    if wish in (None, "all"):
        return found
    if not wish.isdigit() or int(wish) < 1:
        raise Problem("--gpus: '%s' is neither a number from 1 on nor 'all'" %
                      wish)
    if int(wish) > len(found):
        raise Problem("--gpus=%s: this machine has %d '%s'" % (
            wish, len(found), found[0].name))
    return found[:int(wish)]
