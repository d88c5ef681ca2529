// Bundles the extension into out/ for Node.js and for browsers, and copies the npm package `ttattr` with the WebAssembly
// server into out/ttattr if it was built: TTATTR_NPM, or build-wasm/npm of the repository (`scripts/wasm build-wasm`).
// Writes the licenses of everything that is in the bundles into out/LICENSES.txt.
'use strict';
const fs = require('fs');
const path = require('path');
const { buildSync, build } = require('esbuild');

const source = process.env.TTATTR_NPM || path.join(__dirname, '..', '..', 'build-wasm', 'npm');
const target = path.join('out', 'ttattr');
const browser = path.resolve('src', 'browser.js');
const common = { bundle: true, minify: true, metafile: true, external: ['vscode', 'node:*'] };

const forBrowsers = {
  name: 'browser',
  setup({ onResolve }) {
    onResolve({ filter: /^(\.\/server|vscode-languageclient\/node)$/ }, () => ({ path: browser }));
  },
};

/** The packages in the bundles, each with its license: theirs require a copy. */
function licenses(metafiles) {
  const inputs = metafiles.flatMap(({ inputs: files }) => Object.keys(files));
  const folders = inputs.map(file => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0]).filter(Boolean);
  const own = [path.join(__dirname, '..', '..', 'LICENSE'), path.join(source, 'LICENSE')].find(fs.existsSync);
  if (!own) throw new Error('the license of this project is missing');
  const texts = [...new Set(folders)].sort().map(folder => {
    const file = fs.readdirSync(folder).find(name => /^licen[cs]e/i.test(name));
    if (!file) throw new Error(`${folder} has no license`);
    const { name, version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
    return `${name} ${version}\n\n${fs.readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
  });
  return [fs.readFileSync(own, 'utf8'), ...texts].join(`\n${'-'.repeat(80)}\n\n`);
}

async function main() {
  fs.rmSync('out', { recursive: true, force: true });
  const made = [buildSync({ ...common, entryPoints: ['src/extension.js'], platform: 'node', format: 'cjs',
    outfile: 'out/extension.js' })];
  const names = ['package.json', 'index.js', 'server-worker.js', 'ttattr.wasm', 'LICENSE', 'NOTICE'];
  if (fs.existsSync(path.join(source, 'ttattr.wasm'))) {
    fs.mkdirSync(target);
    for (const name of names) fs.copyFileSync(path.join(source, name), path.join(target, name));
    made.push(await build({ ...common, entryPoints: ['src/extension.js'], platform: 'browser', format: 'cjs',
      outfile: 'out/browser.js', plugins: [forBrowsers] }));
    buildSync({ ...common, entryPoints: [path.join(target, 'server-worker.js')], platform: 'browser', format: 'iife',
      define: { 'import.meta.url': '""' }, outfile: 'out/server.js' });
  } else {
    console.log('without the WebAssembly server: it was not built (scripts/wasm build-wasm)');
  }
  fs.writeFileSync('out/LICENSES.txt', licenses(made.map(({ metafile }) => metafile)));
}

main();
