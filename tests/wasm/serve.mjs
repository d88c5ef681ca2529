// serve.mjs PACKAGE SOCKET: runs the commands of the package for recorder.c, each as `npx ttattr` does, many in one
// process. A process serves some runs and keeps their WASI objects: node closes descriptors when it collects these.
import { fork } from "node:child_process";
import { closeSync, fstatSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const RUNS = 60;

// ---- a child ----

// A command may have closed its standard input.
function closeUnlessClosed(descriptor, file) {
  try {
    if (fstatSync(descriptor).ino === file) closeSync(descriptor);
  } catch (error) {
    if (error.code !== "EBADF") throw error;
  }
}

function serve(WASI, run, request) {
  const [cwd, ...args] = readFileSync(join(request, "arguments"), "utf8").split("\0").slice(0, -1);
  const open = (name, flags) => openSync(join(request, name), flags);
  const stdin = open("stdin", "r"), stdout = open("stdout", "r+"), stderr = open("stderr", "r+");
  const numbers = [stdin, stdout, stderr].map((descriptor) => [descriptor, fstatSync(descriptor).ino]);
  try {
    return run(WASI, args, { cwd, stdin, stdout, stderr });
  } catch (error) {
    console.error(args.join(" "), error.message);
    return 134;
  } finally {
    for (const [descriptor, file] of numbers) closeUnlessClosed(descriptor, file);
  }
}

async function child(folder) {
  process.emitWarning = () => {};
  const { WASI } = await import("node:wasi");
  const { run } = await import(pathToFileURL(join(folder, "cli.js")));
  const kept = [];
  class KeptWasi extends WASI {
    constructor(options) {
      super(options);
      kept.push(this);
    }
  }
  process.on("message", (request) => process.send(serve(KeptWasi, run, request)));
}

// ---- the server ----

function start(folder) {
  const runner = { process: fork(fileURLToPath(import.meta.url), [folder]), runs: 0, answer: null };
  const end = (status) => {
    const { answer } = runner;
    runner.answer = null;
    answer?.(status);
  };
  runner.process.on("message", end);
  runner.process.on("exit", (status, signal) => {
    if (runner.answer) console.error(`a process of node ended with ${status ?? signal}`);
    end(135);
  });
  return runner;
}

function listen(folder, socket) {
  let runner = start(folder), queue = Promise.resolve();
  const execute = (request) => new Promise((resolve) => {
    if (runner.runs++ >= RUNS || runner.process.exitCode !== null || runner.process.signalCode) {
      runner.process.kill();
      runner = start(folder);
    }
    runner.answer = resolve;
    runner.process.send(request);
  });
  createServer((connection) => {
    connection.on("error", () => {}); // the client has ended
    connection.once("data", (data) => {
      const request = data.toString().trim();
      queue = queue.then(() => execute(request)).then((status) => connection.end(String(status)));
    });
  }).listen(socket, () => console.log("ready"));
  process.on("SIGTERM", () => {
    runner.process.kill();
    process.exit();
  });
}

const [, , folder, socket] = process.argv;
if (socket) listen(folder, socket);
else await child(folder);
