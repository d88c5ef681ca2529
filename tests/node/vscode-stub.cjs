// The module `vscode` for the extension in Node.js, without an editor: documents, settings and what the extension
// registers and shows are plain objects in `state`. Classes and functions that no check needs are made on demand.
'use strict';

class Position {
  constructor(line, character) { Object.assign(this, { line, character }); }
  isBefore(o) { return this.line < o.line || (this.line === o.line && this.character < o.character); }
}
class Range {
  constructor(a, b, c, d) {
    this.start = a instanceof Position ? a : new Position(a, b);
    this.end = a instanceof Position ? b : new Position(c, d);
  }
  contains(p) { return !p.isBefore(this.start) && !this.end.isBefore(p); }
}
class Diagnostic {
  constructor(range, message, severity) { Object.assign(this, { range, message, severity }); }
}
class Uri {
  constructor(text) { this.text = text; }
  static parse(text) { return new Uri(text); }
  static file(path) { return new Uri(`file://${path}`); }
  static joinPath(uri, ...names) { return new Uri([uri.text, ...names].join('/')); }
  get scheme() { return this.text.split(':')[0]; }
  get path() { return this.text.slice('file://'.length); }
  get fsPath() { return this.path; }
  toString() { return this.text; }
}
class EventEmitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener, self) => {
      const bound = event => listener.call(self, event);
      this.listeners.add(bound);
      return { dispose: () => this.listeners.delete(bound) };
    };
  }
  fire(value) { for (const listener of [...this.listeners]) listener(value); }
  dispose() { this.listeners.clear(); }
}
class Disposable {
  constructor(dispose) { this.dispose = dispose; }
  static from(...all) { return new Disposable(() => all.forEach(d => d.dispose())); }
}
class CancellationTokenSource {
  constructor() { this.token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable(() => {}) }; }
  cancel() { this.token.isCancellationRequested = true; }
  dispose() {}
}
class CodeActionKind {
  constructor(value) { this.value = value; }
  append(part) { return new CodeActionKind(this.value ? `${this.value}.${part}` : part); }
}
CodeActionKind.Empty = new CodeActionKind('');
class TabInputText {
  constructor(uri) { this.uri = uri; }
}

const state = { settings: {}, documents: [], diagnostics: new Set(), providers: {}, commands: new Map(), panels: [],
  messages: [], shown: [], log: [], input: undefined, editor: undefined };
const events = {};
const eventOf = name => (events[name] ??= new EventEmitter()).event;
const nothing = () => new Disposable(() => {});

/** An object whose unknown members are events (`onX`), providers that are stored (`registerXProvider`) or nothing. */
const open = members => new Proxy(members, {
  get(target, name) {
    if (name in target || typeof name === 'symbol') return target[name];
    if (name.startsWith('on')) return eventOf(name);
    return (...args) => {
      if (name.startsWith('register')) state.providers[name.slice('register'.length)] = args.find(a => a && typeof a === 'object' && !Array.isArray(a));
      return nothing();
    };
  },
});

const channel = () => ({ append: t => state.log.push(t), appendLine: t => state.log.push(t), show() {}, clear() {}, dispose() {} });
const workspace = open({
  get textDocuments() { return state.documents; },
  workspaceFolders: undefined,
  fs: { readFile: async uri => require('fs').promises.readFile(uri.fsPath) },
  getConfiguration: section => ({ get: name => state.settings[`${section}.${name}`] }),
  openTextDocument: async document => document,
});
const window = open({
  get activeTextEditor() { return state.editor; },
  get visibleTextEditors() { return state.editor ? [state.editor] : []; },
  tabGroups: { get all() { return [{ tabs: state.documents.map(d => ({ input: new TabInputText(d.uri) })) }]; }, onDidChangeTabs: eventOf('tabs') },
  createOutputChannel: channel,
  createWebviewPanel: (type, title, column, options) => {
    const panel = { type, title, column, options, webview: { html: '' }, onDidDispose: close => { panel.close = close; } };
    state.panels.push(panel);
    return panel;
  },
  showInformationMessage: async text => { state.messages.push(text); },
  showErrorMessage: async text => { state.messages.push(text); },
  showInputBox: async options => state.input ?? options.value,
  showTextDocument: async document => { state.shown.push(document); },
});
const languages = open({
  match: (selector, document) => selector.some(s => s.language === document.languageId) ? 10 : 0,
  getDiagnostics: uri => [...state.diagnostics].flatMap(collection => collection.get(uri.toString()) ?? []),
  createDiagnosticCollection: () => { // of published and of pulled diagnostics there is one each
    const collection = new Map();
    state.diagnostics.add(collection);
    return {
      set: (uri, list) => collection.set(uri.toString(), list ?? []),
      delete: uri => collection.delete(uri.toString()),
      clear: () => collection.clear(), dispose: () => state.diagnostics.delete(collection), forEach() {},
      has: () => false, get: () => undefined,
    };
  },
});
const commands = {
  registerCommand: (name, run) => {
    state.commands.set(name, run);
    return new Disposable(() => state.commands.delete(name));
  },
  executeCommand: (name, ...args) => state.commands.get(name)(...args),
};

const known = { Position, Range, Diagnostic, Uri, EventEmitter, Disposable, CancellationTokenSource, CodeActionKind,
  TabInputText, workspace, window, languages, commands, version: '1.90.0', ViewColumn: { Beside: -2 },
  env: { language: 'en', appName: 'stub', appHost: 'desktop' }, extensions: { getExtension() {} }, state,
  /** Settings of the user: the event has the sections that differ. */
  change: settings => {
    Object.assign(state.settings, settings);
    events.onDidChangeConfiguration.fire({ affectsConfiguration: section =>
      Object.keys(settings).some(name => name === section || name.startsWith(`${section}.`)) });
  },
  fire: (name, event) => events[name]?.fire(event) };

module.exports = new Proxy(known, {
  get(target, name) {
    if (!(name in target) && /^[A-Z]/.test(String(name)))
      target[name] = class { constructor(...args) { this.args = args; } };
    return target[name];
  },
});
