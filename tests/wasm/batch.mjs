// batch.mjs PACKAGE: runs command lines in the module. Each line of standard input is {args, files: {name: path},
// stdin: path}; each line of standard output is {status, stdout, stderr}, or {trap}. A module that has trapped is
// replaced. The last line has the bytes in use at the start and at the end, and the bytes of the memory.
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const { load } = await import(pathToFileURL(join(process.argv[2], "index.js")));
let ttattr = await load();
const before = ttattr.liveBytes;
for await (const line of createInterface({ input: process.stdin })) {
  const { args, files = {}, stdin } = JSON.parse(line);
  try {
    const inputs = Object.fromEntries(Object.entries(files).map(([name, path]) => [name, readFileSync(path)]));
    const { status, stdout, stderr } = ttattr.run(args, { files: inputs, stdin: stdin && readFileSync(stdin) });
    console.log(JSON.stringify({ status, stdout, stderr }));
  } catch (error) {
    console.log(JSON.stringify({ trap: error.message }));
    ttattr = await load(ttattr.module);
  }
}
console.log(JSON.stringify({ before, after: ttattr.liveBytes, memory: ttattr.memoryBytes }));
