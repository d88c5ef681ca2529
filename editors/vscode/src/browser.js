// In a browser (vscode.dev) there are no programs: in place of server.js and of the client for Node.js, the WebAssembly
// server in a worker.
'use strict';
const vscode = require('vscode');
const { LanguageClient: BrowserClient } = require('vscode-languageclient/browser');

/** The worker reads the module from the extension: it gets its bytes in the first message. */
async function chooseServer(program, extensionUri) {
  const at = name => vscode.Uri.joinPath(extensionUri, 'out', ...name.split('/'));
  const worker = new Worker(at('server.js').toString(true));
  worker.postMessage({ source: await vscode.workspace.fs.readFile(at('ttattr/ttattr.wasm')) });
  return { transports: worker, stop: async () => worker.terminate() };
}

class LanguageClient extends BrowserClient {
  constructor(id, name, worker, options) { super(id, name, options, worker); }
}

module.exports = { PROGRAM: 'tt-lsp-server', chooseServer, LanguageClient, TransportKind: {} };
