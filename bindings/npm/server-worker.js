// A worker that is a language server: the messages of the Language Server Protocol, as objects, in both directions. A
// first message without `jsonrpc`, `{ source }`, says where the module is (see `load`); without it, it is beside this
// file. For browsers and for worker_threads of node.
import { load } from "./index.js";

const port = globalThis.WorkerGlobalScope ? globalThis : (await import("node:worker_threads")).parentPort;
const waiting = [];
let server;

async function start(source) {
  server = null;
  server = (await load(source)).serve(port);
  for (const message of waiting.splice(0)) server.send(message);
}

port.onmessage = ({ data }) => {
  const configures = server === undefined && !data.jsonrpc;
  if (!configures) waiting.push(data);
  if (server === undefined) start(configures ? data.source : undefined);
};
