#!/usr/bin/env node
// npx ttattr tt-opt|tt-layout [ARGUMENT...]: the commands of docs/cli.md, by WASI.
// npx ttattr tt-lsp-server [--stdio]: the language server of docs/editors.md.
import { readFileSync, realpathSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";
import { setFlagsFromString } from "node:v8";

// The fast calls from WebAssembly to the WASI of node 20 and 22 damage the heap while it is collected (SIGSEGV after some
// dozen commands in a process); node 18 has none, and node 24 does not fail.
const major = Number(process.versions.node.split(".")[0]);
if (major > 18 && major < 24) setFlagsFromString("--no-turbo-fast-api-calls");

const COMMANDS = ["tt-opt", "tt-layout"];
const USAGE = `Usage: ttattr tt-opt|tt-layout|tt-lsp-server [ARGUMENT...]

Verify, print and compute with Tenstorrent MLIR layout and device attributes.

  tt-opt         verify and format .mlir files
  tt-layout      figures, pictures, conversions and plans of layouts
  tt-lsp-server  serve an editor by the Language Server Protocol, on standard
                 input and output

  --version      print the version and exit
  -h, --help     print this help and exit; 'ttattr tt-opt --help' lists options
`;
const SERVER_USAGE = `Usage: ttattr tt-lsp-server [--stdio]

Serve an editor on standard input and output by the Language Server Protocol.
It does not read files .tt-opt.toml. --log and --position-encoding are options
of the native server only.

  --stdio     standard input and output (the default)
  --version   print the version and exit
  -h, --help  print this help and exit
`;

// WASI is experimental in node, which says so on standard error; node 18 requires an option for it, and then runs this
// program again.
async function importWasi() {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return (await import("node:wasi")).WASI;
  } finally {
    process.emitWarning = emitWarning;
  }
}

const modules = new Map();

function moduleOf(command) {
  if (!modules.has(command)) {
    const file = new URL(`./${command}.wasm`, import.meta.url);
    modules.set(command, new WebAssembly.Module(readFileSync(file)));
  }
  return modules.get(command);
}

/**
 * Runs a command of WASI. @returns its exit status
 * `stdin`, `stdout` and `stderr` are descriptors; `cwd` is the directory of relative names.
 */
export function run(WASI, [command, ...args], { cwd = process.cwd(), env = process.env, ...streams } = {}) {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  const wasi = new WASI({ version: "preview1", args: [command, ...args], env: { ...env, PWD: cwd },
    preopens: { "/": "/" }, returnOnExit: true, ...streams });
  process.emitWarning = emitWarning;
  return wasi.start(new WebAssembly.Instance(moduleOf(command), { wasi_snapshot_preview1: wasi.wasiImport }));
}

function version() {
  return JSON.parse(readFileSync(new URL("./package.json", import.meta.url), "utf8")).version;
}

// ---- the language server ----

// The size of the body that the header says; undefined if it does not.
function bodySize(header) {
  const line = header.split("\r\n").find((text) => /^content-length:/i.test(text));
  const size = line && line.slice(line.indexOf(":") + 1).trim();
  return size && /^\d{1,9}$/.test(size) ? Number(size) : undefined;
}

/** Messages of a stream, as texts (LSP 3.17, Base Protocol). @throws for a header without a size */
async function* messages(input) {
  let data = Buffer.alloc(0), size;
  const chunks = [];
  let waiting = 0;
  for await (const chunk of input) {
    chunks.push(chunk);
    waiting += chunk.length;
    if (size !== undefined && data.length + waiting < size) continue; /* a long body is joined once */
    data = Buffer.concat([data, ...chunks.splice(0)]);
    waiting = 0;
    for (;;) {
      if (size === undefined) {
        const end = data.indexOf("\r\n\r\n");
        if (end < 0) break;
        const header = data.toString("latin1", 0, end);
        size = bodySize(header);
        if (size === undefined) throw new Error(`a header without a valid Content-Length: '${header.slice(0, 80)}'`);
        data = data.subarray(end + 4);
      }
      if (data.length < size) break;
      yield data.toString("utf8", 0, size);
      data = data.subarray(size);
      size = undefined;
    }
  }
}

/** @returns the exit status */
async function serve() {
  const { load } = await import("./index.js");
  const server = (await load()).server();
  server.subscribe((text) => {
    process.stdout.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`);
  });
  const exit = new Promise((resolve) => { server.onexit = resolve; });
  const read = async () => {
    try {
      for await (const message of messages(process.stdin)) server.send(message);
    } catch (error) {
      process.stderr.write(`tt-lsp-server: error: ${error.message}\n`);
    }
    return 1; // the input has ended without `exit`
  };
  const status = await Promise.race([exit, read()]);
  await new Promise((resolve) => setTimeout(resolve)); // until the last answers are written
  process.stdin.destroy();
  return status;
}

function runServer(args) {
  for (const arg of args) {
    if (arg === "--stdio") continue;
    if (["-h", "--help", "--version"].includes(arg)) {
      process.stdout.write(arg === "--version" ? `tt-lsp-server ${version()}\n` : SERVER_USAGE);
      return 0;
    }
    process.stderr.write(`tt-lsp-server: error: unknown option '${arg}'; see 'ttattr tt-lsp-server --help'\n`);
    return 2;
  }
  return serve();
}

// ---- the commands ----

async function main(args) {
  if (args[0] === "tt-lsp-server") return runServer(args.slice(1));
  if (["-h", "--help", "--version"].includes(args[0])) {
    process.stdout.write(args[0] === "--version" ? `ttattr ${version()}\n` : USAGE);
    return 0;
  }
  if (!COMMANDS.includes(args[0])) {
    process.stderr.write(args.length ? `ttattr: error: unknown command '${args[0]}'; see 'ttattr --help'\n` : USAGE);
    return 2;
  }
  let WASI;
  try {
    WASI = await importWasi();
  } catch (error) {
    const option = "--experimental-wasi-unstable-preview1";
    if (process.execArgv.includes(option)) throw error;
    const again = spawnSync(process.execPath, [option, fileURLToPath(import.meta.url), ...args], { stdio: "inherit" });
    return again.status ?? 2;
  }
  return run(WASI, args);
}

// The name that was started is a link, node_modules/.bin/ttattr.
const started = process.argv[1] && import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href;
if (started) process.exitCode = await main(process.argv.slice(2));
