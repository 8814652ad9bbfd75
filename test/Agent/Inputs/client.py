"""client.py SERVER FILE: a session as an agent's program has it, scripted."""
import asyncio
import json
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def ask(session, verb, **arguments):
    answer = await session.call_tool(verb, arguments)
    return json.loads(answer.content[0].text)


async def main(server, file):
    how = StdioServerParameters(command=sys.executable, args=[server],
                                env=dict(os.environ))
    async with stdio_client(how) as (reader, writer), \
            ClientSession(reader, writer) as session:
        await session.initialize()
        listed = (await session.list_tools()).tools
        print("tools:", " ".join(tool.name for tool in listed))
        print("described:", all(tool.description for tool in listed))
        before = open(file).read()
        made = await ask(session, "rewrite", file=file)
        loops = made["report"]["loops"]
        print("rewrite:", made["exit_code"], [one["rewritten"] for one in loops])
        print("a diff:", made["output"].startswith("--- "),
              open(file).read() == before)
        gone = await ask(session, "rewrite", file="none.cu")
        print("no file:", gone["exit_code"], gone["messages"].strip()[-26:])
        done = await ask(session, "verify", file=file, device="cpu",
                         options=["--seeds=1", "--repeat=1"])
        print("verify:", done["decision"], done["report"]["passed"])
        with open("wrong.cu", "w") as wrong:
            wrong.write(before.replace("+=", "-="))
        done = await ask(session, "verify", file=file, rewritten="wrong.cu",
                         device="cpu", options=["--seeds=1", "--repeat=1"])
        print("wrong:", done["decision"], done["report"]["passed"])
        done = await ask(session, "verify", file="wrong.cu", device="cpu")
        print("no spec:", done["decision"], done["report"])
        done = await ask(session, "tune", file=file, options=["--gpus=none"])
        print("tune:", done["exit_code"])
        seen = await ask(session, "check", file=file, kernel="row_sums",
                         block="32", stages_too=True)
        print("check:", seen["verdict"], seen["exit_code"],
              [one["verdict"] for one in seen["report"]["kernels"]])
        told = await ask(session, "explain", rule="source-may-change")
        print("explain:", told["exit_code"], "What to do" in told["output"])
        told = await ask(session, "report", file=file, gpu="H200", options=[
            "--no-gpu", "--no-compile"])
        print("report:", told["exit_code"],
              bool(told["report"]["kernels"][0]["recommendations"]))
        await ask(session, "rewrite", file=file, in_place=True)
        print("in place:", open(file).read() != before)

asyncio.run(main(*sys.argv[1:]))
