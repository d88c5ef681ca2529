// extension.cjs EXTENSION [worker|browser]: runs the bundled VS Code extension with vscode-stub.cjs against tt-lsp-server of
// PATH, or against the WebAssembly server in the extension if it is not there (`worker`) or in its bundle for browsers
// (`browser`), whose Worker is one of Node.js here. Prints `ok NAME` or
// `FAIL NAME: WHAT` for each check, and `end`.
'use strict';
const Module = require('module');
const path = require('path');
const worker_threads = require('worker_threads');

const extensionPath = path.resolve(process.argv[2]), inBrowser = process.argv[3] === 'browser';
const expectsWorker = inBrowser || process.argv[3] === 'worker';
const stub = path.join(__dirname, 'vscode-stub.cjs');
const resolve = Module._resolveFilename;
Module._resolveFilename = (name, ...rest) => name === 'vscode' ? stub : resolve.call(Module, name, ...rest);
const vscode = require('vscode');
const { state } = vscode;
const WAIT_MS = 20000;
const LAYOUT = '#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, memref<8x16xf32, #tt.memory_space<l1>>>\n' +
  '%0 = "t.a"() {n = "é😀", g = #tt.grid<0x1>} : () -> tensor<64x128xf32, #layout>\n!a = !tt.tile<8x8, f32>\n';

/** The Worker of browsers: a script without modules whose global object has the messages. */
class BrowserWorker {
  constructor(url) {
    this.thread = new worker_threads.Worker(`const { parentPort } = require('worker_threads');
      globalThis.WorkerGlobalScope = class {};
      globalThis.postMessage = message => parentPort.postMessage(message);
      require(${JSON.stringify(new URL(url).pathname)});
      parentPort.on('message', data => globalThis.onmessage({ data }));`, { eval: true });
    this.thread.on('message', data => this.onmessage({ data }));
  }
  addEventListener() {}
  postMessage(message) { this.thread.postMessage(message); }
  terminate() { this.thread.terminate(); }
}
if (inBrowser) globalThis.Worker = BrowserWorker;

class Document {
  constructor(text) {
    Object.assign(this, { uri: vscode.Uri.file('/workspace/x.mlir'), languageId: 'mlir', version: 1, isClosed: false, text });
  }
  getText() { return this.text; }
  edit(from, size, text) {
    const { line, character } = this.positionAt(from), end = this.positionAt(from + size);
    this.text = this.text.slice(0, from) + text + this.text.slice(from + size);
    this.version++;
    vscode.fire('onDidChangeTextDocument', { document: this, contentChanges: [{ rangeOffset: from, rangeLength: size, text,
      range: new vscode.Range(line, character, end.line, end.character) }] });
  }
  positionAt(offset) {
    const lines = this.text.slice(0, offset).split('\n');
    return new vscode.Position(lines.length - 1, lines.at(-1).length);
  }
  at(marked) { return this.positionAt(this.text.indexOf(marked.replace('|', '')) + marked.indexOf('|')); }
}

const expect = (condition, details) => {
  if (!condition) throw new Error(typeof details === 'string' ? details : JSON.stringify(details));
};
async function check(name, action) {
  try {
    await action();
    console.log(`ok ${name}`);
  } catch (error) {
    console.log(`FAIL ${name}: ${String(error.stack).replaceAll('\n', '\\n')}`);
  }
}
async function waitFor(what, condition) {
  for (const end = Date.now() + WAIT_MS; !await condition();) {
    expect(Date.now() < end, `no ${what} after ${WAIT_MS} ms: ${JSON.stringify(state.messages)}`);
    await new Promise(done => setTimeout(done, 5));
  }
}

const document = new Document(LAYOUT);
const codes = () => vscode.languages.getDiagnostics(document.uri).map(d => d.code?.value ?? d.code);
const run = name => vscode.commands.executeCommand(`tt-opt.${name}`);
const token = new vscode.CancellationTokenSource().token;

async function main() {
  for (const [name, property] of Object.entries(require(path.join(extensionPath, 'package.json')).contributes.configuration.properties))
    state.settings[name] = property.default;
  const extension = require(path.join(extensionPath, 'out', inBrowser ? 'browser.js' : 'extension.js'));
  const context = { subscriptions: [], extensionUri: vscode.Uri.file(extensionPath) };
  await check('without a file no server is started', async () => {
    await extension.activate(context);
    expect(!state.providers.HoverProvider, 'there is a server');
  });
  await check('the server starts with the first file', async () => {
    state.documents.push(document);
    vscode.fire('onDidOpenTextDocument', document);
    await waitFor('server', () => state.providers.HoverProvider);
  });
  await check(expectsWorker ? 'the server in the extension is used' : 'the server of PATH is used', () =>
    expect(state.log.some(l => l.includes('WebAssembly')) === expectsWorker, state.log));
  await check('diagnostics after é and an emoji', async () => {
    await waitFor('diagnostics', () => codes().length === 2);
    const found = vscode.languages.getDiagnostics(document.uri).find(d => d.message.includes('positive grid'));
    const { line, character } = document.at('#tt.grid<|0x1>');
    expect(found.range.start.line === line && found.range.start.character === character, found);
  });
  await check('hover', async () => {
    const hover = await state.providers.HoverProvider.provideHover(document, document.at('32, #lay|out>'), token);
    expect(JSON.stringify(hover).includes('`512` bytes a core'), hover);
  });
  await check('an edit corrects the error', async () => {
    document.edit(document.text.indexOf('0x1>'), 1, '2');
    await waitFor('end of the diagnostic', () => codes().length === 1 && codes()[0] === 'tile-size');
  });
  state.editor = { document, selection: { active: document.at('|!tt.tile') } };
  await check('showPicture reports that there is no layout', async () => {
    await run('showPicture');
    expect(state.panels.length === 0 && state.messages.length === 1, state.messages);
  });
  await check('explainRule explains the rule at the cursor', async () => {
    state.editor.selection.active = document.at('!tt.tile<|8x8');
    await run('explainRule');
    expect(state.shown[0]?.language === 'markdown' && state.shown[0].content.startsWith('# tile-size'), state.shown);
  });
  state.editor.selection.active = document.at('|#layout = ');
  await check('showPicture opens a panel beside the text', async () => {
    await run('showPicture');
    const [panel] = state.panels;
    expect(panel?.webview.html.includes('<svg') && panel.options.enableScripts && panel.column === -2, state.messages);
  });
  await check('the picture follows edits and the cursor, and stays while the layout has an error', async () => {
    const [panel] = state.panels, at = document.text.indexOf('<8x8>') + 1;
    const first = panel.webview.html;
    document.edit(at, 1, '4');
    document.edit(document.text.indexOf('memref<8x') + 7, 1, '16');
    await waitFor('picture of the new grid', () => panel.webview.html.includes('grid of 4x8'));
    document.edit(at, 3, '');
    await new Promise(done => setTimeout(done, 400));
    expect(panel.webview.html.includes('grid of 4x8'), 'the picture is gone');
    document.edit(at, 0, '8x8');
    document.edit(document.text.indexOf('memref<16x') + 7, 2, '8');
    state.editor.selection.active = document.at('"t.|a"');
    vscode.fire('onDidChangeTextEditorSelection', { textEditor: state.editor });
    state.editor.selection.active = document.at('%|0 =');
    vscode.fire('onDidChangeTextEditorSelection', { textEditor: state.editor });
    await waitFor('picture at the cursor', () => panel.webview.html === first);
    expect(state.panels.length === 1, state.panels.length);
    panel.close();
    state.editor.selection.active = document.at('|#layout = ');
  });
  await check('showLayout opens the figures as JSON', async () => {
    await run('showLayout');
    expect(JSON.parse(state.shown[1].content).shard_shape ?? state.shown[1].content.includes('shard'), state.shown[1]);
  });
  await check('a change of the settings', async () => {
    vscode.change({ 'tt-opt.rules': { 'tile-size': 'off' } });
    await waitFor('end of the diagnostics', () => codes().length === 0);
    vscode.change({ 'tt-opt.rules': {} });
    await waitFor('diagnostic', () => codes()[0] === 'tile-size');
  });
  await check('restart', async () => {
    for (const collection of state.diagnostics) collection.clear();
    await run('restart');
    await waitFor('diagnostic', () => codes()[0] === 'tile-size');
  });
  if (!inBrowser) await check('a server that does not exist is reported', async () => {
    const before = state.messages.length;
    vscode.change({ 'tt-opt.server': '/nowhere/tt-lsp-server' });
    await waitFor('message', () => state.messages.slice(before).some(m => m.includes('tt-opt.server')));
    for (const collection of state.diagnostics) collection.clear();
    vscode.change({ 'tt-opt.server': 'tt-lsp-server' });
    await waitFor('diagnostic', () => codes()[0] === 'tile-size');
  });
  await check('the extension is deactivated', () => extension.deactivate());
  console.log('end');
}

main().then(() => setTimeout(() => { console.log('FAIL the process ends: the server still runs'); process.exit(1); }, 10000).unref());
