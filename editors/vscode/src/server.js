// The server: the program, or where it is not on PATH the WebAssembly module in a worker.
'use strict';
const fs = require('fs');
const path = require('path');
const { Worker } = require('worker_threads');
const { PortMessageReader, PortMessageWriter } = require('vscode-jsonrpc/node');

const PROGRAM = 'tt-lsp-server';

function isOnPath(program) {
  const suffixes = process.platform === 'win32' ? (process.env.PATHEXT || '.EXE').split(';') : [''];
  const folders = (process.env.PATH || '').split(path.delimiter).filter(Boolean);
  return folders.some(folder => suffixes.some(suffix => fs.existsSync(path.join(folder, program + suffix))));
}

/** The worker of the npm package that the extension contains; undefined if it was packaged without one. */
function findWorker(folder) {
  const script = path.join(folder, 'ttattr', 'server-worker.js');
  return fs.existsSync(script) && fs.existsSync(path.join(path.dirname(script), 'ttattr.wasm')) ? script : undefined;
}

/** A worker as a server: `transports` starts it, `stop` ends it. */
function workerServer(script) {
  let worker;
  return {
    transports: async () => {
      worker = new Worker(script);
      return { reader: new PortMessageReader(worker), writer: new PortMessageWriter(worker) };
    },
    stop: async () => worker?.terminate(),
  };
}

/** A worker is used only if the setting names no other program than the default one, and that is not on PATH.
 *  @return { program } or the worker's { transports, stop } */
function chooseServer(program) {
  const script = program === PROGRAM && !isOnPath(program) ? findWorker(__dirname) : undefined; // out, in the bundle
  return script ? workerServer(script) : { program };
}

module.exports = { PROGRAM, chooseServer };
