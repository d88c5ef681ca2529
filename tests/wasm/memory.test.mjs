// The memory of the module: what documents, servers and calls use is given back.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const { load } = await import(pathToFileURL(join(process.env.TTATTR_PACKAGE, "index.js")));
const L = "#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x128xf32, #tt.memory_space<l1>>>";
const lines = Array.from({ length: 500 }, (_, i) => `"t.u"() {v = tensor<64x128xf32, ${L}>, n = ${i}} : () -> ()`);
const TEXT = lines.join("\n") + "\n#a = #tt.grid<8x>\n";

test("1,000 documents give back their memory, and it does not grow after the tenth", async () => {
  const ttattr = await load();
  ttattr.check("");
  const before = ttattr.liveBytes;
  let tenth;
  for (let i = 0; i < 1000; i++) {
    const d = new ttattr.Document(i % 2 ? TEXT : TEXT.slice(0, 5000));
    d.edit({ line: 1, column: 1, end_line: 1, end_column: 1 }, "// é\n");
    assert.ok(d.diagnostics());
    d.hover({ line: 2, column: 30 });
    d.free();
    if (i === 9) tenth = ttattr.memoryBytes;
  }
  assert.equal(ttattr.liveBytes, before);
  assert.equal(ttattr.memoryBytes, tenth);
});

test("calls give back their memory, also after errors", async () => {
  const ttattr = await load();
  ttattr.check("");
  const before = ttattr.liveBytes;
  const type = `tensor<64x128xf32, ${L}>`;
  for (let i = 0; i < 50; i++) {
    ttattr.check(TEXT);
    ttattr.format(TEXT);
    ttattr.attributes(TEXT.slice(0, TEXT.indexOf("\n")));
    ttattr.layout(type);
    ttattr.draw(type, { format: "html" });
    ttattr.convert(type, { to: "ttnn" });
    ttattr.move(type, type, { totals: true });
    ttattr.run(["tt-layout", "draw", "x.mlir", "-o", "y.svg"], { files: { "x.mlir": type } });
    const packing = new ttattr.Packing(type);
    packing.unpack(packing.pack(new Float32Array(64 * 128)));
    packing.locate();
    packing.free();
    for (const body of [() => ttattr.layout("tensor<"), () => new ttattr.Packing("tensor<"), () => ttattr.layout(type, { foo: 1 }),
                        () => ttattr.check("", { era: "x" }), () => ttattr.check("", { rules: { nothing: "off" } }),
                        () => new ttattr.Document("", { foo: 1 })])
      assert.throws(body);
  }
  assert.equal(ttattr.liveBytes, before);
});

test("documents and servers are freed with their objects", { skip: !globalThis.gc }, async () => {
  const ttattr = await load();
  ttattr.check("");
  const before = ttattr.liveBytes;
  (() => {
    for (let i = 0; i < 20; i++) {
      new ttattr.Document(TEXT);
      ttattr.server().send({ jsonrpc: "2.0", id: 1, method: "initialize", params: { capabilities: {} } });
    }
  })();
  assert.ok(ttattr.liveBytes > before + 100_000);
  for (let i = 0; i < 20 && ttattr.liveBytes > before; i++) {
    await setTimeout(20);
    globalThis.gc();
  }
  assert.equal(ttattr.liveBytes, before);
});

test("a module that has trapped says so", async () => {
  const ttattr = await load();
  const other = await load(ttattr.module);
  assert.equal(other.format("#a = #tt.grid< 1>"), "#a = #tt.grid<1>");
  assert.notEqual(other, ttattr);
});
