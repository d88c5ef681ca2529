// Replaces `vscode-languageclient/node` in the extension: VS Code's client library with the messages that run.mjs passes
// between the page and tt-lsp-server.
const { AbstractMessageReader, AbstractMessageWriter } = require('vscode-jsonrpc/browser');
const { BaseLanguageClient } = require('vscode-languageclient/browser');

class Reader extends AbstractMessageReader {
  listen(callback) {
    globalThis.fromServer = message => callback(message);
    return { dispose() {} };
  }
}

class Writer extends AbstractMessageWriter {
  async write(message) {
    await globalThis.toServer(message);
  }
  end() {}
}

class LanguageClient extends BaseLanguageClient {
  constructor(id, name, server, options) {
    super(id, name, options);
    this.server = server;
  }
  async createMessageTransports() {
    await globalThis.startServer(this.server.command, this.server.args);
    return { reader: new Reader(), writer: new Writer() };
  }
}

module.exports = { LanguageClient, TransportKind: { stdio: 0 } };
