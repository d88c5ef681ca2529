// library.js: what the page requests from the library. Every figure, text and picture comes from the package `ttattr`;
// the commands are those of the command line, so that the page and the tools have the same results.

import {load} from 'ttattr';
import moduleBytes from 'ttattr.wasm';
import workerCode from 'ttattr.worker';

const FILE = 'text.mlir';
const DEVICE = 'device.mlir';
const OTHER = 'other.mlir';
const MAX_CACHED = 400;

/** Messages without the names of files that the reader has never seen: of the text the line, of others nothing. */
const clean = (messages) => messages
  .replace(/^(?:(text|other)\.mlir|[\w.]+\.mlir|<\w+>):(\d+):\d+: /gm,
    (_, name, line) => !name ? '' : name === 'text' ? `line ${line}: ` : `line ${line} of the other text: `)
  .replaceAll(FILE, 'the text').replaceAll(OTHER, 'the other text').replaceAll(DEVICE, 'the device');

/** The first errors of a command. */
function errorOf(messages) {
  const lines = messages.split('\n').filter((line) => line && !/^(\.\.\.| *\^| *~)/.test(line));
  const errors = lines.filter((line) => /error: /.test(line));
  const text = (errors.length ? errors : lines).slice(0, 3).join('\n');
  return clean(text).replace(/^tt-(layout|opt): /gm, '').replace(/^(line \d+: )?error: /gm, '$1');
}

const notesOf = (messages) => clean(messages.split('\n').filter((line) => /(warning|note): /.test(line))
  .map((line) => line.replace(/^tt-layout: /, '')).join('\n'));

const optionsOf = (options) => Object.entries(options).map(([name, value]) => `--${name}=${value}`);

class Library {
  constructor(module) {
    this.module = module;
    this.cache = new Map();
  }

  /** The transport of a language server in a worker: {send, subscribe, unsubscribe}. */
  server() {
    const worker = new Worker(URL.createObjectURL(new Blob([workerCode], {type: 'text/javascript'})));
    const handlers = new Set();
    worker.onmessage = ({data}) => {
      const message = JSON.stringify(data);
      for (const handler of handlers) handler(message);
    };
    worker.postMessage({source: this.module.module});
    return {
      send: (message) => worker.postMessage(JSON.parse(message)),
      subscribe: (handler) => handlers.add(handler),
      unsubscribe: (handler) => handlers.delete(handler),
    };
  }

  /** Runs a command line on files. Commands are functions of their arguments and files, so results are kept.
   *  @returns {{text: string, messages: string, files: object, error?: string}} `error` if the status is not 0 */
  run(args, files = {}) {
    const key = JSON.stringify([args, files]);
    const known = this.cache.get(key);
    if (known) return known;
    const {status, stdout, stderr, files: written} = this.module.run(args, {files});
    const made = {text: stdout.replace(/\n$/, ''), messages: notesOf(stderr), files: written, status};
    if (status !== 0) made.error = errorOf(stderr) || `exit status ${status}`;
    if (this.cache.size >= MAX_CACHED) this.cache.clear();
    this.cache.set(key, made);
    return made;
  }

  json(args, files) {
    const made = this.run(args, files);
    return made.error ? made : {...made, value: JSON.parse(made.text)};
  }

  // ---- the text ----

  /** The text as tt-opt prints it; null if it has errors. */
  format(text) {
    const {module} = this;
    const {status, stdout} = module.run(['tt-opt', FILE], {files: {[FILE]: text}});
    return {text: status === 0 ? stdout : null};
  }

  /** The attributes and types of the text, outermost ones only: {start, end, kind, text}, offsets in UTF-16. */
  items(text) {
    const made = this.run(['tt-opt', '--emit=json', '-q', FILE], {[FILE]: text});
    const lines = text.split('\n');
    const starts = [];
    for (let i = 0, at = 0; i < lines.length; at += lines[i].length + 1, i++) starts.push(at);
    const encoder = new TextEncoder();
    const decoder = new TextDecoder();
    const offset = (line, column) => starts[line - 1] +
      decoder.decode(encoder.encode(lines[line - 1]).subarray(0, column - 1)).length;
    return made.text.split('\n').filter(Boolean).map((line) => JSON.parse(line)).filter((item) => item.depth === 0)
      .map((item) => ({start: offset(item.line, item.column), end: offset(item.end_line, item.end_column),
        kind: item.kind, text: item.text}));
  }

  /** The distinct tensor types with a layout, with all figures: also those of a text that has errors elsewhere. */
  layouts(text) {
    const made = this.run(['tt-layout', 'show', FILE, '--json'], {[FILE]: text});
    const value = /^[[{]/.test(made.text) ? JSON.parse(made.text) : [];
    const all = Array.isArray(value) ? value : [value];
    return {layouts: all.filter((one) => one.type), error: made.error};
  }

  /** The first device of the text: {start, end, text}, or null. */
  deviceOf(text) {
    if (!text.includes('device<')) return null;
    return this.items(text).find((item) => /^(tt|ttcore)\.device$/.test(item.kind)) ?? null;
  }

  /** What differs in meaning between two texts, as `tt-layout diff` prints it; and errors in them. */
  compare(text, other) {
    const made = this.run(['tt-layout', 'diff', FILE, OTHER], {[FILE]: text, [OTHER]: other});
    return /^\d+ differences?$/.test(made.error ?? '') ? {...made, error: undefined} : made;
  }

  eras(text) {
    return this.run(['tt-opt', `--list-eras=${FILE}`], {[FILE]: text});
  }

  /** Writes another type in place of a layout: as the type itself, or in the definition of its alias and, if the shape
   *  differs, in the types that use it. */
  replaceLayout(text, layout, type) {
    const items = this.items(text);
    const uses = items.filter((item) => item.text === layout.type);
    const edits = [];
    const attribute = /, (#.*)>$/s;
    for (const use of uses) {
      const source = text.slice(use.start, use.end);
      const alias = /,\s*(#[A-Za-z_][\w$.-]*)\s*>$/.exec(source);
      if (!alias) {
        edits.push({...use, text: type});
        continue;
      }
      const before = layout.type.replace(attribute, '');
      const after = type.replace(attribute, '');
      if (before !== after) edits.push({...use, text: `${after}, ${alias[1]}>`});
      const definition = items.find((item) => text.slice(0, item.start).trimEnd().endsWith('=') &&
        new RegExp(`(^|\\n)[ \\t]*\\${alias[1]}\\s*=\\s*$`).test(text.slice(0, item.start)));
      if (definition && !edits.some((edit) => edit.start === definition.start))
        edits.push({...definition, text: attribute.exec(type)[1]});
    }
    edits.sort((a, b) => b.start - a.start);
    return edits.reduce((result, edit) => result.slice(0, edit.start) + edit.text + result.slice(edit.end), text);
  }

  // ---- one layout ----

  withDevice(device) {
    return device ? {args: [`--device=${DEVICE}`], files: {[DEVICE]: device}} : {args: [], files: {}};
  }

  /** `at` of `show --index --json`; null if the layout has no such position. */
  locate(type, index, device) {
    const {args, files} = this.withDevice(device);
    const ask = (more, given) => this.json(['tt-layout', 'show', type, `--index=${index.join(',')}`, '--json', ...more],
      given);
    let made = ask(args, files);
    if (made.error) made = ask([], {}); // the grid does not fit the device
    return made.value?.at ?? null;
  }

  /** The element at a position of a shard: null in padding.
   *  @param position {core: '1x0', span, row, column} of a picture, rows and columns of the last two dims */
  elementAt(layout, {core, span, row, column}) {
    const offset = row * span[1] + column;
    const made = this.json(['tt-layout', 'show', layout.type, `--at=${core},${offset}`, '--json']);
    return made.value?.at?.logical ?? null;
  }

  padding(layout) {
    const made = this.json(['tt-layout', 'show', layout.type, '--padding', '--json']);
    return made.value && made.value.padding ? {padding: made.value.padding, gaps: made.value.gaps} : null;
  }

  /** A new layout. @param [like] a type in the syntax of the same date */
  build(options, like) {
    const era = like && this.run(['tt-opt', `--list-eras=${FILE}`], {[FILE]: like});
    const last = era && !era.error ? era.text.split('\n').at(-1) : '';
    const date = /\d{4}-\d\d-\d\d/.exec(last)?.[0];
    return this.run(['tt-layout', 'build', ...optionsOf(options),
      ...(date ? [`--era=${date}`] : [])]);
  }

  change(type, options) {
    return this.run(['tt-layout', 'with', type, ...optionsOf(options)]);
  }

  convert(type, kind, device) {
    const {args, files} = this.withDevice(device);
    const made = this.json(['tt-layout', 'convert', type, `--to=${kind}`, '--json', ...args], files);
    if (made.error) return made;
    return {text: made.value.text, messages: (made.value.warnings ?? []).map((w) => w.message ?? w).join('\n')};
  }

  convertFunction(type, kind) {
    return this.run(['tt-layout', 'convert', type, `--to=${kind}`, '--function']);
  }

  // ---- devices and pictures ----

  device(args) {
    return this.run(['tt-layout', 'device', ...args]);
  }

  showDevice(device) {
    const made = this.json(['tt-layout', 'show', device, '--json']);
    return made.error ? made : {figures: made.value};
  }

  draw(type, view, device) {
    const {args, files} = this.withDevice(device);
    return this.run(['tt-layout', 'draw', type, `--view=${view}`, '-o', '-', ...args], files);
  }

  drawDevice(device) {
    return this.run(['tt-layout', 'draw', device, '-o', '-']);
  }

  drawMemory(text) {
    const args = ['tt-layout', 'memory', FILE];
    const plan = this.run(args, {[FILE]: text});
    const drawn = this.run(['tt-layout', 'draw', FILE, '--view=memory', '-o', '-'], {[FILE]: text});
    if (drawn.text.startsWith('<')) return {text: drawn.text, details: plan.text};
    return drawn;
  }

  drawMove(from, to, device) {
    const {args, files} = this.withDevice(device);
    const made = this.run(['tt-layout', 'move', `--from=${from.type}`, `--to=${to.type}`, '--totals', '--draw=move.svg',
      ...args], files);
    return made.error ? made : {text: made.files['move.svg'], details: made.text};
  }
}

/** Bytes of a deflated module: build.mjs. */
async function inflate(bytes) {
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).arrayBuffer();
}

export async function openLibrary() {
  return new Library(await load(await inflate(moduleBytes)));
}
