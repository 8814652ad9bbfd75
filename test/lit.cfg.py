# lit's configuration: what a RUN line may say.
#
#   cuda-pipeline-rewrite   the tool, with the embedded CUDA headers
#                           that guesses
#   %tool                   the tool as a user has it
#   %judge_by_nvcc          the same with Judge/Inputs/nvcc, which says what the
#                           source wants; on an H200
#   %judge_by_rules         the same with --no-compile
#   FileCheck               LLVM's, which does not see the test's own directives in
#                           what it reads (Inputs/file-check)
#   not, count              LLVM's
#   %exits N COMMAND        COMMAND exits with N
#   %inputs                 test/Inputs, kernels that many tests share
#   %examples               the folder examples/
#   print-resources, compare-occupancy
#                           programs of test/resources
#   mutate-schedule         the programs of test/schedule
#   read-roles
#   %run_on_cpu DRIVER ORIGINAL REWRITTEN
#                           runs both on the CPU and compares, bit for bit
#   cuda-pipeline-verify    the tool for users, on the CPU, one run at a time
#   cuda-pipeline-sass      the tool for users
#   cuda-pipeline-report    the tool for users, with the embedded CUDA headers, and
#                           without GPU
#   cuda-pipeline-check     the tool for users, with the embedded CUDA headers
#   %check                  the same as a user has it
#   %disassemble FORM FAULT sm_XX
#                           prints machine code of Sass/Inputs/products.cu
#   %verify_on_fake_gpu     the same on a GPU that is not there: what a kernel
#                           takes stands in CUDAPIPE_FAKE (Verify/Inputs/fake-gpu)
#   %clang_cuda FILE        parses FILE as the tool does, device side
#   %python                 the Python that runs lit
#   print-matches           a program of test/matchers
#   %query_module           what clang-query preloads to have our matchers
#   %tidy                   clang-tidy with our module and its checks alone
#   %tidy_flags             flags with which it needs no CUDA
#   %module                 the module
#   %git, %pre_commit       with a name to commit under
#   %run_docs PAGE...       runs the commands of these pages
#   %cmake, %ctest          CMake's
#   %build_root             the folder of this build, for `cmake --install`
#   %version                of CMakeLists.txt
#
# `lit -Drewrite_only=1` leaves out what is executed: results are made and read,
# not run. So a sanitized tool sees every input of the tests in a quarter of the
# time; what it writes is what the plain tool writes, whose results are run.
#
# Features: executor, plain-tool (sanitized with rewrite_only), cuda-toolkit (headers), cupti (its header), nvcc, cuda-disassembler,
# occupancy-header, non-root, python-yaml, jsonschema, clang-apply-replacements,
# clang-format, clang-tidy and clang-query (with their modules), pre-commit, cmake (with Ninja and make), meson,
# bear, fish, zsh.

import importlib.util
import os
import shutil
import sys
import tempfile

import lit.formats

config.name = "cuda-pipeline-rewrite"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu", ".cuh", ".test"]
config.excludes = ["Inputs", "programs", "race-suite"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.build_root, "test")

def python_in(folder):
    """`python3` is the Python that runs lit. A version manager's takes longer
    to find one than most scripts of the tests run."""
    os.makedirs(folder, exist_ok=True)
    with tempfile.NamedTemporaryFile("w", dir=folder, delete=False) as file:
        file.write(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    os.chmod(file.name, 0o755)
    os.rename(file.name, os.path.join(folder, "python3"))
    return folder


tools = os.path.join(config.build_root, "bin")
path = [python_in(os.path.join(config.test_exec_root, "python")), tools,
        config.llvm_tools, os.environ.get("PATH", "")]
config.environment["PATH"] = os.pathsep.join(path)
# What Python compiles of our scripts, not beside them.
config.environment["PYTHONPYCACHEPREFIX"] = os.path.join(config.test_exec_root,
                                                         "python")
# Pages of two megabytes for who allocates much: the tool, Clang, the linker.
config.environment["GLIBC_TUNABLES"] = "glibc.malloc.hugetlb=1"
# Nor is the user's cache read or filled.
config.environment["XDG_CACHE_HOME"] = os.path.join(config.test_exec_root,
                                                    "cache")
# A CUDA_HOME of the user must not change what a test sees.
for name in ("CUDA_PATH", "CUDA_HOME"):
    config.environment.pop(name, None)

tool = os.path.join(tools, "cuda-pipeline-rewrite")
rewrite_only = bool(lit_config.params.get("rewrite_only"))
if rewrite_only:
    run_on_cpu = os.path.join(config.test_source_root, "Inputs", "left-out")
    # They are about programs that are run, or about other builds.
    config.excludes += ["Bench", "Docs", "Executor", "Generator", "Hook",
                        "Mutate", "Package", "Sass", "Tidy", "Verify"]
    config.available_features.add("sanitized")
else:
    run_on_cpu = os.path.join(config.source_root, "lib", "Executor",
                              "run-on-cpu")
    config.available_features |= {"executor", "plain-tool"}
# For the scripts of Rewrite/ and Analyze/.
config.environment["CUDAPIPE_RUN_ON_CPU"] = run_on_cpu
verify = os.path.join(config.source_root, "tools", "cuda-pipeline-verify",
                      "cuda-pipeline-verify")
rewriter = os.path.join(config.test_source_root, "Verify", "Inputs", "rewriter")
fake_gpu = os.path.join(config.test_source_root, "Verify", "Inputs", "fake-gpu")
config.environment["CUDAPIPE_TOOL"] = tool
# Built once, for all tests.
executor_cache = os.path.join(config.test_exec_root, "executor-cache")
config.environment["CUDAPIPE_EXECUTOR_CACHE"] = executor_cache
config.substitutions += [
    ("%tool", tool),
    ("%exits", os.path.join(config.test_source_root, "Inputs", "exits")),
    ("%inputs", os.path.join(config.test_source_root, "Inputs")),
    ("%examples", os.path.join(config.source_root, "examples")),
    ("%source_root", config.source_root),
    ("%resource_dir", config.resource_dir),
    ("%clang_cuda",
     f"{config.clang} -x cuda --cuda-device-only --cuda-gpu-arch=sm_80 "
     "-nocudalib -fsyntax-only"),
    ("%clangxx", config.clang),
    ("%run_on_cpu",
     f"python3 {run_on_cpu} --work-dir=%t.dir --clang={config.clang}"),
    (r"(?<![\w/.-])cuda-pipeline-verify(?![\w/.-])",
     f"python3 {verify} --tool={rewriter} --clang={config.clang} "
     f"--device=cpu -j1 --cache={executor_cache}"),
    ("%check", os.path.join(tools, "cuda-pipeline-check")),
    ("%disassemble", os.path.join(config.test_source_root, "Sass", "Inputs",
                                  "disassemble")),
    (r"(?<![\w/.-])cuda-pipeline-sass(?![\w/.-])",
     "python3 " + os.path.join(config.source_root, "tools",
                               "cuda-pipeline-verify", "cuda-pipeline-sass")),
    (r"(?<![\w/.-])cuda-pipeline-report(?![\w/.-])",
     "python3 " + os.path.join(config.source_root, "tools",
                               "cuda-pipeline-verify", "cuda-pipeline-report") +
     f" --no-gpu --tool={rewriter}"),
    ("%verify_on_fake_gpu",
     f"env PATH=%fake_path python3 {verify} "
     f"--tool={rewriter} --nvcc={fake_gpu}/nvcc --device=gpu --repeat=1 -j2"),
    ("%fake_path", os.pathsep.join([fake_gpu, config.environment["PATH"]])),
    (r"(?<![\w/.-])FileCheck(?![\w/.-])",
     os.path.join(config.test_source_root, "Inputs", "file-check")),
    ("%judge_by_nvcc",
     f"{tool} --cuda-headers=embedded --cache-dir=none --gpu=H200 --nvcc="
     + os.path.join(config.test_source_root, "Judge", "Inputs", "nvcc")),
    ("%judge_by_rules",
     f"{tool} --cuda-headers=embedded --cache-dir=none --gpu=H200 "
     "--no-compile"),
    # Last, so that these do not reach into the paths above.
    (r"(?<![\w/.-])cuda-pipeline-check(?![\w/.-])",
     os.path.join(tools, "cuda-pipeline-check") + " --cuda-headers=embedded"),
    (r"(?<![\w/.-])cuda-pipeline-rewrite(?![\w/.-])",
     f"{tool} --cuda-headers=embedded --guess"),
]

nvcc = shutil.which("nvcc", path=config.environment["PATH"])
if not rewrite_only and (nvcc or
                         os.path.exists("/usr/local/cuda/bin/nvcc")):
    config.available_features.add("nvcc")
    config.substitutions.append(
        ("%nvcc", nvcc or "/usr/local/cuda/bin/nvcc"))
# cuobjdump and nvdisasm: scripts/disassembler.sh puts them there.
disassembler = os.path.join(config.build_root, "cuda-tools", "nvidia", "cu13",
                            "bin")
config.environment["PATH"] += os.pathsep + os.pathsep.join(
    [os.path.dirname(nvcc) if nvcc else "/usr/local/cuda/bin", disassembler])
if all(shutil.which(name, path=config.environment["PATH"])
       for name in ("cuobjdump", "nvdisasm")):
    config.available_features.add("cuda-disassembler")
if os.path.exists("/usr/local/cuda/include/cuda_runtime.h"):
    config.available_features.add("cuda-toolkit")
if os.path.exists("/usr/local/cuda/include/cupti.h"):
    config.available_features.add("cupti")
if os.path.exists(os.path.join(tools, "compare-occupancy")):
    config.available_features.add("occupancy-header")
if importlib.util.find_spec("yaml"):
    config.available_features.add("python-yaml")
config.substitutions.append(("%python", sys.executable))
if importlib.util.find_spec("jsonschema"):
    config.available_features.add("jsonschema")
# scripts/build.sh --for-tests makes a venv of it, where pip reaches it.
mcp_python = os.path.join(config.build_root, "mcp-sdk", "bin", "python")
if os.path.exists(mcp_python) or importlib.util.find_spec("mcp"):
    config.available_features.add("mcp-sdk")
    config.substitutions.append(
        ("%mcp_python", mcp_python if os.path.exists(mcp_python)
         else sys.executable))
if shutil.which("clang-apply-replacements", path=config.environment["PATH"]):
    config.available_features.add("clang-apply-replacements")
if shutil.which("clang-format", path=config.environment["PATH"]):
    config.available_features.add("clang-format")
module = os.path.join(config.build_root, "lib", "CudaPipelineTidyModule.so")
tidy = shutil.which("clang-tidy", path=config.llvm_tools)
if tidy and os.path.exists(module):
    config.available_features.add("clang-tidy")
tidy_flags = (
    "-x cuda --cuda-device-only -nocudainc -nocudalib -Wno-unknown-cuda-version "
    f"-I{config.source_root}/lib/Frontend/EmbeddedHeaders "
    "-include __cudapipe_cuda_runtime.h")
query_module = os.path.join(config.build_root, "lib",
                            "CudaPipelineQueryModule.so")
if shutil.which("clang-query", path=config.llvm_tools) and \
        os.path.exists(query_module):
    config.available_features.add("clang-query")
config.substitutions += [
    ("%module", module),
    ("%query_module", query_module),
    ("%tidy_flags", tidy_flags),
    (r"%tidy(?!_)",
     f"{tidy} --load={module} --quiet --checks='-*,cuda-pipeline-*'"),
]
if all(shutil.which(name) for name in ("cmake", "ninja", "make")):
    config.available_features.add("cmake")
for name in ("meson", "bear"):
    if all(shutil.which(one) for one in (name, "ninja", "make")):
        config.available_features.add(name)
if shutil.which("pre-commit"):
    config.available_features.add("pre-commit")
git = ("env GIT_CONFIG_GLOBAL= GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@b "
       "GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@b "
       "PRE_COMMIT_HOME=" + os.path.join(config.build_root, "pre-commit"))
config.substitutions += [
    ("%git", git + " git"),
    ("%pre_commit", git + " pre-commit"),
]
# What a page may say that it needs; the rest is never there.
docs_have = [name for name, is_there in (
    ("clang-tidy", {"clang-tidy", "clang-apply-replacements", "python-yaml"}
     <= config.available_features),
    ("clang-query", "clang-query" in config.available_features and
     shutil.which("clang-query-22")),
    ("CUDA", "nvcc" in config.available_features),
    ("GNU parallel", shutil.which("parallel")),
    ("clangd and CUDA", "cuda-toolkit" in config.available_features and
     shutil.which("clangd-22")),
) if is_there]
config.substitutions.append(
    ("%run_docs",
     f"env MODULE={module} BUILD={config.build_root} "
     f"\"TIDY_FLAGS={tidy_flags}\" {sys.executable} " +
     os.path.join(config.test_source_root, "Inputs", "run-docs") +
     " \"--have=" + ",".join(docs_have) + "\""))
if os.geteuid() != 0:
    config.available_features.add("non-root")
config.substitutions += [
    ("%cmake", config.cmake),
    ("%ctest", os.path.join(os.path.dirname(config.cmake), "ctest")),
    ("%build_root", config.build_root),
    ("%version", config.version),
]
for shell in ("fish", "zsh"):
    if shutil.which(shell):
        config.available_features.add(shell)
