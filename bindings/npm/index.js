// The library as a module: texts go into the WebAssembly memory, JSON comes out of it. Nothing is computed here.
// index.d.ts documents all functions.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What a call returned other than a result: the text that the command line prints to standard error. */
export class TtattrError extends Error {
  constructor(messages, status) {
    super(messages.trim() || "ttattr failed");
    this.name = "TtattrError";
    this.messages = messages;
    this.status = status;
  }
}

// ---- arguments ----

const shown = (value) => value === null || value === undefined ? String(value)
  : Array.isArray(value) ? "an array" : typeof value === "object" ? "an object"
  : typeof value === "string" ? `'${value.slice(0, 40)}'` : `${typeof value} ${String(value).slice(0, 40)}`;

function expect(is, what, value) {
  if (!is) throw new TypeError(`expected ${what}, found ${shown(value)}`);
}

const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isText = (value) => typeof value === "string" || value instanceof Uint8Array;
const requireText = (text) => expect(isText(text), "a text", text);
const requireOptions = (options) => expect(options === undefined || isObject(options), "an object of options", options);
const requireSource = (source) => expect(typeof source === "string" || typeof source?.argument === "string",
  "a text or { argument: text }", source);

function requireNumbers(object, keys, what) {
  expect(isObject(object) && keys.every((key) => Number.isInteger(object[key]) && object[key] >= 0), what, object);
}

function requireFiles(files) {
  expect(isObject(files), "files by name", files);
  for (const [name, text] of Object.entries(files)) expect(isText(text), `the text of the file '${name}'`, text);
}

// Handles in the memory of modules that are not freed explicitly are freed when their objects are collected.
const registry = new FinalizationRegistry(({ native, free, handle }) => {
  if (!native.broken) native.exports[free](handle);
});

/** An instance of the module, and how texts get into it and out of it. */
class Native {
  broken = false;

  constructor(instance) {
    this.exports = instance.exports;
    this.exports._initialize();
  }

  // A trap leaves the memory in an unknown state: no call after it would be reliable.
  call(name, ...args) {
    if (this.broken) throw new TtattrError("this module has failed; load another one", 2);
    try {
      return this.exports[name](...args);
    } catch (error) {
      this.broken = true;
      throw new TtattrError(`the module has failed: ${error.message}`, 2);
    }
  }

  // The address and size of a copy of `text`, which the call that receives it frees.
  put(text) {
    const bytes = typeof text === "string" ? encoder.encode(text) : text;
    const address = this.call("ttattr_allocate", bytes.length) >>> 0;
    if (!address) throw new TtattrError("out of memory", 2);
    new Uint8Array(this.exports.memory.buffer, address, bytes.length).set(bytes);
    return [address, bytes.length];
  }

  putAll(...texts) {
    return texts.flatMap((text) => this.put(text));
  }

  // A view of the memory, until the next call.
  bytes(messages) {
    const size = this.call("ttattr_text_size", messages) >>> 0;
    const address = size ? this.call("ttattr_text", messages) >>> 0 : 0;
    return new Uint8Array(this.exports.memory.buffer, address, size);
  }

  text(messages) {
    return decoder.decode(this.bytes(messages));
  }

  // Runs a call: its result as text. Statuses other than 0 are errors unless there is a result.
  run(name, ...args) {
    const status = this.call(name, ...args);
    return this.take(status);
  }

  // The same for a result that is not text, or the error: a copy.
  runBytes(name, ...args) {
    if (this.call(name, ...args)) this.fail();
    const result = this.bytes(0).slice();
    this.call("ttattr_release");
    return result;
  }

  take(status) {
    const result = this.text(0);
    const messages = status ? this.text(1) : "";
    this.call("ttattr_release");
    if (status === 2 || (status && !result)) throw new TtattrError(messages, status);
    return result;
  }

  fail() {
    return this.take(2);
  }
}

const json = (options) => (options && Object.keys(options).length ? JSON.stringify(options) : "");

// ---- documents ----

export class Document {
  #native;
  #handle;

  constructor(ttattr, text, options) {
    requireText(text);
    requireOptions(options);
    const native = ttattr[NATIVE];
    this.#native = native;
    this.#handle = native.call("ttattr_document_new", ...native.putAll(text, json(options)));
    if (!this.#handle) native.fail();
    native.call("ttattr_release");
    registry.register(this, { native, free: "ttattr_document_free", handle: this.#handle }, this);
  }

  #query(name, position = { line: 1, column: 1 }) {
    this.#live();
    requireNumbers(position, ["line", "column"], "a position { line, column }");
    const args = [...this.#native.put(name), position.line, position.column];
    return JSON.parse(this.#native.run("ttattr_document_query", this.#handle, ...args));
  }

  #live() {
    if (!this.#handle) throw new TtattrError("this document was freed", 2);
  }

  edit(range, text) {
    this.#live();
    requireNumbers(range, ["line", "column", "end_line", "end_column"], "a range { line, column, end_line, end_column }");
    requireText(text);
    const places = [range.line, range.column, range.end_line, range.end_column];
    this.#native.run("ttattr_document_edit", this.#handle, ...places, ...this.#native.put(text));
  }

  get text() { return this.#query("text"); }
  diagnostics() { return this.#query("diagnostics"); }
  items() { return this.#query("items"); }
  symbols() { return this.#query("symbols"); }
  format() { return this.#query("format"); }
  hover(position) { return this.#query("hover", position); }
  completions(position) { return this.#query("completions", position); }
  name(position) { return this.#query("name", position); }
  subject(position) { return this.#query("subject", position); }

  free() {
    if (!this.#handle) return;
    registry.unregister(this);
    this.#native.call("ttattr_document_free", this.#handle);
    this.#handle = 0;
  }
}

// ---- arrays ----

// Elements of a type of MLIR as JavaScript has them; those that it lacks (bf16, f16, f8..) are their bits.
function arrayOf(element, bytes) {
  if (element === "f32" || element === "f64") return element === "f32" ? Float32Array : Float64Array;
  if (/^s?i/.test(element)) return { 1: Int8Array, 2: Int16Array, 4: Int32Array, 8: BigInt64Array }[bytes];
  return { 1: Uint8Array, 2: Uint16Array, 4: Uint32Array, 8: BigUint64Array }[bytes];
}

const bytesOf = (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
const requireArray = (value) => expect(ArrayBuffer.isView(value), "a typed array", value);

function indicesOf(indices, rank) {
  const isIndex = (index) => Array.isArray(index) && index.length === rank && index.every(Number.isSafeInteger);
  expect(Array.isArray(indices) && indices.every(isIndex), `indices as arrays of ${rank} integers`, indices);
  return BigInt64Array.from(indices.flat(), BigInt);
}

export class Packing {
  #native;
  #handle;

  constructor(ttattr, layout, options) {
    requireText(layout);
    requireOptions(options);
    const native = ttattr[NATIVE];
    this.#native = native;
    this.#handle = native.call("ttattr_packing_new", ...native.putAll(layout, json(options)));
    if (!this.#handle) native.fail();
    registry.register(this, { native, free: "ttattr_packing_free", handle: this.#handle }, this);
    const figures = JSON.parse(native.run("ttattr_packing_figures", this.#handle));
    this.shape = figures.shape;
    this.element = figures.element;
    this.elementBytes = figures.element_bytes;
    this.grid = figures.grid;
    this.bankBytes = figures.bank_bytes;
    this.numBanks = figures.num_banks;
  }

  #run(name, ...args) {
    if (!this.#handle) throw new TtattrError("this packing was freed", 2);
    return this.#native.runBytes(name, this.#handle, ...args);
  }

  pack(elements) {
    requireArray(elements);
    const packed = this.#run("ttattr_packing_pack", ...this.#native.put(bytesOf(elements)));
    const bank = (_, at) => packed.subarray(at * this.bankBytes, (at + 1) * this.bankBytes);
    return Array.from({ length: this.numBanks }, bank);
  }

  unpack(banks) {
    expect(Array.isArray(banks) && banks.length === this.numBanks, `the bytes of ${this.numBanks} banks`, banks);
    const packed = new Uint8Array(this.numBanks * this.bankBytes);
    banks.forEach((bank, at) => {
      requireArray(bank);
      expect(bank.byteLength === this.bankBytes, `banks of ${this.bankBytes} bytes`, bank.byteLength);
      packed.set(bytesOf(bank), at * this.bankBytes);
    });
    const elements = this.#run("ttattr_packing_unpack", ...this.#native.put(packed));
    return new (arrayOf(this.element, this.elementBytes))(elements.buffer);
  }

  locate(indices) {
    const all = indices === undefined;
    const given = all ? new Uint8Array() : bytesOf(indicesOf(indices, this.shape.length));
    const places = new BigInt64Array(this.#run("ttattr_packing_locate", ...this.#native.put(given), all).buffer);
    const count = places.length / 2;
    return { banks: Int32Array.from(places.subarray(0, count), Number),
             offsets: Float64Array.from(places.subarray(count), Number) };
  }

  free() {
    if (!this.#handle) return;
    registry.unregister(this);
    this.#native.call("ttattr_packing_free", this.#handle);
    this.#handle = 0;
  }
}

// ---- the language server ----

export class Server {
  #native;
  #handle;
  #queue = [];
  #listeners = new Set();
  #subscribers = new Set();
  #delivering = false;
  #publishing = false;
  onmessage = null;
  onexit = null;

  constructor(ttattr) {
    const native = ttattr[NATIVE];
    this.#native = native;
    this.#handle = native.call("ttattr_server_new");
    if (!this.#handle) native.fail();
    registry.register(this, { native, free: "ttattr_server_free", handle: this.#handle }, this);
  }

  send(message) {
    if (!this.#handle) return;
    expect(typeof message === "string" || isObject(message), "a message as a text or an object", message);
    const text = typeof message === "string" ? message : JSON.stringify(message);
    this.#native.run("ttattr_server_receive", this.#handle, ...this.#native.put(text));
    this.#collect();
    const status = this.#native.call("ttattr_server_exit_status", this.#handle);
    if (status >= 0) {
      this.onexit?.(status);
      this.close();
    } else if (this.#native.call("ttattr_server_has_changes", this.#handle) && !this.#publishing) {
      this.#publishing = true;
      setTimeout(() => this.#publish());
    }
  }

  // Diagnostics wait until the messages that have arrived together are handled, so that these are verified once.
  #publish() {
    this.#publishing = false;
    if (!this.#handle) return;
    this.#native.run("ttattr_server_publish", this.#handle);
    this.#collect();
  }

  #collect() {
    for (;;) {
      const message = this.#native.run("ttattr_server_next", this.#handle);
      if (!message) break;
      this.#queue.push(message);
    }
    if (!this.#queue.length || this.#delivering) return;
    this.#delivering = true;
    queueMicrotask(() => this.#deliver()); // never inside of `send`
  }

  #deliver() {
    this.#delivering = false;
    const messages = this.#queue;
    this.#queue = [];
    for (const text of messages) {
      for (const subscriber of this.#subscribers) subscriber(text);
      if (!this.onmessage && !this.#listeners.size) continue;
      const event = { type: "message", data: JSON.parse(text), target: this };
      this.onmessage?.(event);
      for (const listener of this.#listeners) listener(event);
    }
  }

  subscribe(handler) { this.#subscribers.add(handler); }
  unsubscribe(handler) { this.#subscribers.delete(handler); }

  postMessage(message) { this.send(message); }
  addEventListener(type, listener) { if (type === "message") this.#listeners.add(listener); }
  removeEventListener(type, listener) { if (type === "message") this.#listeners.delete(listener); }
  start() {}

  close() {
    if (!this.#handle) return;
    registry.unregister(this);
    this.#native.call("ttattr_server_free", this.#handle);
    this.#handle = 0;
  }
}

// ---- the functions ----

const NATIVE = Symbol("native");

class Ttattr {
  constructor(module, instance) {
    this.module = module;
    this[NATIVE] = new Native(instance);
    this.Document = class extends Document {
      constructor(text, options) { super(ttattr, text, options); }
    };
    this.Packing = class extends Packing {
      constructor(layout, options) { super(ttattr, layout, options); }
    };
    const ttattr = this;
  }

  get liveBytes() { return this[NATIVE].call("ttattr_live_bytes") >>> 0; }
  get memoryBytes() { return this[NATIVE].exports.memory.buffer.byteLength; }

  // Calls `body` with the files that a command can read, and removes them after it.
  #withFiles(files, body) {
    const native = this[NATIVE];
    try {
      for (const [name, text] of Object.entries(files)) {
        if (text === undefined) continue;
        if (!native.call("ttattr_put_file", ...native.putAll(name, text))) throw new TtattrError("out of memory", 2);
      }
      return body(native);
    } finally {
      if (!native.broken) native.call("ttattr_clear_files");
    }
  }

  // A function of the table in commands.c. `source` is the text of a file, or an argument of the command.
  #call(name, source, options = {}, files = {}) {
    requireOptions(options);
    const { files: more = {}, ...rest } = options;
    requireFiles(more);
    if (typeof source === "object" && source) rest.argument = source.argument;
    const text = typeof source === "string" ? source : undefined;
    return this.#withFiles({ "-": text, ...files, ...more },
      (native) => native.run("ttattr_call", ...native.putAll(name, json(rest))));
  }

  check(text, options) {
    requireText(text);
    requireOptions(options);
    const native = this[NATIVE];
    return JSON.parse(native.run("ttattr_check", ...native.putAll(text, json(options))));
  }

  format(text, options) {
    requireText(text);
    requireOptions(options);
    const native = this[NATIVE];
    return native.run("ttattr_format", ...native.putAll(text, json(options)));
  }

  fix(text, options) {
    requireText(text);
    requireOptions(options);
    const native = this[NATIVE];
    return native.run("ttattr_fix", ...native.putAll(text, json(options)));
  }

  // The functions that read a text.
  #ask(name, source, options) {
    requireSource(source);
    return this.#call(name, source, options);
  }

  attributes(text, options) { return JSON.parse(this.#ask("attributes", text, options)); }
  layout(text, options) { return JSON.parse(this.#ask("layout", text, options)); }
  locate(text, index, options) {
    requireOptions(options);
    expect(Array.isArray(index) && index.every(Number.isInteger), "an index as an array of integers", index);
    return this.layout(text, { ...options, index });
  }
  build(options) {
    expect(isObject(options), "an object of options", options);
    return this.#call("build", undefined, options).trimEnd();
  }
  convert(text, options) {
    expect(typeof options?.to === "string", "the option 'to', the name of a notation", options?.to);
    return JSON.parse(this.#ask("convert", text, options));
  }
  memory(text, options) { return JSON.parse(this.#ask("memory", text, options)); }
  draw(text, options) { return this.#ask("draw", text, options); }

  move(from, to, options) {
    requireSource(from);
    requireSource(to);
    requireOptions(options);
    const files = {}, rest = { ...options };
    for (const [key, source] of [["from", from], ["to", to]]) {
      if (typeof source === "string") files[`${key}.mlir`] = source;
      rest[key] = typeof source === "string" ? `${key}.mlir` : source.argument;
    }
    return JSON.parse(this.#call("move", undefined, rest, files));
  }

  run(args, { stdin, files = {} } = {}) {
    expect(Array.isArray(args) && args.length && args.every((arg) => typeof arg === "string"),
      "the words of a command line", args);
    requireFiles(files);
    if (stdin !== undefined) requireText(stdin);
    return this.#withFiles({ "-": stdin, ...files }, (native) => {
      const status = native.call("ttattr_run", ...native.put(JSON.stringify(args)));
      const stdout = native.text(0), stderr = native.text(1);
      const written = JSON.parse(native.run("ttattr_written_files"));
      return { status, stdout, stderr, files: written };
    });
  }

  server() { return new Server(this); }

  serve(port) {
    const server = this.server();
    server.subscribe((message) => port.postMessage(JSON.parse(message)));
    port.onmessage = ({ data }) => server.send(data);
    return server;
  }
}

async function compile(source) {
  if (source === undefined) source = new URL("./ttattr.wasm", import.meta.url);
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof Promise) source = await source;
  if (typeof source === "string" || source instanceof URL) {
    const url = new URL(source, import.meta.url);
    if (url.protocol === "file:" && globalThis.process?.versions?.node) {
      const { readFile } = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:fs/promises");
      source = await readFile(url);
    } else {
      source = await fetch(url);
    }
  }
  if (typeof Response !== "undefined" && source instanceof Response) source = await source.arrayBuffer();
  return WebAssembly.compile(source);
}

export async function load(source) {
  const module = await compile(source);
  return new Ttattr(module, await WebAssembly.instantiate(module, {}));
}

/** The same without waiting, for workers and small pages. */
export function loadSync(source) {
  const module = source instanceof WebAssembly.Module ? source : new WebAssembly.Module(source);
  return new Ttattr(module, new WebAssembly.Instance(module, {}));
}
