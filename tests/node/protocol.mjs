// protocol.mjs SERVER LOG FILE: two sessions with tt-lsp-server that use each method once, for validate.mjs: a client that
// supports everything and one that supports nothing. FILE is the text of editors.py.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import rpc from 'vscode-jsonrpc/node';

const [program, log, file] = process.argv.slice(2);
const text = fs.readFileSync(file, 'utf8');
const uri = 'file:///workspace/x.mlir', textDocument = { uri };
const everything = {
  general: { positionEncodings: ['utf-16'] },
  window: { showDocument: { support: true } },
  workspace: { configuration: true, didChangeWatchedFiles: { dynamicRegistration: true }, workspaceEdit: { documentChanges: true }, diagnostics: { refreshSupport: true },
    inlayHint: { refreshSupport: true }, codeLens: { refreshSupport: true } },
  textDocument: {
    diagnostic: {}, hover: { contentFormat: ['markdown'] },
    publishDiagnostics: { relatedInformation: true, codeDescriptionSupport: true, dataSupport: true, tagSupport: { valueSet: [1] } },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } }, isPreferredSupport: true, disabledSupport: true },
    completion: { completionItem: { documentationFormat: ['markdown'] } },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
  },
};

/** The position of `|` in a part of the text. */
function at(marked) {
  const offset = text.indexOf(marked.replace('|', '')) + marked.indexOf('|');
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length - 1, character: lines.at(-1).length };
}

async function session(capabilities) {
  const server = spawn(program, [`--log=${log}`], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise(done => server.on('exit', done));
  const connection = rpc.createMessageConnection(new rpc.StreamMessageReader(server.stdout),
    new rpc.StreamMessageWriter(server.stdin));
  connection.onRequest((method, params) => method === 'workspace/configuration' ? params.items.map(() => null) :
    method === 'window/showDocument' ? { success: true } : null);
  connection.listen();
  const ask = (method, params) => connection.sendRequest(method, params);
  const about = (method, more = {}) => ask(`textDocument/${method}`, { textDocument, ...more }).catch(error => error);
  const position = at('f32, #lay|out>) {'), options = { tabSize: 2, insertSpaces: true };
  const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };

  await ask('initialize', { processId: null, rootUri: null, capabilities, initializationOptions: { rulesUrl: 'https://example.invalid/' } });
  await connection.sendNotification('initialized', {});
  await connection.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId: 'mlir', version: 1, text } });
  for (const method of ['hover', 'definition', 'documentHighlight', 'prepareRename', 'completion'])
    await about(method, { position });
  await about('completion', { position: at('= #tt.memory_space< |dram') });
  await about('references', { position, context: { includeDeclaration: true } });
  await about('rename', { position, newName: 'act' });
  await about('rename', { position, newName: 'device' }); // an error
  await about('formatting', { options });
  await about('rangeFormatting', { options, range });
  for (const kind of ['quickfix', 'refactor', 'source'])
    await about('codeAction', { range: { start: at('memory_space<|l2'), end: at('memory_space<|l2') }, context: { diagnostics: [], only: [kind] } });
  await about('codeAction', { range: { start: position, end: position }, context: { diagnostics: [] } });
  await about('codeAction', { range, context: { diagnostics: [], only: ['refactor.rewrite.migrate'], triggerKind: 1 } });
  for (const method of ['documentSymbol', 'foldingRange', 'semanticTokens/full', 'codeLens', 'diagnostic']) await about(method);
  for (const method of ['inlayHint', 'semanticTokens/range']) await about(method, { range });
  await about('selectionRange', { positions: [position] });
  await about('signatureHelp', { position: at('undef, |<8x8>') });
  await ask('workspace/symbol', { query: 'layout' });
  for (const [command, argument] of [['tt.picture', { uri, position }], ['tt.picture', { uri, position, format: 'svg' }],
    ['tt.layout', { uri, position }], ['tt.rule', 'tile-size']])
    await ask('workspace/executeCommand', { command, arguments: [argument] });
  await connection.sendNotification('workspace/didChangeConfiguration', { settings: { inlayHints: 'off', maxDiagnostics: 1 } });
  await about('diagnostic');
  await connection.sendNotification('textDocument/didClose', { textDocument });
  const broken = { uri: `${pathToFileURL(folder)}/y.mlir` };
  await connection.sendNotification('textDocument/didOpen', { textDocument: { ...broken, languageId: 'mlir', version: 1, text } });
  await ask('textDocument/hover', { textDocument: broken, position });
  await ask('unknown/method', {}).catch(() => {});
  await ask('shutdown');
  await connection.sendNotification('exit');
  if (await ended !== 0) throw new Error('the exit status of the server is not 0');
  connection.dispose();
}

// A configuration file that is not valid, for window/showMessage.
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ttattr-protocol-'));
try {
  fs.writeFileSync(path.join(folder, '.tt-opt.toml'), 'era = \n');
  await session(everything);
  await session({});
} finally {
  fs.rmSync(folder, { recursive: true });
}
