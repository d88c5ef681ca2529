// The language server of the package: messages, a worker, a port.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { MessageChannel, Worker } from "node:worker_threads";

const folder = process.env.TTATTR_PACKAGE;
const { load } = await import(pathToFileURL(join(folder, "index.js")));
const ttattr = await load();

const request = (id, method, params) => ({ jsonrpc: "2.0", id, method, params });
const notification = (method, params) => ({ jsonrpc: "2.0", method, params });
const open = (text) => notification("textDocument/didOpen",
  { textDocument: { uri: "file:///a.mlir", languageId: "mlir", version: 1, text } });
const initialize = request(1, "initialize", { capabilities: {} });

// Resolves with the first message that fits.
function waitFor(messages, fits) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no such message")), 20_000);
    messages((message) => {
      if (!fits(message)) return;
      clearTimeout(timer);
      resolve(message);
    });
  });
}

const diagnostics = (message) => message.method === "textDocument/publishDiagnostics";

test("texts: send and subscribe", async () => {
  const server = ttattr.server();
  let inside = true;
  const answer = waitFor((f) => server.subscribe((text) => {
    assert.equal(inside, false, "an answer within send");
    f(JSON.parse(text));
  }), diagnostics);
  server.send(JSON.stringify(initialize));
  server.send(notification("initialized", {}));
  server.send(open('"t.u"() {a = "é😀", b = #tt.grid<8x>} : () -> ()'));
  inside = false;
  const { params } = await answer;
  assert.deepEqual(params.diagnostics[0].range, { start: { line: 0, character: 33 }, end: { line: 0, character: 35 } });
  server.close();
  server.send(initialize); // ignored
});

test("a port of messages", async () => {
  const { port1, port2 } = new MessageChannel();
  const server = ttattr.serve(port1);
  const answer = waitFor((f) => port2.on("message", f), (message) => message.id === 2);
  port2.postMessage(initialize);
  port2.postMessage(open("#a = #tt.grid<8x8>"));
  port2.postMessage(request(2, "textDocument/hover",
    { textDocument: { uri: "file:///a.mlir" }, position: { line: 0, character: 9 } }));
  assert.match(JSON.stringify((await answer).result), /8x8/);
  server.close();
  port1.close();
  port2.close();
});

test("MessagePort methods, and exit", async () => {
  const server = ttattr.server();
  const status = new Promise((resolve) => { server.onexit = resolve; });
  const answer = waitFor((f) => server.addEventListener("message", ({ data }) => f(data)), (m) => m.id === 1);
  server.start();
  server.postMessage(initialize);
  assert.ok((await answer).result.capabilities.hoverProvider);
  server.postMessage(request(2, "shutdown"));
  server.postMessage(notification("exit"));
  assert.equal(await status, 0);
});

for (const [name, first] of [["beside the worker", []],
                             ["as a module", [{ source: ttattr.module }]]]) {
  test(`a worker, the module ${name}`, async () => {
    const worker = new Worker(pathToFileURL(join(folder, "server-worker.js")));
    const answer = waitFor((f) => worker.on("message", f), diagnostics);
    for (const message of [...first, initialize, notification("initialized", {}), open("#a = #tt.grid<8x>")])
      worker.postMessage(message);
    assert.equal((await answer).params.diagnostics.length, 1);
    await worker.terminate();
  });
}
