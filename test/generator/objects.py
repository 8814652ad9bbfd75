# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asynchronous copies that C++ objects count: cuda::pipeline, groups."""

from context import PIPE, block
from kinds import PIPES


def declared(cx):
    """What the kernel needs in front of the loops."""
    if cx.f["value"] not in PIPES:
        return []
    return [cx.pick("pipe type", ["auto", "auto", PIPE]) +
            " pipe = cuda::make_pipeline();"]


def copy(cx, to, value):
    """One element, or the bytes of a vector."""
    size = cx.pick("size of copy", [
        "sizeof(%s)" % cx.T, "cuda::aligned_size_t<%d>(%d)" % (
            cx.element.size, cx.element.size)])
    if cx.template:
        size = "sizeof(E)"
    lines = ["cuda::memcpy_async(&%s, &%s, %s, pipe);" % (to, value, size)]
    if cx.f["value"] == "pipe_each":
        lines = (["pipe.producer_acquire();"] + lines +
                 ["pipe.producer_commit();"])
    return lines


def around(cx, lines):
    """The load phase `lines`, with what counts its copies."""
    value = cx.f["value"]
    wait = cx.pick("wait for pipe", [
        "pipe.consumer_wait();", "cuda::pipeline_consumer_wait_prior<0>(pipe);"])
    if value == "pipe":
        return (["pipe.producer_acquire();"] + lines +
                ["pipe.producer_commit();", wait])
    if value == "pipe_each":
        return lines + ["cuda::pipeline_consumer_wait_prior<0>(pipe);"]
    if value == "pipe_by_hand":  # No acquire, which is no matter.
        return lines + ["pipe.producer_commit();", wait]
    if value == "group_copy":
        return lines + [cx.pick("group wait", [
            "cooperative_groups::wait(group);",
            "cooperative_groups::wait_prior<0>(group);"])]
    return lines


def released(cx):
    """What stands behind compute."""
    if cx.f["value"] in PIPES and cx.pick("release", [0, 1, 1]):
        return ["pipe.consumer_release();"]
    return []


def rows_by_group(cx, load):
    """Copies of whole rows by all threads."""
    copy_of = lambda row: [
        "cooperative_groups::memcpy_async(group, &%s, &%s, %s);" % (
            load.array.at(row, "0"), load.source(row, "0"),
            cx.pick("group size", [
                "sizeof(%s) * %d" % (cx.T, cx.columns),
                "%d * sizeof(%s)" % (cx.columns, cx.T),
                "%d" % (cx.columns * cx.element.size)]))]
    if cx.rows == 1:
        return copy_of(None)
    return block("for (int r = 0; r < %d; ++r)" % cx.rows, copy_of("r"))
