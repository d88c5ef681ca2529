// A worker that is a language server: the messages of the Language Server Protocol, as objects, in both directions. A
// first message without `jsonrpc`, `{ source }`, says where the module is (see `load`); without it, it is beside this
// file. For browsers and for worker_threads of node.
import { load } from "./index.js";

// A rejected promise is not an error event of the worker, this is.
const report = (error) => setTimeout(() => { throw error; });

function serve(port) {
  const waiting = [];
  let starting = false;

  async function start(source) {
    starting = true;
    const server = (await load(source)).serve(port);
    for (const message of waiting) server.send(message);
  }

  port.onmessage = ({ data }) => {
    const configures = !starting && !data.jsonrpc;
    if (!configures) waiting.push(data);
    if (!starting) start(configures ? data.source : undefined).catch(report);
  };
}

// No await at the top: bundles for classic workers cannot have it.
if (globalThis.WorkerGlobalScope) serve(globalThis);
else import(/* webpackIgnore: true */ /* @vite-ignore */ "node:worker_threads").then((node) => serve(node.parentPort));
