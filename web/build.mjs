// build.mjs PACKAGE MODULES OUT: bundles the page into one HTML file.
//   PACKAGE  the folder of the npm package ttattr   MODULES  the folder of node_modules   OUT  the HTML file
// The module of WebAssembly is deflated and becomes text of the script; the policy of the page allows this script
// alone, by its hash.

import {spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdirSync, readFileSync, readdirSync, renameSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join, resolve} from 'node:path';
import {deflateRawSync} from 'node:zlib';

const [folder, modules, out] = process.argv.slice(2).map((path) => resolve(path));
const web = import.meta.dirname ?? dirname(new URL(import.meta.url).pathname);
const {build} = createRequire(join(modules, 'x.js'))('esbuild');

/** The module, deflated: the page inflates it. */
const deflated = {
  name: 'deflated',
  setup({onLoad}) {
    const deflate = (path) => deflateRawSync(readFileSync(path), {level: 9});
    onLoad({filter: /\.wasm$/}, ({path}) => ({contents: deflate(path), loader: 'binary'}));
  },
};

/** The worker of the package, as a text: the page starts it from there. */
const worker = {
  name: 'worker',
  async setup({onResolve, onLoad}) {
    const bundle = await build({
      entryPoints: [join(folder, 'server-worker.js')], bundle: true, minify: true, format: 'iife', write: false,
      target: 'es2022', charset: 'utf8', external: ['node:*'], define: {'import.meta.url': '""'},
    });
    onResolve({filter: /^ttattr\.worker$/}, ({path}) => ({path, namespace: 'worker'}));
    onLoad({filter: /./, namespace: 'worker'}, () => ({contents: bundle.outputFiles[0].text, loader: 'text'}));
  },
};

const made = await build({
  entryPoints: [join(web, 'src', 'main.js')], bundle: true, minify: true, format: 'esm', write: false, metafile: true,
  target: 'es2022',
  charset: 'utf8', legalComments: 'none', nodePaths: [modules], plugins: [deflated, worker],
  alias: {ttattr: join(folder, 'index.js'), 'ttattr.wasm': join(folder, 'ttattr.wasm')},
  external: ['node:*'], logLevel: 'warning',
});
/** The licenses of the packages in the bundle: MIT requires a copy. Equal texts are written once. */
function licenses() {
  const names = Object.keys(made.metafile.inputs).map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  const texts = new Map();
  for (const name of [...new Set(names.filter(Boolean))].sort()) {
    const file = readdirSync(join(modules, name)).find((one) => /^license/i.test(one));
    const text = file ? readFileSync(join(modules, name, file), 'utf8').trim() : 'MIT';
    texts.set(text, [...(texts.get(text) ?? []), name]);
  }
  return [...texts].map(([text, users]) => `${users.join(', ')}:\n\n${text}`).join('\n\n').replace(/--/g, '- -');
}

// A text that ends the script, and one that starts a comment of HTML.
const script = made.outputFiles[0].text.replace(/<\/script/gi, '<\\/script').replace(/<!--/g, '<\\!--');
const hash = createHash('sha256').update(script).digest('base64');
const style = readFileSync(join(web, 'style.css'), 'utf8').replace(/\s*\n\s*/g, '\n');
/** `ttattr 0.1.0, commit 39ccecb9`; without git the version alone. */
function version() {
  const {name, version: number} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const commit = spawnSync(join(web, '../scripts/version'), ['commit'], {encoding: 'utf8'}).stdout.trim();
  return `${name} ${number}${commit && `, commit ${commit}`}`;
}

const parts = {'@style@': style, '@script@': script, '@hash@': `'sha256-${hash}'`, '@licenses@': licenses(),
  '@version@': version()};
const page = readFileSync(join(web, 'index.html'), 'utf8').replace(/@\w+@/g, (name) => parts[name]);
mkdirSync(dirname(out), {recursive: true});
writeFileSync(`${out}.new`, page);
renameSync(`${out}.new`, out); // at once: scripts/site may read it
console.log(`${out}: ${Math.round(page.length / 1024)} KiB`);
