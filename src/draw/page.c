/* page.c: the HTML page: the SVG, and the script of its probe. The page is offline: nothing is fetched. */
#include "base/xml.h"
#include "draw/scene.h"

static const char *const styles[] = {
    "body{margin:0;font:14px/1.45 system-ui,'Segoe UI',Helvetica,Arial,sans-serif;background:#fff;color:#1b2430}",
    "main{display:flex;flex-wrap:wrap;gap:0 8px;align-items:flex-start}svg{max-width:100%;height:auto;flex:0 1 auto}",
    "#probe{flex:1 1 300px;max-width:560px;padding:20px}h2{font-size:15px;margin:18px 0 "
    "6px}h2:first-child{margin-top:0}p{margin:4px 0 8px;color:#5c6773}",
    "#index label{display:grid;grid-template-columns:28px 1fr 90px 80px;gap:8px;align-items:center;margin:3px 0}",
    "#index input{width:100%;box-sizing:border-box;font:inherit}i{color:#5c6773;font-style:normal;white-space:nowrap}",
    "output{display:block;min-height:1.5em;font-variant-numeric:tabular-nums}",
    "output div{display:grid;grid-template-columns:150px 1fr;gap:8px}output span{color:#5c6773}output "
    "b{font-weight:600}",
    ".here{stroke:#c2185b!important;stroke-width:2.5!important}#dot{fill:#c2185b;stroke:#fff;stroke-width:1;pointer-"
    "events:none}",
    "@media (prefers-color-scheme:dark){:root{color-scheme:dark}body{background:#14191f;color:#e6ebf1}p,i,output "
    "span{color:#9fabb8}",
    ".here{stroke:#ff6fa3!important}#dot{fill:#ff6fa3;stroke:#14191f}}",
};

static const char *const script[] = {
    "'use strict';",
    "const L = JSON.parse(document.getElementById('layout').textContent);",
    "const $ = id => document.getElementById(id), svg = document.querySelector('svg');",
    "const create = name => document.createElement(name);",
    "const ints = a => a && a.map(BigInt);",
    "const logical = ints(L.logical), physical = ints(L.physical), grid = ints(L.grid), shard = ints(L.shard);",
    "const plain = v => v === null ? null : Array.isArray(v) ? v.map(plain) :",
    "  v <= 9007199254740992n && v >= -9007199254740992n ? Number(v) : String(v);",
    "const floordiv = (a, b) => { const q = a / b; return a % b !== 0n && (a < 0n) !== (b < 0n) ? q - 1n : q; };",
    "const operators = {",
    "  '+': (a, b) => a + b, '*': (a, b) => a * b, floordiv, ceildiv: (a, b) => -floordiv(-a, b),",
    "  mod: (a, b) => a - floordiv(a, b) * b };",
    "function evaluate(map, dims) {",
    "  const v = [];",
    "  for (const [op, a, b] of map.nodes)",
    "    v.push(op === 'd' ? dims[a] : op === 'c' ? BigInt(a) : operators[op](v[a], v[b]));",
    "  return map.results.map(i => v[i]);",
    "}",
    "const dot = document.createElementNS('http://www.w3.org/2000/svg', 'circle');",
    "Object.assign(dot.style, {display: 'none'});",
    "dot.id = 'dot';",
    "dot.setAttribute('r', '4');",
    "$('picture').append(dot);",
    "/* The forms of the storage: q, r = a div D, a mod D; b += w * a, or b += w (ttattr/storage.h). */",
    "function formsAt(storage, physical) {",
    "  const f = Array(storage.forms).fill(0n);",
    "  physical.forEach((x, i) => { f[i] = x; });",
    "  for (const [operation, a, number, to, remainder] of storage.steps) {",
    "    const n = BigInt(number);",
    "    if (operation === '/') [f[to], f[remainder]] = [f[a] / n, f[a] % n];",
    "    else f[to] += a === null ? n : n * f[a];",
    "  }",
    "  return f;",
    "}",
    "/* The same figures as `tt-layout show --index` in its `at`. */",
    "function locate(index) {",
    "  const p = evaluate(L.linear, index);",
    "  const at = {logical: index, physical: p, core: null, shard_offset: null, tile: null,",
    "    tile_offset: null, face: null, byte_offset: null};",
    "  if (grid && L.storage.forms) {",
    "    const forms = formsAt(L.storage, p), value = form => form === null ? null : forms[form];",
    "    for (const name of ['core', 'shard_offset', 'tile', 'tile_offset'])",
    "      at[name] = L.storage[name] && L.storage[name].map(value);",
    "    at.face = value(L.storage.face);",
    "    at.byte_offset = value(L.storage.byte_offset);",
    "  }",
    "  if (L.device) {",
    "    const [chip, y, x] = evaluate(L.device.map, at.core);",
    "    Object.assign(at, {chip_index: chip, chip: BigInt(L.device.chip_ids[Number(chip)]), physical_core: [y, x]});",
    "  }",
    "  return at;",
    "}",
    "/* The element at a physical place; null: there is none. */",
    "function elementAt(p) {",
    "  const index = logical.map(() => 0n);",
    "  p.forEach((value, r) => {",
    "    let rest = value - BigInt(L.inverse[r].constant);",
    "    for (const [dim, stride] of L.inverse[r].steps) {",
    "      index[dim] = floordiv(rest, BigInt(stride));",
    "      rest -= index[dim] * BigInt(stride);",
    "    }",
    "  });",
    "  if (index.some((x, i) => x < 0n || x >= logical[i])) return null;",
    "  return evaluate(L.linear, index).every((x, i) => x === p[i]) ? index : null;",
    "}",
    "const json = at => JSON.stringify(Object.fromEntries(",
    "  Object.entries(at).map(([k, v]) => [k, typeof v === 'boolean' ? v : plain(v)])));",
    "const words = {logical: 'logical index', physical: 'physical', core: 'core',",
    "  shard_offset: 'offset in the shard', tile: 'tile', tile_offset: 'offset in the tile', face: 'face',",
    "  byte_offset: 'byte in the shard', chip_index: 'chip index', chip: 'chip', physical_core: 'core of the chip', "
    "padding: ''};",
    "function show(output, at) {",
    "  output.dataset.json = json(at);",
    "  output.replaceChildren(...Object.entries(at).filter(([k, v]) => v !== null).map(([k, v]) => {",
    "    const row = create('div'), name = create('span'), value = create('b');",
    "    name.textContent = words[k];",
    "    value.textContent = k === 'padding' ? 'padding: no element here' :",
    "      Array.isArray(v) ? '[' + v.join(', ') + ']' : v.toString();",
    "    row.append(name, value);",
    "    return row;",
    "  }));",
    "}",
    "function boxOf(core) {",
    "  const one = svg.querySelector(`[data-core=\"${core.join('x')}\"]`);",
    "  if (one || core.length !== 2) return one;",
    "  return [...svg.querySelectorAll('[data-first]')].find(box => {",
    "    const [first, per] = [box.dataset.first, box.dataset.per].map(text => text.split('x').map(BigInt));",
    "    return core.every((c, i) => c >= first[i] && c < first[i] + per[i]);",
    "  });",
    "}",
    "const number = (box, name) => Number(box.getAttribute(name));",
    "function mark(at) {",
    "  svg.querySelectorAll('.here').forEach(box => box.classList.remove('here'));",
    "  const box = at.core && boxOf(at.core);",
    "  dot.style.display = 'none';",
    "  if (!box) return;",
    "  box.classList.add('here');",
    "  if (!box.dataset.span) return;",
    "  const span = box.dataset.span.split('x').map(Number), o = at.shard_offset.map(Number), r = o.length;",
    "  dot.setAttribute('cx', number(box, 'x') + (o[r - 1] + 0.5) / span[1] * number(box, 'width'));",
    "  dot.setAttribute('cy', number(box, 'y') + ((r > 1 ? o[r - 2] : 0) + 0.5) / span[0] * number(box, 'height'));",
    "  dot.style.display = '';",
    "}",
    "const fields = logical.map((extent, i) => {",
    "  const row = create('label'), name = create('span'), slider = create('input'), box = create('input'), of = "
    "create('i');",
    "  name.textContent = 'd' + i;",
    "  slider.type = 'range';",
    "  box.type = 'number';",
    "  of.textContent = 'of ' + extent;",
    "  for (const input of [slider, box])",
    "    Object.assign(input, {min: 0, max: String(extent - 1n), step: 1, value: 0});",
    "  slider.setAttribute('aria-label', 'index of dim ' + i);",
    "  slider.oninput = () => { box.value = slider.value; update(); };",
    "  box.oninput = () => { slider.value = box.value; update(); };",
    "  row.append(name, slider, box, of);",
    "  $('index').append(row);",
    "  return {slider, box};",
    "});",
    "function readIndex() {",
    "  return fields.map(({box}, i) => {",
    "    const v = /^[0-9]+$/.test(box.value) ? BigInt(box.value) : 0n;",
    "    return v < logical[i] ? v : logical[i] - 1n;",
    "  });",
    "}",
    "function setIndex(index) {",
    "  index.forEach((v, i) => { fields[i].box.value = String(v); fields[i].slider.value = String(v); });",
    "  update();",
    "}",
    "function update() {",
    "  const at = locate(readIndex());",
    "  show($('at'), at);",
    "  mark(at);",
    "}",
    "/* What the pointer is on. */",
    "function probe(event) {",
    "  const box = event.target.closest && event.target.closest('[data-core]');",
    "  if (!box) return null;",
    "  const bounds = box.getBoundingClientRect(), span = box.dataset.span.split('x').map(Number);",
    "  const inside = (a, size, n) => BigInt(Math.max(0, Math.min(n - 1, Math.floor(a / size * n))));",
    "  const row = inside(event.clientY - bounds.top, bounds.height, span[0]);",
    "  const column = inside(event.clientX - bounds.left, bounds.width, span[1]);",
    "  const core = box.dataset.core.split('x').map(BigInt), r = core.length;",
    "  const offset = core.map((c, i) => i === r - 1 ? column : i === r - 2 ? row : 0n);",
    "  const p = core.map((c, i) => c * shard[i] + offset[i]);",
    "  const inShard = offset.every((o, i) => o < shard[i]) && p.every((x, i) => x < physical[i]);",
    "  if (inShard && !L.inverse) return {physical: p, core, shard_offset: offset};",
    "  const index = inShard ? elementAt(p) : null;",
    "  return index ? locate(index) : {core, shard_offset: offset, padding: true};",
    "}",
    "if (logical.every(n => n > 0n)) {",
    "  svg.addEventListener('pointermove', event => { const at = probe(event); if (at) show($('hover'), at); });",
    "  svg.addEventListener('click', event => {",
    "    const at = probe(event);",
    "    if (at && at.logical) { setIndex(at.logical); history.replaceState(null, '', '#' + at.logical.join(',')); }",
    "  });",
    "  const fromHash = () => {",
    "    const parts = decodeURIComponent(location.hash.slice(1)).split(',');",
    "    const fits = (part, i) => /^[0-9]+$/.test(part) && BigInt(part) < logical[i];",
    "    if (parts.length === logical.length && parts.every(fits)) setIndex(parts);",
    "  };",
    "  addEventListener('hashchange', fromHash);",
    "  update();",
    "  fromHash();",
    "}",
};

static void put_lines(tta_buf *out, const char *const *lines, size_t count) {
  for (size_t i = 0; i < count; i++) {
    tta_buf_str(out, lines[i]);
    tta_buf_char(out, '\n');
  }
}

/* `<` occurs in strings only; escaped so that no text ends the script. */
static void put_data(tta_buf *out, tta_str data) {
  for (size_t i = 0; i < data.size; i++) {
    if (data.data[i] == '<') tta_buf_str(out, "\\u003c");
    else tta_buf_char(out, data.data[i]);
  }
}

void tta_scene_page(tta_scene *scene, tta_str data, tta_buf *out) {
  tta_buf_str(out,
              "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
              "<meta name=\"viewport\" content=\"width=device-width\">\n<title>");
  tta_xml_text(out, scene->title);
  tta_buf_str(out, "</title>\n<style>\n");
  put_lines(out, styles, sizeof styles / sizeof *styles);
  tta_buf_str(out, "</style>\n</head>\n<body>\n<main>\n");
  tta_scene_svg(scene, out, false);
  if (data.size) {
    tta_buf_str(
        out,
        "<section id=\"probe\">\n<h2>Where is an element?</h2>\n<div id=\"index\"></div>\n<output id=\"at\"></output>\n"
        "<h2>What is under the pointer?</h2>\n<p>Move over a core. A click takes the element to the sliders.</p>\n"
        "<output id=\"hover\"></output>\n</section>\n</main>\n<script type=\"application/json\" id=\"layout\">");
    put_data(out, data);
    tta_buf_str(out, "</script>\n<script>\n");
    put_lines(out, script, sizeof script / sizeof *script);
    tta_buf_str(out, "</script>\n");
  } else {
    tta_buf_str(out, "</main>\n");
  }
  tta_buf_str(out, "</body>\n</html>\n");
}
