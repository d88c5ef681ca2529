#!/usr/bin/env node
// npx ttattr tt-opt|tt-layout [ARGUMENT...]: the commands of docs/cli.md, by WASI.
import { readFileSync, realpathSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { fileURLToPath, pathToFileURL } from "node:url";

const COMMANDS = ["tt-opt", "tt-layout"];

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

async function main(args) {
  if (!COMMANDS.includes(args[0])) {
    const help = args.length && ["-h", "--help"].includes(args[0]);
    const text = `usage: ttattr ${COMMANDS.join("|")} [ARGUMENT...]\n`;
    (help ? process.stdout : process.stderr).write(text);
    return help ? 0 : 2;
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
