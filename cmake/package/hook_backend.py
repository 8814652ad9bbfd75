# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`pip install .` of this repository: an empty package that needs the wheel.

pip gets the wheel from where it is told to (PIP_FIND_LINKS, an index); nothing is
compiled. That is what pre-commit's hooks with `language: python` take.
"""

import os
import re
import zipfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
NAME = "cuda_pipeline_rewrite_hooks"


def version():
    with open(os.path.join(ROOT, "CMakeLists.txt")) as file:
        return re.search(r"^project\(\S+ VERSION (\S+)", file.read(), re.M)[1]


def metadata():
    return ("Metadata-Version: 2.1\nName: cuda-pipeline-rewrite-hooks\n"
            "Version: %s\nRequires-Dist: cuda-pipeline-rewrite==%s\n" % (
                (version(),) * 2))


WHEEL = ("Wheel-Version: 1.0\nGenerator: hook_backend\nRoot-Is-Purelib: true\n"
         "Tag: py3-none-any\n")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = "%s-%s-py3-none-any.whl" % (NAME, version())
    info = "%s-%s.dist-info/" % (NAME, version())
    files = {"METADATA": metadata(), "WHEEL": WHEEL}
    record = "".join("%s%s,,\n" % (info, file) for file in [*files, "RECORD"])
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w") as wheel:
        for file, text in {**files, "RECORD": record}.items():
            wheel.writestr(info + file, text)
    return name


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit("this package is for pre-commit; there is no sdist")
