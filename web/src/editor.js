// editor.js: CodeMirror with the language server of the module as its server. Diagnostics, hover, completion,
// formatting, rename, definitions and references come from messages of the Language Server Protocol; code actions and
// semantic tokens, which @codemirror/lsp-client does not have, are requested here.

import {autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap} from '@codemirror/autocomplete';
import {defaultKeymap, history, historyKeymap} from '@codemirror/commands';
import {bracketMatching} from '@codemirror/language';
import {lintGutter, lintKeymap, setDiagnostics} from '@codemirror/lint';
import {
  LSPClient, LSPPlugin, findReferencesKeymap, formatDocument, formatKeymap, hoverTooltips, jumpToDefinitionKeymap,
  renameKeymap, serverCompletion, signatureHelp,
} from '@codemirror/lsp-client';
import {highlightSelectionMatches, searchKeymap} from '@codemirror/search';
import {EditorState, StateEffect, StateField, Transaction} from '@codemirror/state';
import {
  Decoration, EditorView, crosshairCursor, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap,
  lineNumbers, rectangularSelection,
} from '@codemirror/view';

export const URI = 'file:///playground.mlir';
const SEVERITIES = ['', 'error', 'warning', 'info', 'hint'];
const MAX_ACTIONS = 20; // diagnostics with buttons in their tooltips
const CHECK_DELAY_MS = 30;
/** Of the server's legend; style.css has a color for each (`t-type`). */
const TOKEN_TYPES = ['type', 'macro', 'property', 'enumMember', 'number', 'string', 'comment', 'variable', 'function',
  'label', 'method', 'keyword'];

// ---- semantic tokens ----

const setTokens = StateEffect.define();
const tokenField = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) if (effect.is(setTokens)) return effect.value;
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** @param {number[]} data relative positions, as the protocol defines them */
function decorationsOf(data, types, doc) {
  const marks = [];
  let line = 0;
  let character = 0;
  for (let i = 0; i + 4 < data.length; i += 5) {
    character = data[i] ? data[i + 1] : character + data[i + 1];
    line += data[i];
    if (line >= doc.lines) break;
    const from = doc.line(line + 1).from + character;
    const to = Math.min(from + data[i + 2], doc.length);
    if (from < to) marks.push(Decoration.mark({class: `t-${types[data[i + 3]]}`}).range(from, to));
  }
  return Decoration.set(marks, true);
}

// ---- documentation ----

const ALLOWED = new Set(['A', 'B', 'BLOCKQUOTE', 'BR', 'CODE', 'DIV', 'EM', 'H1', 'H2', 'H3', 'H4', 'HR', 'I', 'LI',
  'OL', 'P', 'PRE', 'SPAN', 'STRONG', 'TABLE', 'TBODY', 'TD', 'TH', 'THEAD', 'TR', 'UL']);

/** HTML of the Markdown of the server, which quotes the text of the editor: elements without attributes. */
function sanitize(html) {
  const {body} = new DOMParser().parseFromString(html, 'text/html');
  for (const node of [...body.querySelectorAll('*')]) {
    if (!ALLOWED.has(node.tagName)) node.replaceWith(node.textContent);
    for (const {name} of [...node.attributes]) if (name !== 'class') node.removeAttribute(name);
  }
  return body.innerHTML;
}

// ---- the editor ----

export class Editor {
  /** @param transport of the server: {send, subscribe, unsubscribe}
   *  @param {(text: string) => void} onText after each change of the text
   *  @param {(diagnostics: object[]) => void} onDiagnostics as the protocol describes them, after each check
   *  @param {() => void} onCursor after the reader has typed or moved the cursor */
  constructor(parent, text, transport, onText, onDiagnostics, onCursor) {
    this.diagnostics = [];
    this.checkMs = 0;
    this.isChecked = false; // the diagnostics and their actions are those of the present text
    this.onDiagnostics = onDiagnostics;
    this.checked = 0;
    this.client = new LSPClient({
      sanitizeHTML: sanitize,
      extensions: [
        serverCompletion(), hoverTooltips({hoverTime: 200}), signatureHelp(),
        keymap.of([...formatKeymap, ...renameKeymap, ...jumpToDefinitionKeymap, ...findReferencesKeymap]),
        {
          clientCapabilities: {
            textDocument: {
              publishDiagnostics: {relatedInformation: true, codeDescriptionSupport: true, dataSupport: true},
              codeAction: {codeActionLiteralSupport: {codeActionKind: {valueSet: ['quickfix', 'refactor', 'source']}}},
              semanticTokens: {requests: {full: true}, formats: ['relative'], tokenModifiers: ['declaration'],
                tokenTypes: TOKEN_TYPES},
            },
          },
        },
      ],
    }).connect(transport);
    this.client.initializing.then(() => this.afterChange());
    this.view = new EditorView({
      parent,
      state: EditorState.create({
        doc: text,
        extensions: [
          lineNumbers(), highlightActiveLineGutter(), history(), drawSelection(), bracketMatching(), closeBrackets(),
          autocompletion(), rectangularSelection(), crosshairCursor(), highlightActiveLine(), EditorView.lineWrapping,
          highlightSelectionMatches(), lintGutter(), tokenField,
          keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...completionKeymap,
            ...lintKeymap]),
          this.client.plugin(URI, 'mlir'),
          EditorView.contentAttributes.of({'aria-label': 'MLIR text'}),
          EditorView.updateListener.of((update) => {
            const byReader = (one) => ['select', 'input', 'delete'].some((event) => one.isUserEvent(event));
            if (update.docChanged) this.textChanged(onText);
            if (update.transactions.some(byReader)) onCursor();
          }),
        ],
      }),
    });
    this.plugin = LSPPlugin.get(this.view);
  }

  textChanged(onText) {
    this.isChecked = false;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.afterChange(), Math.max(CHECK_DELAY_MS, this.checkMs));
    onText(this.view.state.doc.toString());
  }

  /** The layout around the cursor, or of the value there, as `tt-layout show --json` has it; null: there is none. */
  async layoutAtCursor() {
    try {
      await this.client.initializing;
      this.client.sync();
      const position = this.plugin.toPosition(this.view.state.selection.main.head);
      return await this.client.request('workspace/executeCommand', {command: 'tt.layout',
        arguments: [{uri: URI, position}]});
    } catch {
      return null;
    }
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** Replaces the part that differs, so that the cursor and the history stay. */
  setText(text) {
    const old = this.text;
    if (old === text) return;
    let from = 0;
    const shorter = Math.min(old.length, text.length);
    while (from < shorter && old[from] === text[from]) from++;
    let same = 0;
    while (same < shorter - from && old[old.length - 1 - same] === text[text.length - 1 - same]) same++;
    this.view.dispatch({changes: {from, to: old.length - same, insert: text.slice(from, text.length - same)}});
  }

  /** Sends the change to the server, and requests diagnostics and the kinds of the tokens. */
  async afterChange() {
    const start = performance.now();
    this.client.sync();
    const doc = this.view.state.doc;
    try {
      const report = await this.client.request('textDocument/diagnostic', {textDocument: {uri: URI}});
      if (this.view.state.doc !== doc) return;
      this.showDiagnostics(report.items);
      this.checkMs = performance.now() - start; // large texts wait for a pause of the same length
      const tokens = await this.client.request('textDocument/semanticTokens/full', {textDocument: {uri: URI}});
      const types = this.client.serverCapabilities.semanticTokensProvider.legend.tokenTypes;
      if (tokens && this.view.state.doc === doc)
        this.view.dispatch({effects: setTokens.of(decorationsOf(tokens.data, types, doc))});
    } catch {
      // a newer text follows
    }
  }

  offset(position) {
    const doc = this.view.state.doc;
    const line = doc.line(Math.min(position.line + 1, doc.lines));
    return Math.min(line.from + position.character, line.to);
  }

  /** Underlines the diagnostics, at once; then adds the buttons of their fixes. */
  async showDiagnostics(diagnostics) {
    const number = ++this.checked;
    this.diagnostics = diagnostics;
    this.show(diagnostics.map(() => []));
    this.onDiagnostics(diagnostics);
    const few = diagnostics.slice(0, MAX_ACTIONS);
    const actions = await Promise.all(few.map((diagnostic) => this.actionsFor(diagnostic.range, [diagnostic])));
    if (number !== this.checked) return;
    if (few.length) {
      this.show(diagnostics.map((_, i) => actions[i] ?? []));
      this.onDiagnostics(diagnostics, actions);
    }
    this.isChecked = true;
  }

  show(actions) {
    const items = this.diagnostics.map((d, i) => {
      const from = this.offset(d.range.start);
      const to = this.offset(d.range.end);
      return {
        from, to, severity: SEVERITIES[d.severity] ?? 'error', message: d.message,
        source: d.code ? String(d.code) : undefined,
        actions: actions[i].map((action) => ({name: action.title, apply: () => this.apply(action)})),
      };
    });
    this.view.dispatch(setDiagnostics(this.view.state, items));
  }

  /** Code actions of a range that are edits, fixes first. */
  async actionsFor(range, diagnostics, only) {
    try {
      const found = await this.client.request('textDocument/codeAction',
        {textDocument: {uri: URI}, range, context: {diagnostics, ...(only ? {only} : {})}});
      const isWanted = (action) => action.edit && (only || !action.kind?.startsWith('source'));
      return (found ?? []).filter(isWanted);
    } catch {
      return [];
    }
  }

  async actionsAtCursor() {
    this.client.sync();
    const {from, to} = this.view.state.selection.main;
    const range = {start: this.plugin.toPosition(from), end: this.plugin.toPosition(to)};
    const overlaps = (d) => this.offset(d.range.start) <= to && from <= this.offset(d.range.end);
    return this.actionsFor(range, this.diagnostics.filter(overlaps));
  }

  async fixAll() {
    this.client.sync();
    const range = {start: {line: 0, character: 0}, end: this.plugin.toPosition(this.view.state.doc.length)};
    const [action] = await this.actionsFor(range, this.diagnostics, ['source.fixAll']);
    if (action) this.apply(action);
    return Boolean(action);
  }

  /** @param action with an edit of this text */
  apply(action) {
    const edits = action.edit.changes?.[URI] ?? action.edit.documentChanges?.flatMap((change) => change.edits) ?? [];
    this.view.dispatch({
      changes: edits.map((edit) => ({
        from: this.offset(edit.range.start), to: this.offset(edit.range.end), insert: edit.newText,
      })),
      annotations: Transaction.userEvent.of('input.fix'),
    });
    this.view.focus();
  }

  format() {
    formatDocument(this.view);
  }

  /** @param range of the protocol */
  select(range) {
    const anchor = this.offset(range.start);
    this.view.dispatch({selection: {anchor, head: this.offset(range.end)}, scrollIntoView: true});
    this.view.focus();
  }
}
