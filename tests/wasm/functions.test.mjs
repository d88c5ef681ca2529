// The functions of the package against the commands of the native tools: the same question has the same JSON.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

const { TTATTR_PACKAGE: folder, TTATTR_NATIVE: tools } = process.env;
const { load, loadSync, TtattrError } = await import(pathToFileURL(join(folder, "index.js")));
const ttattr = await load();

const SPACE = "#tt.memory_space<l1>";
const A = `tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x2>, memref<64x64xf32, ${SPACE}>>>`;
const B = `tensor<64x128xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <2x1>, memref<32x128xf32, ${SPACE}>>>`;
const PROGRAM = `func.func @f(%arg0: ${A}) -> ${B} {\n  %0 = "ttir.to_layout"(%arg0) : (${A}) -> ${B}\n` +
  `  return %0 : ${B}\n}\n`;

function native(program, args, stdin = "") {
  const { status, stdout, stderr } = spawnSync(join(tools, program), args, { input: stdin, encoding: "utf8" });
  assert.ok(status < 2, stderr);
  return stdout;
}

const layout = (args, stdin) => native("tt-layout", args, stdin);

test("no imports", () => {
  assert.deepEqual(WebAssembly.Module.imports(ttattr.module), []);
});

test("layout and locate", () => {
  assert.deepEqual(ttattr.layout(PROGRAM), JSON.parse(layout(["show", "-", "--json"], PROGRAM)));
  assert.deepEqual(ttattr.layout({ argument: A }), JSON.parse(layout(["show", A, "--json"])));
  assert.deepEqual(ttattr.locate({ argument: A }, [3, 100]),
                   JSON.parse(layout(["show", A, "--json", "--index=3,100"])));
  assert.deepEqual(ttattr.layout(PROGRAM, { name: "%arg0", arch: "blackhole" }),
                   JSON.parse(layout(["show", "-", "--json", "--name=%arg0", "--arch=blackhole"], PROGRAM)));
});

test("build", () => {
  const options = { shape: [64, 128], element: "f32", grid: [2, 4], memorySpace: "dram", tile: "32x32:bfp_bf8" };
  const args = ["--shape=64x128", "--element=f32", "--grid=2x4", "--memory-space=dram", "--tile=32x32:bfp_bf8"];
  assert.equal(ttattr.build(options) + "\n", layout(["build", ...args]));
  assert.equal(ttattr.build({ ...options, attrOnly: true }) + "\n", layout(["build", ...args, "--attr-only"]));
});

test("convert", () => {
  for (const to of ["ttnn", "ttcore"]) {
    const expected = JSON.parse(layout(["convert", A, `--to=${to}`, "--json"]));
    assert.deepEqual(ttattr.convert({ argument: A }, { to }), expected);
  }
});

test("move", () => {
  const expected = JSON.parse(layout(["move", `--from=${A}`, `--to=${B}`, "--json", "--simulate"]));
  assert.deepEqual(ttattr.move(A, B, { simulate: true }), expected);
  assert.deepEqual(ttattr.move({ argument: A }, { argument: B }, { simulate: true }), expected);
});

test("memory", () => {
  assert.deepEqual(ttattr.memory(PROGRAM), JSON.parse(layout(["memory", "-", "--json"], PROGRAM)));
  const resources = { kind: "circular_buffer" };
  const files = { "r.jsonl": JSON.stringify(resources) + "\n" };
  assert.throws(() => ttattr.memory(PROGRAM, { resources: "r.jsonl", files }), /r\.jsonl/);
});

test("draw", () => {
  const at = mkdtempSync(join(tmpdir(), "ttattr-"));
  for (const view of ["grid", "plane", "tile"]) {
    layout(["draw", A, `--view=${view}`, "-o", join(at, "x.svg")]);
    assert.equal(ttattr.draw({ argument: A }, { view }), readFileSync(join(at, "x.svg"), "utf8"));
  }
  assert.equal(ttattr.draw({ argument: A }, { format: "text" }), layout(["draw", A, "--ascii"]));
  layout(["draw", A, "-o", join(at, "picture.html")]);
  assert.equal(ttattr.draw({ argument: A }, { format: "html" }), readFileSync(join(at, "picture.html"), "utf8"));
  assert.match(ttattr.draw(PROGRAM, { view: "memory" }), /^<\?xml/);
});

test("attributes", () => {
  const lines = native("tt-opt", ["--emit=json", "-"], PROGRAM).trim().split("\n").map((line) => JSON.parse(line));
  assert.deepEqual(ttattr.attributes(PROGRAM), lines);
});

test("check: the diagnostics of tt-opt, with UTF-16 columns", () => {
  const text = "#a = #tt.grid<8x8>\n// é\n#b = #tt.grid<8x>\n";
  const { stderr } = spawnSync(join(tools, "tt-opt"), ["--diagnostic-format=json", "-"], { input: text, encoding: "utf8" });
  assert.deepEqual(ttattr.check(text), stderr.trim().split("\n").map((line) => JSON.parse(line)));
  const [d] = ttattr.check('"t.u"() {a = "é😀", b = #tt.grid<8x>} : () -> ()');
  assert.deepEqual([d.line, d.column, d.end_column], [1, 34, 36]);
  const [space] = ttattr.check("#a = #tt.memory_space<L1>");
  assert.deepEqual([space.fixes[0].edits[0].text, space.fixes[0].edits[0].column], ["l1", 23]);
  assert.deepEqual(ttattr.check("#a = #tt.grid<8x8>"), []);
});

test("options of a check", () => {
  const text = "#a = #tt.grid<8x8>\n// -----\n#a = #tt.grid<8x8>\n";
  assert.ok(ttattr.check(text).length);
  assert.deepEqual(ttattr.check(text, { split: true }), []);
  assert.ok(ttattr.check("#a = #tt.grid<8x8>", { era: "2026-01-01" }).length);
  for (const options of [{ foo: 1 }, { era: "x" }, { rules: { nothing: "off" } }, { split: 1 }])
    assert.throws(() => ttattr.check(text, options), TtattrError);
});

test("format", () => {
  const text = `#a = #tt.grid< 8x8 >\n"x.y"() {a = ${A.replaceAll(", ", ",")}} : () -> ()\n`;
  assert.equal(ttattr.format(text), native("tt-opt", ["-"], text));
  assert.equal(ttattr.format(""), "");
  assert.equal(ttattr.format("#a = #tt.grid<8x>\n"), "#a = #tt.grid<8x>\n");
});

test("fix", () => {
  const wrong = '"x.y"() {a = #tt.gird<2x2>, b = #tt.grid<2X2>} : () -> ()\n';
  assert.equal(ttattr.fix(wrong), native("tt-opt", ["--fix-only", "-"], wrong));
  assert.equal(ttattr.fix(wrong), '"x.y"() {a = #tt.grid<2x2>, b = #tt.grid<2x2>} : () -> ()\n');
  assert.equal(ttattr.fix("#a = #tt.grid<8x8>\n"), "#a = #tt.grid<8x8>\n");
  assert.equal(ttattr.fix(""), "");
  assert.throws(() => ttattr.fix(5), TypeError);
  assert.throws(() => ttattr.fix(wrong, { foo: 1 }), TtattrError);
});

// A file of numpy (format version 1).
function npy(descr, shape, array) {
  const header = `{'descr': '${descr}', 'fortran_order': False, 'shape': (${shape.join(", ")},), }`.padEnd(117) + "\n";
  return Buffer.concat([Buffer.from("\x93NUMPY\x01\x00\x76\x00", "latin1"), Buffer.from(header), Buffer.from(array.buffer)]);
}

test("pack and unpack", () => {
  const tiles = `tensor<40x70xf32, #tt.metal_layout<(d0, d1) -> (d0, d1), one, <1x2>, memref<2x2x!tt.tile<32x32, f32>, ${SPACE}>>>`;
  const pages = "tensor<40x70xi16, #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<40x70xi16, #tt.memory_space<dram>>>>";
  const folder = mkdtempSync(join(tmpdir(), "ttattr-"));
  for (const [layout, descr, kind] of [[tiles, "<f4", Float32Array], [pages, "<i2", Int16Array],
                                       ["f16[40,70]{1,0:T(8,128)}", "<u2", Uint16Array]]) {
    const packing = new ttattr.Packing(layout), array = kind.from({ length: 40 * 70 }, (_, i) => i + 1);
    assert.deepEqual(packing.shape, [40, 70]);
    const banks = packing.pack(array), file = join(folder, "x.npy");
    writeFileSync(file, npy(descr, packing.shape, array));
    const result = spawnSync(join(tools, "tt-layout"), ["pack", layout, file]);
    assert.equal(result.status, 0, String(result.stderr));
    assert.equal(Buffer.compare(Buffer.concat(banks), result.stdout), 0);
    assert.deepEqual(packing.unpack(banks), array);
    const { banks: owners, offsets } = packing.locate(), one = packing.locate([[39, 69], [0, 1]]);
    assert.deepEqual([one.banks[0], one.offsets[0]], [owners[40 * 70 - 1], offsets[40 * 70 - 1]]);
    const bytes = banks[owners[1]].slice(offsets[1], offsets[1] + packing.elementBytes);
    assert.equal(new kind(bytes.buffer)[0], 2);
    packing.free();
    assert.throws(() => packing.pack(array), TtattrError);
  }
  const packing = new ttattr.Packing(tiles);
  assert.deepEqual([packing.grid, packing.numBanks, packing.element], [[1, 2], 2, "f32"]);
  assert.throws(() => packing.pack(new Float32Array(3)), /the array has 12 bytes, not 11200/);
  assert.throws(() => packing.pack([1, 2]), TypeError);
  assert.throws(() => packing.unpack([new Uint8Array(4)]), TypeError);
  assert.throws(() => packing.locate([[40, 0]]), TtattrError);
  assert.throws(() => packing.locate([[1]]), TypeError);
  assert.equal(packing.locate([]).banks.length, 0);
  const blocks = tiles.replaceAll("!tt.tile<32x32, f32>", "!tt.tile<32x32, bfp_bf8>")
    .replace(" one,", " undef,"); // padding shares the exponents of elements
  const rounded = new ttattr.Packing(blocks);
  assert.deepEqual([rounded.element, rounded.elementBytes, rounded.bankBytes], ["f32", 4, 4352]);
  assert.equal(rounded.unpack(rounded.pack(new Float32Array(40 * 70).fill(1.5)))[5], 1.5);
  assert.throws(() => new ttattr.Packing(blocks.replaceAll("bfp_bf8", "bfp_f8")), /exponents of 5 bits/);
  assert.throws(() => new ttattr.Packing("tensor<"), /error/);
  for (const options of [{ foo: 1 }, { arch: "x" }, { shape: "2x2" }, { shape: [1.5] }])
    assert.throws(() => new ttattr.Packing(tiles, options), TtattrError);
});

test("run", () => {
  const result = ttattr.run(["tt-opt", "-i", "a/x.mlir"], { files: { "a/x.mlir": "#a = #tt.grid< 8x8>\n" } });
  assert.deepEqual(result, { status: 0, stdout: "", stderr: "", files: { "a/x.mlir": "#a = #tt.grid<8x8>\n" } });
  assert.equal(ttattr.run(["tt-opt", "none.mlir"]).stderr,
               "tt-opt: error: cannot open 'none.mlir': No such file or directory\n");
  assert.equal(ttattr.run(["rm"]).status, 2);
  const found = ttattr.run(["tt-opt", "--query", "layout.cores > 1", "-"], { stdin: PROGRAM });
  assert.equal(found.status, 0);
  assert.match(found.stdout, /^<stdin>:1:\d+: tensor<64x128xf32/);
  for (const args of [["--watch", "x.mlir"], ["--reduce", "--test=false", "x.mlir"]]) {
    const rejected = ttattr.run(["tt-opt", ...args], { files: { "x.mlir": "#a = #tt.grid<8x8>\n" } });
    assert.equal(rejected.status, 2);
    assert.equal(rejected.stderr, `tt-opt: error: ${args[0]} is not possible in WebAssembly; use the native tt-opt\n`);
  }
  const quoted = ttattr.run(["tt-opt", "-i", 'a"b.mlir'], { files: { 'a"b.mlir': "#a = #tt.grid< 8x8>\n" } });
  assert.deepEqual(quoted.files, { 'a"b.mlir': "#a = #tt.grid<8x8>\n" });
  assert.equal(ttattr.run(["tt-opt"], { stdin: "#a = #tt.grid<8x8>" }).stdout, "#a = #tt.grid<8x8>");
});

test("errors", () => {
  assert.throws(() => ttattr.layout("tensor<2xf3, #tt.layout<"), (e) => e instanceof TtattrError && e.status === 1);
  assert.throws(() => ttattr.layout(A, { foo: 1 }), (e) => e.status === 2 && /unknown option/.test(e.messages));
  assert.throws(() => ttattr.build({ shape: "2x", element: "f32", grid: "1" }), TtattrError);
});

test("arguments of another type", () => {
  const d = new ttattr.Document("#a = #tt.grid<8x8>");
  const wrong = {
    "expected a text, found undefined": () => ttattr.check(undefined),
    "expected a text, found number 5": () => ttattr.format(5),
    "expected an object of options, found 'x'": () => ttattr.check("", "x"),
    "expected a text or { argument: text }, found an object": () => ttattr.layout({ text: "" }),
    "expected a text or { argument: text }, found null": () => ttattr.move(null, ""),
    "expected an index as an array of integers, found '0,1'": () => ttattr.locate("", "0,1"),
    "expected an object of options, found undefined": () => ttattr.build(),
    "expected the option 'to', the name of a notation, found undefined": () => ttattr.convert("", {}),
    "expected the words of a command line, found 'tt-opt'": () => ttattr.run("tt-opt"),
    "expected the text of the file 'a', found number 1": () => ttattr.run(["tt-opt"], { files: { a: 1 } }),
    "expected a position { line, column }, found an object": () => d.hover({ line: 1 }),
    "expected a range { line, column, end_line, end_column }, found undefined": () => d.edit(undefined, ""),
    "expected a message as a text or an object, found number 1": () => ttattr.server().send(1),
  };
  for (const [message, call] of Object.entries(wrong)) assert.throws(call, { name: "TypeError", message });
  assert.throws(() => ttattr.check("", { era: 5 }), (e) => e instanceof TtattrError && /5/.test(e.messages));
  assert.throws(() => ttattr.check("", { systemDesc: "nonsense" }), (e) => /^systemDesc: expected grayskull, wormhole_b0, /.test(e.messages));
  assert.deepEqual(ttattr.check(new Uint8Array([35])).length, 1);
  d.free();
});

test("documents", () => {
  const d = new ttattr.Document("// é😀\n#a = #tt.grid<8x>\n");
  assert.equal(d.diagnostics()[0].line, 2);
  d.edit({ line: 2, column: 17, end_line: 2, end_column: 17 }, "8");
  assert.equal(d.text, "// é😀\n#a = #tt.grid<8x8>\n");
  assert.deepEqual(d.diagnostics(), []);
  assert.equal(d.hover({ line: 2, column: 8 }).facts.grid, "8x8");
  assert.equal(d.hover({ line: 1, column: 1 }), null);
  assert.deepEqual(d.subject({ line: 2, column: 8 }), { kind: "tt.grid", text: "#tt.grid<8x8>" });
  assert.equal(d.symbols()[0].name, "#a");
  assert.equal(d.items().length, 1);
  assert.deepEqual(d.name({ line: 2, column: 1 }).uses, []);
  assert.ok(d.completions({ line: 2, column: 15 }).length);
  assert.deepEqual(d.format(), []);
  d.edit({ line: 9, column: 9, end_line: 9, end_column: 9 }, "#b = #tt.grid< 1 >");
  assert.equal(d.format()[0].text, "#tt.grid<1>");
  d.free();
  d.free();
  assert.throws(() => d.text, TtattrError);
});

test("ways to load", async () => {
  const bytes = readFileSync(join(folder, "ttattr.wasm"));
  for (const source of [bytes, new WebAssembly.Module(bytes), pathToFileURL(join(folder, "ttattr.wasm")),
                        Promise.resolve(bytes), new Response(bytes)])
    assert.equal((await load(source)).format("#a = #tt.grid< 1>"), "#a = #tt.grid<1>");
  assert.equal(loadSync(bytes).format("#a = #tt.grid< 1>"), "#a = #tt.grid<1>");
});

test("command line", () => {
  const at = mkdtempSync(join(tmpdir(), "ttattr-"));
  writeFileSync(join(at, "x.mlir"), "#a = #tt.grid< 8x8>\n");
  const cli = (...args) => spawnSync(process.execPath, [join(folder, "cli.js"), ...args], { cwd: at, encoding: "utf8" });
  assert.equal(cli("tt-opt", "x.mlir").stdout, "#a = #tt.grid<8x8>\n");
  assert.equal(cli("tt-opt", "x.mlir").stderr, "");
  assert.equal(cli("tt-layout", "build", "--shape=2", "--element=f32", "--grid=1").status,
               spawnSync(join(tools, "tt-layout"), ["build", "--shape=2", "--element=f32", "--grid=1"]).status);
  assert.equal(cli("tt-opt", "-i", "x.mlir").status, 0);
  assert.equal(readFileSync(join(at, "x.mlir"), "utf8"), "#a = #tt.grid<8x8>\n");
  assert.equal(cli("rm").status, 2);
  assert.match(cli("--help").stdout, /Usage: ttattr/);
  assert.match(cli("--version").stdout, /^ttattr \d+\.\d+/);
  assert.match(cli("rm").stderr, /unknown command 'rm'/);
});

// The language server of the package answers as the native one does.
test("command line: tt-lsp-server", () => {
  const uri = "file:///x/a.mlir", textDocument = { uri };
  const messages = [
    { id: 1, method: "initialize", params: { capabilities: {} } },
    { method: "textDocument/didOpen", params: { textDocument: { uri, languageId: "mlir", version: 1, text: PROGRAM } } },
    { id: 2, method: "textDocument/hover", params: { textDocument, position: { line: 1, character: 3 } } },
    { id: 3, method: "textDocument/documentSymbol", params: { textDocument } },
    { method: "textDocument/didChange", params: { textDocument: { uri, version: 2 }, contentChanges: [{ text: "#é = 😀" }] } },
    { id: 4, method: "shutdown" }, { method: "exit" },
  ].map((message) => {
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    return `Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`;
  });
  const answers = (program, args) => {
    const { status, stdout, stderr } = spawnSync(program, args, { input: messages.join(""), encoding: "utf8" });
    assert.equal(status, 0, stderr);
    return stdout.split(/Content-Length: \d+\r\n\r\n/).slice(1).map((text) => JSON.parse(text));
  };
  const cli = join(folder, "cli.js");
  const found = answers(process.execPath, [cli, "tt-lsp-server", "--stdio"]);
  assert.deepEqual(found, answers(join(tools, "tt-lsp-server"), []));
  assert.equal(found.filter((message) => message.id).length, 4);
  const server = (input, ...args) => spawnSync(process.execPath, [cli, "tt-lsp-server", ...args], { input, encoding: "utf8" });
  assert.equal(server("").status, 1);
  assert.match(server("X: 1\r\n\r\n").stderr, /tt-lsp-server: error: a header without a valid Content-Length: 'X: 1'/);
  assert.match(server("", "--version").stdout, /^tt-lsp-server \d/);
  assert.match(server("", "--help").stdout, /--stdio/);
  assert.equal(server("", "--foo").status, 2);
});

