// results.mjs PACKAGE FOLDER: TypeScript that assigns results of the package, as literals, to their types. Keys that a type
// lacks, or that a result lacks, are errors of tsc. Results are those of all files of lit/, each structure once.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [folder, lit] = process.argv.slice(2);
const { load, TtattrError } = await import(pathToFileURL(join(folder, "index.js")));
const ttattr = await load();
const NOTATIONS = ["metal", "ttnn", "ttcore", "named", "strided"];
const LAYOUTS = 4; // of a file

const structureOf = (value) => Array.isArray(value) ? [...new Set(value.map(structureOf))].sort().join()
  : value && typeof value === "object"
    ? `{${Object.entries(value).map(([key, item]) => `${key}:${structureOf(item)}`).join()}}` : typeof value;

const seen = new Set();
let number = 0;

function add(type, call) {
  let results;
  try {
    results = call();
  } catch (error) {
    if (error instanceof TtattrError) return []; // a file with errors
    throw error;
  }
  for (const result of [results].flat()) {
    const actual = typeof type === "function" ? type(result) : type, key = actual + structureOf(result);
    if (seen.has(key)) continue;
    seen.add(key);
    console.log(`export const x${number++}: ${actual} = ${JSON.stringify(result)};`);
  }
  return [results].flat();
}

const moves = [{}, { simulate: true }, { totals: true }];
const types = ["Layout", "LocatedLayout", "Device", "Conversion", "Movement", "MemoryPlan", "Attribute"];
console.log(`import type { ${types.join(", ")} } from "ttattr";`);
for (const file of readdirSync(lit, { recursive: true }).filter((name) => name.endsWith(".mlir"))) {
  const text = readFileSync(join(lit, file), "utf8");
  add("Attribute", () => ttattr.attributes(text));
  add("MemoryPlan", () => ttattr.memory(text));
  add("MemoryPlan", () => ttattr.memory(text, { at: 3 }));
  const layouts = add((result) => (result.pattern ? "Device" : "Layout"), () => ttattr.layout(text));
  let previous;
  for (const layout of layouts.filter((item) => item.type).slice(0, LAYOUTS)) {
    const source = { argument: layout.type };
    add("LocatedLayout", () => ttattr.locate(source, layout.logical_shape.map(() => 0)));
    add("LocatedLayout", () => ttattr.layout(source, { at: `${layout.grid_shape.map(() => 0).join("x")},4` }));
    add("Layout", () => ttattr.layout(source, { padding: true }));
    for (const to of NOTATIONS) add("Conversion", () => ttattr.convert(source, { to }));
    for (const options of moves) add("Movement", () => ttattr.move(previous ?? source, source, options));
    previous = source;
  }
}
