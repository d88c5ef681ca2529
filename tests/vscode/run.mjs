// run.mjs EXTENSION TEXT SERVER LOG: bundles the extension with VS Code's client library into a page, opens it in
// Chromium and passes the messages between the page and SERVER (standard input and output), which logs them in LOG.
// Prints `ok NAME` or `FAIL NAME: WHAT` for each check of page.js. The packages are in node_modules of the working
// directory. The environment variable CHROMIUM names the browser.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(`${process.cwd()}/`);
const esbuild = require('esbuild');
const { default: puppeteer } = await import(pathToFileURL(require.resolve('puppeteer-core')));
const { createMessageConnection, StreamMessageReader, StreamMessageWriter } = require('vscode-jsonrpc/node');
const here = path.dirname(new URL(import.meta.url).pathname);
const [extension, text, program, log] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ttattr-chromium-'));
let failed = 0;

function report(name, error) {
  if (error) failed++;
  console.log(error ? `FAIL ${name}: ${error.replaceAll('\n', '\\n')}` : `ok ${name}`);
}

/** `vscode` is replaced for the extension and its client library only, not for the library of the page. */
const replaceModules = {
  name: 'replace',
  setup: build => {
    build.onResolve({ filter: /^vscode$/ }, ({ importer }) =>
      /vscode-languageclient|editors.vscode/.test(importer) ? { path: path.join(here, 'api.js') } : undefined);
    build.onResolve({ filter: /^\.\/server$/ }, () => ({ path: path.join(here, 'server.js') }));
  },
};

async function bundle() {
  const empty = Object.fromEntries(['css', 'ttf', 'svg', 'png', 'mp3', 'html', 'wasm'].map(s => [`.${s}`, 'empty']));
  await esbuild.build({ entryPoints: [path.join(here, 'page.js')], outfile: path.join(folder, 'page.js'), bundle: true,
    format: 'iife', target: 'chrome110', nodePaths: [path.resolve('node_modules')], loader: empty, logLevel: 'warning',
    define: { 'import.meta.url': '"file:///none/"' }, plugins: [replaceModules],
    alias: { 'vscode-languageclient/node': path.join(here, 'client.js'), 'ttattr-extension': path.resolve(extension) } });
  fs.writeFileSync(path.join(folder, 'page.html'),
    '<!doctype html><meta charset="utf-8"><body><script src="page.js"></script>');
}

/** Servers of the page: the last one is the present one. */
async function connect(page) {
  let reader, writer;
  await page.exposeFunction('startServer', (command, options) => {
    if (command !== 'tt-lsp-server') throw new Error(`unexpected server: ${command}`);
    const server = spawn(program, [...options, `--log=${log}`], { stdio: ['pipe', 'pipe', 'inherit'] });
    reader = new StreamMessageReader(server.stdout);
    writer = new StreamMessageWriter(server.stdin);
    reader.listen(message => page.evaluate(m => globalThis.fromServer(m), message).catch(() => {}));
    server.on('exit', status => { if (status !== 0) report('the exit status of the server', String(status)); });
  });
  await page.exposeFunction('toServer', message => writer.write(message));
}

async function main() {
  await bundle();
  const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM, userDataDir: path.join(folder, 'profile'),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
  try {
    const page = await browser.newPage();
    const problems = [];
    page.on('pageerror', error => problems.push(error.message));
    page.on('request', request => {
      if (!/^(file|data|blob):/.test(request.url())) problems.push(`request of ${request.url()}`);
    });
    await page.setOfflineMode(true);
    await page.exposeFunction('report', report);
    await connect(page);
    await page.goto(pathToFileURL(path.join(folder, 'page.html')).href);
    await page.evaluate(source => globalThis.run(source), fs.readFileSync(text, 'utf8'));
    report('no errors and no requests of the page', problems.join('; '));
  } finally {
    await browser.close();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

await main();
console.log('end');
process.exit(failed ? 1 : 0);
