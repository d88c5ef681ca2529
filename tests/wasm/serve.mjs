// serve.mjs PACKAGE SOCKET: runs the commands of the package for recorder.c, each as `npx ttattr` does, in one process.
import { closeSync, openSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , folder, socket] = process.argv;
process.emitWarning = () => {};
const { WASI } = await import("node:wasi");
const { run } = await import(pathToFileURL(join(folder, "cli.js")));

function serve(request) {
  const [cwd, ...args] = readFileSync(join(request, "arguments"), "utf8").split("\0").slice(0, -1);
  const open = (name, flags) => openSync(join(request, name), flags);
  const stdin = open("stdin", "r"), stdout = open("stdout", "r+"), stderr = open("stderr", "r+");
  try {
    return run(WASI, args, { cwd, stdin, stdout, stderr });
  } catch (error) {
    console.error(args.join(" "), error.message);
    return 134;
  } finally {
    for (const descriptor of [stdin, stdout, stderr]) closeSync(descriptor);
  }
}

createServer((connection) => {
  connection.once("data", (data) => connection.end(String(serve(data.toString().trim()))));
}).listen(socket, () => console.log("ready"));
