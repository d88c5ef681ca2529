// A page: the module as bytes in the bundle, and a worker from a blob that is a language server. The title says what
// has passed.
import bytes from "ttattr/ttattr.wasm";
import { load } from "ttattr";

async function answerOf(worker) {
  const answer = new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => data.method === "textDocument/publishDiagnostics" && resolve(data);
    worker.onerror = (event) => reject(new Error(event.message));
  });
  const send = (message) => worker.postMessage({ jsonrpc: "2.0", ...message });
  worker.postMessage({ source: bytes });
  send({ id: 1, method: "initialize", params: { capabilities: {} } });
  send({ method: "textDocument/didOpen", params: {
    textDocument: { uri: "file:///a.mlir", languageId: "mlir", version: 1, text: "#a = #tt.grid<8x>" } } });
  return answer;
}

async function main() {
  const ttattr = await load(bytes);
  if (ttattr.format("#a = #tt.grid< 8x8>") !== "#a = #tt.grid<8x8>") throw new Error("format");
  const type = ttattr.build({ shape: [64, 128], element: "f32", grid: [2, 4] });
  if (!ttattr.draw(type).includes("</svg>")) throw new Error("draw");
  const worker = new Worker(URL.createObjectURL(new Blob([WORKER], { type: "text/javascript" })));
  const { params } = await answerOf(worker);
  if (params.diagnostics.length !== 1) throw new Error("diagnostics");
  document.title = "passed";
}

main().catch((error) => { document.title = `failed: ${error.message}`; });
