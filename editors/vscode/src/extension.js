// The client of tt-lsp-server, and the commands that show its answers.
'use strict';
const vscode = require('vscode');
const { LanguageClient, TransportKind } = require('vscode-languageclient/node');
const { PROGRAM, chooseServer } = require('./server');
const { serverSettings, picturePage, ruleText } = require('./settings');

// `vscode-vfs`: files of vscode.dev
const SELECTOR = [...['file', 'untitled', 'vscode-vfs'].map(scheme => ({ scheme, language: 'mlir' })),
  { scheme: 'file', pattern: '**/*.mlir' }];
let client, server, extensionUri;

const settings = () => {
  const configuration = vscode.workspace.getConfiguration('tt-opt');
  return serverSettings(name => configuration.get(name));
};

async function start() {
  server = await chooseServer(vscode.workspace.getConfiguration('tt-opt').get('server') || PROGRAM, extensionUri);
  const options = server.transports ?? { command: server.program, args: ['--stdio'], transport: TransportKind.stdio };
  const middleware = { executeCommand: runCommand };
  client = new LanguageClient('tt-opt', 'Tenstorrent attributes', options,
    { documentSelector: SELECTOR, initializationOptions: settings(), middleware, outputChannelName: PROGRAM,
      markdown: { supportHtml: true } }); // announces images: hovers have pictures
  if (server.transports)
    client.outputChannel.appendLine(`${PROGRAM} is not on PATH: the server in the extension (WebAssembly) is used`);
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(`${PROGRAM} could not be started (setting tt-opt.server): ${error?.message ?? error}`);
  }
}

async function stop() {
  if (client?.isRunning()) await client.stop();
  await server?.stop?.();
}

// One action after another: a client that starts cannot be stopped.
let last = Promise.resolve();
const queue = action => (last = last.then(action, action));
const restart = () => queue(async () => {
  await stop();
  await start();
});

async function changeSettings(event) {
  if (!client) return;
  if (event.affectsConfiguration('tt-opt.server')) await restart();
  else if (event.affectsConfiguration('tt-opt') && client.isRunning())
    await client.sendNotification('workspace/didChangeConfiguration', { settings: { 'tt-opt': settings() } });
}

async function ask(command, argument) {
  if (!client) await queue(start);
  return client.sendRequest('workspace/executeCommand', { command, arguments: [argument] });
}

// Code lenses run these commands.
function runCommand(command, args, next) {
  if (command === 'tt.picture') return showPicture(args[0]);
  if (command === 'tt.layout') return showLayout(args[0]);
  return next(command, args);
}

function atCursor() {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}

async function report(action) {
  try {
    await action();
  } catch (error) {
    vscode.window.showInformationMessage(error.message);
  }
}

// The panel of the picture; it follows the cursor and edits in the document `uri`. `next` is the timer of an update.
let live;
const FOLLOW_MS = 150;

async function drawPicture(argument) {
  const page = picturePage(await ask('tt.picture', { ...argument, format: 'html' }));
  if (!live) {
    const panel = vscode.window.createWebviewPanel('ttattr.picture', 'Layout', vscode.ViewColumn.Beside,
      { enableScripts: true });
    live = { panel };
    panel.onDidDispose(() => {
      clearTimeout(live?.next);
      live = undefined;
    });
  }
  live.uri = argument.uri;
  if (live.panel.webview.html !== page) live.panel.webview.html = page;
}

const showPicture = (argument = atCursor()) => argument && report(() => drawPicture(argument));

/** The last picture stays where there is no layout, or while it has an error. */
function followPicture(document) {
  if (document.uri.toString() !== live?.uri) return;
  clearTimeout(live.next);
  live.next = setTimeout(() => {
    const argument = atCursor();
    if (live && argument?.uri === live.uri) drawPicture(argument).catch(() => {});
  }, FOLLOW_MS);
}

const showText = async (content, language) => {
  const document = await vscode.workspace.openTextDocument({ content, language });
  await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
};

const showLayout = (argument = atCursor()) => argument && report(async () =>
  showText(JSON.stringify(await ask('tt.layout', argument), null, 2), 'json'));

const explainRule = () => report(async () => {
  const editor = vscode.window.activeTextEditor;
  const found = editor ? vscode.languages.getDiagnostics(editor.document.uri)
    .filter(d => d.source === 'tt-opt' && d.range.contains(editor.selection.active)) : [];
  const code = found[0]?.code;
  const value = typeof code === 'object' ? code.value : code;
  const rule = await vscode.window.showInputBox({ prompt: 'Name of the rule', value });
  if (rule) await showText(ruleText(await ask('tt.rule', rule)), 'markdown');
});

const isMlir = document => document.languageId === 'mlir' || document.uri.path.endsWith('.mlir');

/** The server starts with the first file: a window without one does not need it. */
async function activate(context) {
  extensionUri = context.extensionUri;
  const commands = { showPicture: () => showPicture(), showLayout: () => showLayout(), explainRule, restart };
  for (const [name, run] of Object.entries(commands))
    context.subscriptions.push(vscode.commands.registerCommand(`tt-opt.${name}`, run));
  context.subscriptions.push(vscode.workspace.onDidChangeConfiguration(changeSettings));
  if (vscode.workspace.textDocuments.some(isMlir)) await queue(start);
  const opened = vscode.workspace.onDidOpenTextDocument(document => {
    if (isMlir(document) && !client) queue(async () => client ?? start());
  });
  context.subscriptions.push(opened,
    vscode.workspace.onDidChangeTextDocument(event => followPicture(event.document)),
    vscode.window.onDidChangeTextEditorSelection(event => followPicture(event.textEditor.document)));
}

module.exports = { activate, deactivate: () => queue(stop) };
