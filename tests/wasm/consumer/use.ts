// Compiled with --strict, not run: each function with its options and results.
import { load, loadSync, TtattrError } from "ttattr";
import type {
  Conversion, Device, Diagnostic, Document, Edit, Layout, LocatedLayout, MemoryPlan, Movement, Packing, Position, Server,
  Ttattr,
} from "ttattr";

const ttattr: Ttattr = await load(new URL("x.wasm", "file:///"));
loadSync(new Uint8Array(8)).liveBytes.toFixed();
const diagnostics: Diagnostic[] = ttattr.check("", { era: "latest", split: true, rules: { "tile-size": "off" } });
const edits: Edit[] = diagnostics.flatMap((d) => d.fixes.flatMap((fix) => fix.edits));
const text: string = ttattr.format("", { expandAliases: true }) + edits.length;
const all: Layout[] = ttattr.layout(text, { arch: "blackhole" });
const one: Layout = ttattr.layout({ argument: text }, { index: [1, 2] });
const named: Layout = ttattr.layout(text, { name: "%a" });
const located: LocatedLayout[] = ttattr.locate(text, [0, 1]);
const byte: number | null | undefined = located[0].at.byte_offset;
const devices: Device[] = ttattr.layout<Device>(text);
const cores: number = all[0].cores + one.cores + named.cores + located.length;
const built: string = ttattr.build({ shape: [64, 128], element: "f32", grid: "2x4", collapse: "none" });
const conversion: Conversion = ttattr.convert(built, { to: "ttnn" });
const movement: Movement = ttattr.move({ argument: conversion.text }, built, { simulate: true, permute: [1, 0] });
const plan: MemoryPlan = ttattr.memory(text, { at: cores, files: { "a.json": "" }, resources: "a.json" });
[byte, devices[0].device.chipIds[0], movement.bytes_total, plan.fits, plan.buffers[0].address].join();
const svg: string = ttattr.draw(text, { view: "plane", format: "svg" });
const { status, stdout, files } = ttattr.run(["tt-opt", "-"], { stdin: svg });
const at: Position = { line: status, column: stdout.length };
const document: Document = new ttattr.Document(files["x"], { markdown: true });
document.edit({ ...at, end_line: 1, end_column: 1 }, document.text);
document.hover(at)?.facts["grid"].trim();
document.completions(at).map((c) => c.kind + c.text);
document.name(at)?.uses.length;
document.subject(at)?.text;
document.free();
const packing: Packing = new ttattr.Packing(built, { arch: "blackhole", shape: [64, 128], element: "f32" });
packing.unpack(packing.pack(new Float32Array(packing.shape[0] * packing.elementBytes * packing.bankBytes))).length;
packing.locate([[1, 2]]).offsets[packing.numBanks + packing.grid.length + packing.element.length].toFixed();
packing.free();
const server: Server = ttattr.server();
server.subscribe((message: string) => message.length);
server.onexit = (exit) => exit.toFixed();
server.send({ jsonrpc: "2.0" });
const { port1 } = new MessageChannel();
ttattr.serve(port1).close();
try {
  ttattr.attributes(text)[0].kind;
} catch (error) {
  if (error instanceof TtattrError) error.messages + error.status;
}
// @ts-expect-error: build requires a grid
ttattr.build({ shape: [1], element: "f32" });
// @ts-expect-error: options of a check are known
ttattr.check(text, { eras: "latest" });
// @ts-expect-error: an array is packed, not a list
packing.pack([1, 2]);
// @ts-expect-error: results have types
movement.bytes;
// @ts-expect-error: a conversion has a target
ttattr.convert(text, {});
