// The extension of editors/vscode in a page with VS Code's API, and the checks of editors_chromium. run.mjs calls
// run(TEXT) with a file that has two errors after `é😀`, and provides report(NAME, ERROR), startServer and toServer.
import * as monaco from '@codingame/monaco-vscode-editor-api';
import { ExtensionHostKind, registerExtension } from '@codingame/monaco-vscode-api/extensions';
import { createModelReference } from '@codingame/monaco-vscode-api/monaco';
import { getWorkspaceSymbols } from '@codingame/monaco-vscode-api/vscode/vs/workbench/contrib/search/common/search';
import { MonacoVscodeApiWrapper } from 'monaco-languageclient/vscodeApiWrapper';
import manifest from 'ttattr-extension/package.json';

const WAIT_MS = 20000;
let vscode, document, panel, message;

/** The position of `|` in a part of the text, `#lay|out>) {`. The first location of the part counts. */
function at(marked) {
  const offset = document.getText().indexOf(marked.replace('|', ''));
  if (offset < 0) throw new Error(`not in the text: ${marked}`);
  return document.positionAt(offset + marked.indexOf('|'));
}

const show = p => `${p.line}:${p.character}`;
const ask = (command, ...rest) => vscode.commands.executeCommand(`vscode.${command}`, document.uri, ...rest);
const all = () => new vscode.Range(0, 0, document.lineCount, 0);

function expect(condition, details) {
  if (!condition) throw new Error(typeof details === 'string' ? details : JSON.stringify(details));
}

async function check(name, action) {
  let error = '';
  try {
    await action();
  } catch (failure) {
    error = failure.message || String(failure);
  }
  await globalThis.report(name, error);
}

async function waitFor(what, condition) {
  const end = Date.now() + WAIT_MS;
  while (!await condition()) {
    expect(Date.now() < end, `no ${what} after ${WAIT_MS} ms`);
    await new Promise(done => setTimeout(done, 5));
  }
}

const diagnostics = () => vscode.languages.getDiagnostics(document.uri);
const starts = () => diagnostics().map(d => show(d.range.start)).sort();

async function edit(marked, size, text) {
  const start = at(marked);
  const changes = new vscode.WorkspaceEdit();
  changes.replace(document.uri, new vscode.Range(start, start.translate(0, size)), text);
  expect(await vscode.workspace.applyEdit(changes), 'the edit was rejected');
}

async function diagnosticsAt(...marked) {
  const wanted = marked.map(m => show(at(m))).sort();
  await waitFor(`diagnostics at ${wanted}, only at ${starts()}`, () => String(starts()) === String(wanted));
}

const hoverText = async marked =>
  (await ask('executeHoverProvider', at(marked))).flatMap(h => h.contents.map(c => c.value ?? c)).join('\n');

async function checkErrors() {
  await check('diagnostics after é and an emoji are in the right columns', async () => {
    await waitFor('diagnostic', () => diagnostics().length >= 2);
    await diagnosticsAt('#tt.grid<|0x1>', '#tt.memory_space<|l2>');
    const grid = diagnostics().find(d => show(d.range.start) === show(at('#tt.grid<|0x1>')));
    expect(document.getText(grid.range) === '0x1', document.getText(grid.range));
    expect(grid.source === 'tt-opt' && (grid.code?.value ?? grid.code) === 'grid-positive', grid);
  });
  await check('diagnostics after more of them were typed', async () => {
    await edit('n = "|é😀", g', 0, '😀é');
    await diagnosticsAt('#tt.grid<|0x1>', '#tt.memory_space<|l2>');
  });
  await check('hover in a text with errors', async () => {
    const text = await hoverText('f32, #lay|out>) {');
    for (const figure of ['64x128', '8x16', '`512` bytes a core']) expect(text.includes(figure), text);
  });
  await check('a code action is applied', async () => {
    const start = at('#tt.memory_space<|l2>');
    const actions = await ask('executeCodeActionProvider', new vscode.Range(start, start.translate(0, 2)),
      'quickfix');
    const action = actions.find(a => a.edit?.entries().some(([, edits]) => edits.some(e => e.newText === 'l1')));
    expect(action, actions.map(a => a.title));
    expect(action.isPreferred, action);
    await vscode.workspace.applyEdit(action.edit);
    expect(document.getText().includes('s = #tt.memory_space<l1>'), document.getText());
    await diagnosticsAt('#tt.grid<|0x1>');
  });
  await check('incremental edits until the text has no errors', async () => {
    await edit('#tt.grid<|0x1>', 1, '');
    await edit('#tt.grid<|x1>', 0, '2');
    await waitFor('end of the diagnostics', () => diagnostics().length === 0);
  });
}

async function checkNavigation() {
  const use = 'f32, #lay|out>) {';
  await check('definition', async () => {
    const found = await ask('executeDefinitionProvider', at(use));
    expect(found.length === 1 && found[0].range.start.line === 0, found);
  });
  await check('references and highlights', async () => {
    const found = await ask('executeReferenceProvider', at(use));
    expect(found.length === 3, found);
    expect(found.every(f => document.getText(f.range) === '#layout'), found.map(f => document.getText(f.range)));
    expect((await ask('executeDocumentHighlights', at(use))).length === 3);
  });
  await check('symbols of the document and of the workspace', async () => {
    const names = (await ask('executeDocumentSymbolProvider')).map(s => s.name);
    expect(names.includes('#layout'), names);
    const found = (await getWorkspaceSymbols('layout')).map(item => item.symbol.name);
    expect(found.includes('#layout'), found);
  });
  await check('folding and selection', async () => {
    const folds = await ask('executeFoldingRangeProvider');
    expect(folds.some(f => document.lineAt(f.start).text.startsWith('#device')), folds);
    const [chain] = await ask('executeSelectionRangeProvider', [at('#tt.grid<|2x1>')]);
    const texts = [];
    for (let s = chain; s; s = s.parent) texts.push(document.getText(s.range));
    expect(texts.includes('#tt.grid<2x1>'), texts);
  });
}

async function checkFigures() {
  await check('hover figures', async () => {
    const text = await hoverText('#lay|out = ');
    for (const figure of ['8x16', '`512` bytes a core']) expect(text.includes(figure), text);
  });
  await check('inlay hints', async () => {
    const hints = await ask('executeInlayHintProvider', all());
    const texts = hints.map(h => typeof h.label === 'string' ? h.label : h.label.map(l => l.value).join(''));
    expect(texts.length >= 2 && texts[0].includes('8x16'), texts);
  });
  await check('semantic tokens', async () => {
    const legend = await ask('provideDocumentSemanticTokensLegend');
    const { data } = await ask('provideDocumentSemanticTokens');
    const found = new Map();
    for (let i = 0, line = 0, character = 0; i < data.length; i += 5) {
      character = data[i] ? data[i + 1] : character + data[i + 1];
      line += data[i];
      const range = new vscode.Range(line, character, line, character + data[i + 2]);
      found.set(document.getText(range), legend.tokenTypes[data[i + 3]]);
    }
    // This one is after `é` and emojis on its line.
    expect(found.has('#tt.grid') && found.has('#layout') && found.get('2x1') === 'number', [...found]);
  });
  await check('code lenses run the commands of the extension', async () => {
    const lenses = await ask('executeCodeLensProvider');
    const picture = lenses.find(l => l.command?.title === 'show picture')?.command;
    expect(picture, lenses.map(l => l.command));
    await vscode.commands.executeCommand(picture.command, ...picture.arguments);
    expect(panel?.webview.html.includes('<svg'), panel ?? message ?? 'no panel');
  });
  await check('completion', async () => {
    const { items } = await ask('executeCompletionItemProvider', at('t = #tt.memory_space< |dram'));
    const labels = items.map(i => i.label.label ?? i.label);
    for (const label of ['l1', 'dram', 'system']) expect(labels.includes(label), labels);
  });
  await check('signature help', async () => {
    const help = await ask('executeSignatureHelpProvider', at('undef, |<8x8>'));
    expect(help?.signatures.length >= 1, help ?? 'none');
  });
}

async function checkEdits() {
  await check('formatting of a range and of the document', async () => {
    const options = { tabSize: 2, insertSpaces: true };
    const outside = await ask('executeFormatRangeProvider', new vscode.Range(0, 0, 1, 0), options);
    expect(!outside?.length, outside);
    const edits = await ask('executeFormatDocumentProvider', options);
    const changes = new vscode.WorkspaceEdit();
    changes.set(document.uri, edits);
    await vscode.workspace.applyEdit(changes);
    expect(document.getText().includes('t = #tt.memory_space<dram>}'), document.getText());
  });
  await check('rename', async () => {
    const edits = await ask('executeDocumentRenameProvider', at('f32, #lay|out>) {'), 'act');
    await vscode.workspace.applyEdit(edits);
    const text = document.getText();
    expect(text.startsWith('#act = ') && !text.includes('#layout'), text);
  });
  await check('a rename to an existing name is rejected', async () => {
    let error = '';
    await ask('executeDocumentRenameProvider', at('f32, #a|ct>) {'), 'device').catch(e => { error = e.message; });
    expect(error.includes('device'), error || 'accepted');
  });
  await check('the text at the end has no errors in the server', async () => {
    await edit('|func.func', 0, '// é😀\n');
    await edit('#tt.grid<|2x1>', 1, '0');
    await diagnosticsAt('#tt.grid<|0x1>');
    await edit('#tt.grid<|0x1>', 1, '2');
    await waitFor('end of the diagnostics', () => diagnostics().length === 0);
  });
}

async function checkCommands() {
  const run = name => vscode.commands.executeCommand(`tt-opt.${name}`);
  await check('settings', async () => {
    const settings = vscode.workspace.getConfiguration('tt-opt');
    expect(settings.get('inlayHints') === 'on', 'the settings of the extension have no defaults');
    await settings.update('inlayHints', 'off', vscode.ConfigurationTarget.Global);
    await waitFor('end of the inlay hints', async () => !(await ask('executeInlayHintProvider', all())).length);
    await edit('n = "|😀', 0, 'é", u = !tt.tile<8x8, f32>, o = "');
    await diagnosticsAt('!tt.tile<|8x8');
    await settings.update('rules', { 'tile-size': 'off' }, vscode.ConfigurationTarget.Global);
    await waitFor('end of the diagnostics', () => diagnostics().length === 0);
    await settings.update('rules', {}, vscode.ConfigurationTarget.Global);
    await diagnosticsAt('!tt.tile<|8x8');
  });
  await check('restart', async () => {
    const before = globalThis.fromServer;
    await run('restart');
    expect(globalThis.fromServer !== before, 'no new connection');
    await diagnosticsAt('!tt.tile<|8x8');
  });
}

/** The page has no tabs, web views and messages: the file is in a tab, and what the extension shows is stored. */
function replaceWindow(window, uri) {
  const tabs = [{ input: new vscode.TabInputText(uri) }];
  const none = () => ({ dispose() {} });
  const replaced = {
    tabGroups: { all: [{ tabs }], onDidChangeTabs: none },
    createWebviewPanel: () => (panel = { webview: { html: '' }, onDidDispose() {} }),
    showInformationMessage: async text => { message = text; },
    showErrorMessage: async text => { message = text; },
  };
  return new Proxy(window, { get: (target, name) => replaced[name] ?? target[name] });
}

async function start(text) {
  const wrapper = new MonacoVscodeApiWrapper({ $type: 'classic', viewsConfig: { $type: 'EditorService' },
    monacoWorkerFactory: () => {} });
  await wrapper.start();
  monaco.languages.register({ id: 'mlir', extensions: ['.mlir'] });
  const { main, activationEvents, ...rest } = manifest;
  vscode = await registerExtension(rest, ExtensionHostKind.LocalProcess).getApi();
  const uri = vscode.Uri.file('/workspace/x.mlir');
  globalThis.extensionApi = { ...vscode, window: replaceWindow(vscode.window, uri) };
  await createModelReference(uri, text);
  const find = () => vscode.workspace.textDocuments.find(d => d.uri.path === uri.path);
  await waitFor('document', find);
  document = find();
  expect(document.languageId === 'mlir', document.languageId);
}

globalThis.run = async text => {
  await start(text);
  const extension = require('ttattr-extension/src/extension.js'); // after extensionApi is set
  await check('the extension is activated', () => extension.activate({ subscriptions: [] }));
  await checkErrors();
  await checkNavigation();
  await checkFigures();
  await checkEdits();
  await checkCommands();
  await check('the extension is deactivated', () => extension.deactivate());
};
