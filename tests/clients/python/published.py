"""Lists and calls the tools of published servers through ours: `published.py TOOLC CONFIG FOLDER`."""

import asyncio
import os
import sys
from collections import Counter

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


async def main():
    toolc, config, folder = sys.argv[1:]
    # Without `env` the SDK passes a few variables on only.
    server = StdioServerParameters(command=toolc, args=["serve", "--config", config], env=dict(os.environ))
    async with stdio_client(server) as (reader, writer), ClientSession(reader, writer) as session:
        await session.initialize()
        listed = await session.list_tools()
        theirs = [tool.name for tool in listed.tools if tool.name.startswith("mcp__")]
        print(dict(Counter(name.split("__")[1] for name in theirs)))
        for name, arguments in [
            ("mcp__everything__echo", {"message": "hello"}),
            ("mcp__far__echo", {"message": "hello from afar"}),
            ("mcp__files__read_text_file", {"path": f"{folder}/note.txt"}),
            ("mcp__memory__read_graph", {}),
        ]:
            answer = await session.call_tool(name, arguments)
            print(name, "->", answer.content[0].text[:60])
            assert not answer.is_error
        outside = await session.call_tool("mcp__files__read_text_file", {"path": "/etc/hostname"})
        print("outside ->", outside.content[0].text[:60])
        assert outside.is_error, "the server's refusal is an error here too"


asyncio.run(main())
