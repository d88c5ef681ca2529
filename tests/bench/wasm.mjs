// wasm.mjs PACKAGE FILE RUNS TOOL ARGUMENT...: CPU milliseconds of the native tool, whole processes, and of `check` in the
// module on the same text, after three runs that compile it; interleaved. Prints {native: [...], wasm: [...], first}.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [, , folder, file, runs, ...command] = process.argv;
const { load } = await import(pathToFileURL(join(folder, "index.js")));
const ttattr = await load();
const text = readFileSync(file);

// The parts of `resourceUsage` of children are not in node: the shell's `times` has them.
function native() {
  const script = '"$@" >/dev/null 2>&1; times';
  const { stdout } = spawnSync("bash", ["-c", script, "bash", ...command, file], { encoding: "utf8" });
  const [user, system] = stdout.trim().split("\n")[1].split(" ").map((time) => {
    const [, minutes, seconds] = /(\d+)m([\d.]+)s/.exec(time);
    return 1000 * (60 * minutes + Number(seconds));
  });
  return user + system;
}

function wasm() {
  const before = process.cpuUsage();
  ttattr.check(text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const first = wasm();
for (let i = 0; i < 3; i++) wasm();
const times = { first, native: [], wasm: [] };
for (let i = 0; i < Number(runs); i++) {
  times.native.push(native());
  times.wasm.push(wasm());
}
console.log(JSON.stringify({ ...times, node: process.version, memory: ttattr.memoryBytes }));
