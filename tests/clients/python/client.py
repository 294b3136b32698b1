"""Lists and calls with the Python SDK: `client.py stdio COMMAND ARGS…` or `client.py http URL`."""

import asyncio
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client


async def talk(streams):
    async with ClientSession(streams[0], streams[1]) as session:
        greeting = await session.initialize()
        listed = await session.list_tools()
        print("revision", greeting.protocol_version, "tools", [tool.name for tool in listed.tools])
        answer = await session.call_tool("test_simple_text", {})
        print("answer", answer.content[0].text)
        assert not answer.is_error
        failed = await session.call_tool("test_error_handling", {})
        assert failed.is_error, "a failure is flagged"
        wrong = await session.call_tool("test_simple_text", {"nobody": 1})
        assert wrong.is_error, "bad arguments are an answer"
        print("errors are flagged")


async def main():
    way, *rest = sys.argv[1:]
    if way == "stdio":
        server = StdioServerParameters(command=rest[0], args=rest[1:])
        async with stdio_client(server) as streams:
            await talk(streams)
    else:
        async with streamable_http_client(rest[0]) as streams:
            await talk(streams)


asyncio.run(main())
