// Lists and calls with the TypeScript SDK: `client.mjs stdio COMMAND ARGS…` or `client.mjs http URL`.
import assert from "node:assert";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [way, target, ...args] = process.argv.slice(2);
const transport =
  way === "stdio"
    ? new StdioClientTransport({ command: target, args })
    : new StreamableHTTPClientTransport(new URL(target));
const client = new Client({ name: "clients-run", version: "1" });
await client.connect(transport);
const { tools } = await client.listTools();
console.log("tools", tools.map((tool) => tool.name).join(" "));
const answer = await client.callTool({ name: "test_simple_text", arguments: {} });
console.log("answer", answer.content[0].text);
assert(!answer.isError);
const steps = [];
await client.callTool({ name: "test_tool_with_progress", arguments: {} }, undefined, {
  onprogress: (step) => steps.push(step.progress),
});
assert.deepStrictEqual(steps, [0, 50, 100]);
const failed = await client.callTool({ name: "test_error_handling", arguments: {} });
assert(failed.isError, "a failure is flagged");
const wrong = await client.callTool({ name: "test_simple_text", arguments: { nobody: 1 } });
assert(wrong.isError, "bad arguments are an answer");
console.log("progress and errors arrive");
await client.close();
