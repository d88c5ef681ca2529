// Bundles the extension into out/, and copies the npm package `ttattr` with the WebAssembly server into out/ttattr if it
// was built: TTATTR_NPM, or build-wasm/npm of the repository (`scripts/wasm build-wasm`).
'use strict';
const fs = require('fs');
const path = require('path');

require('esbuild').buildSync({ entryPoints: ['src/extension.js'], bundle: true, platform: 'node', format: 'cjs',
  external: ['vscode'], minify: true, outfile: 'out/extension.js' });
const source = process.env.TTATTR_NPM || path.join(__dirname, '..', '..', 'build-wasm', 'npm');
const target = path.join('out', 'ttattr');
fs.rmSync(target, { recursive: true, force: true });
const names = ['package.json', 'index.js', 'server-worker.js', 'ttattr.wasm', 'LICENSE', 'NOTICE'];
if (fs.existsSync(path.join(source, 'ttattr.wasm'))) {
  fs.mkdirSync(target);
  for (const name of names) fs.copyFileSync(path.join(source, name), path.join(target, name));
} else {
  console.log('without the WebAssembly server: it was not built (scripts/wasm build-wasm)');
}
