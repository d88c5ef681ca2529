// main.js: connects the editor, the builder, the probe and the panes with the library.

import {Builder} from './builder.js';
import {byId, download, element, fillSelect, grouped} from './dom.js';
import {Editor} from './editor.js';
import {EXAMPLES} from './examples.js';
import {openLibrary} from './library.js';
import {canonical} from './panes/canonical.js';
import {compare} from './panes/compare.js';
import {convert, dates} from './panes/convert.js';
import {diagnostics, summary} from './panes/diagnostics.js';
import {layout} from './panes/layout.js';
import {picture} from './panes/picture.js';
import {Probe} from './probe.js';
import {State} from './state.js';
import {decodeState} from './permalink.js';

const PANES = [diagnostics, canonical, layout, picture, convert, dates, compare];
const COMPUTE_DELAY_MS = 60;
const MAX_FILE_BYTES = 16 << 20;
const MAX_LINK = 8000; // characters that programs keep

/** What panes render from: the results for the present text and state. */
class Page {
  constructor(library, state) {
    Object.assign(this, {library, state: state.values, found: [], actions: []});
    this.store = state;
    this.forget();
  }

  /** Before another text is opened: nothing of this one is kept. */
  forget() {
    Object.assign(this, {layouts: [], kept: null, device: null, deviceFigures: null});
  }

  get text() {
    return this.state.text;
  }

  get selected() {
    return this.kept ?? this.layouts[Math.min(this.state.layout, this.layouts.length - 1)] ?? null;
  }

  get target() {
    return this.layouts[this.state.target] ?? null;
  }

  get hasErrors() {
    return this.canonical === null;
  }

  set(change) {
    this.store.set(change);
  }

  nameOf(one) {
    const name = one.name ?? (one.logical_shape ?? []).join('x');
    return `${name || 'layout'}, line ${one.line}`;
  }

  /** Reads the layouts and the device of the text. */
  read() {
    const before = this.selected;
    const read = this.library.layouts(this.text);
    this.layoutMessage = read.error ?? '';
    this.layouts = read.layouts;
    this.canonical = this.library.format(this.text).text;
    this.keepSelected(before);
    this.readDevice();
    this.locate();
  }

  /** The same layout stays selected, while the text has an error also the one that is being typed. */
  keepSelected(before) {
    const number = before ? this.layouts.findIndex((one) => one.select === before.select) : -1;
    this.kept = this.hasErrors && number < 0 ? before : null;
    if (number >= 0) this.state.layout = number;
  }

  readDevice() {
    const device = this.library.deviceOf(this.text);
    const shown = device && this.library.showDevice(device.text);
    if (shown && !shown.error) Object.assign(this, {device, deviceFigures: shown.figures});
    else if (!this.hasErrors) Object.assign(this, {device, deviceFigures: null});
  }

  /** Locates the element of the probe. */
  locate() {
    const shape = this.selected?.logical_shape;
    const index = this.state.index;
    this.index = !shape ? null : index?.length === shape.length ?
      index.map((value, dim) => Math.min(value, Math.max(shape[dim] - 1, 0))) : shape.map(() => 0);
    this.at = this.index && this.library.locate(this.selected.type, this.index, this.device?.text);
  }

  /** The cores with a shard that is equal to that of `core`. */
  coresLike(core) {
    const all = this.library.padding(this.selected)?.padding ?? [];
    const facts = ({core: ignored, count, ...rest}) => JSON.stringify(rest);
    const own = all.find((one) => JSON.stringify(one.core) === JSON.stringify(core));
    return own ? all.filter((one) => facts(one) === facts(own)).map((one) => one.core) : [];
  }

  /** Selects the element at a position of a picture. */
  probeAt(position) {
    const index = this.library.elementAt(this.selected, position);
    if (index) this.set({index});
    else this.report('Padding: there is no element.');
  }

  /** This text and the one that it is compared with. */
  exchange() {
    this.forget();
    this.set({text: this.state.other, other: this.text});
  }

  /** @param {Node} [more] a control that belongs to the message: it stays longer */
  report(message, more) {
    byId('status').replaceChildren(message, ...(more ? [' ', more] : []));
    clearTimeout(this.reportTimer);
    this.reportTimer = setTimeout(() => { byId('status').textContent = ''; }, more ? 60000 : 5000);
  }

  async copy(text, what) {
    try {
      await navigator.clipboard.writeText(text);
    } catch { // pages of files, and windows without the focus
      const area = element('textarea', {value: text});
      document.body.append(area);
      area.select();
      document.execCommand('copy');
      area.remove();
    }
    this.copied = text;
    this.report(`Copied: ${what}`);
  }
}

function markdownOf(page, link) {
  const fence = page.text.includes('```') ? '````' : '```';
  const lines = [`${fence}mlir`, page.text.replace(/\n$/, ''), fence, ''];
  for (const d of page.found) lines.push(`- ${d.range.start.line + 1}:${d.range.start.character + 1}: ${d.message}` +
    (d.code ? ` [${d.code}]` : ''));
  if (page.found.length) lines.push('');
  const {selected} = page;
  if (selected) {
    const rows = ['logical_shape', 'physical_shape', 'grid_shape', 'shard_shape', 'padded_shard_shape', 'cores',
      'shard_bytes', 'total_bytes', 'padding_elements'];
    const value = (name) => Array.isArray(selected[name]) ? selected[name].join('x') : selected[name];
    lines.push('| figure | value |', '| --- | --- |',
      ...rows.map((name) => `| ${name} | ${value(name)} |`), '');
  }
  if (/^https?:/.test(link)) lines.push(`[Open in the playground](${link})`, '');
  return lines.join('\n');
}

class App {
  constructor(library, state) {
    this.state = state;
    this.computeMs = 0;
    this.page = new Page(library, state);
    this.page.refresh = () => this.renderPane();
    this.editor = new Editor(byId('editor'), state.values.text, library.server(), (text) => state.set({text}),
      (found, actions = []) => this.showDiagnostics(found, actions), () => this.cursorMoved());
    this.page.editor = this.editor;
    this.builder = new Builder(byId('builder'), () => ({library, text: state.values.text, layout: this.page.selected,
      device: this.page.device, hasErrors: this.page.hasErrors}), (text) => this.editor.setText(text));
    this.probe = new Probe((index) => state.set({index}));
    this.makeTabs();
    this.connect();
    state.onChange((names) => this.changed(names));
    this.compute();
  }

  /** Whether all that follows from the text is shown. */
  get isIdle() {
    return this.isComputed && this.editor.isChecked && !this.isAsking;
  }

  /** The reader has moved the cursor or typed: the layout at the cursor is selected. */
  cursorMoved() {
    this.selectsAtCursor = true;
    if (this.isComputed) this.askAtCursor();
  }

  /** Asks the server for the layout at the cursor. */
  async askAtCursor() {
    const {page, editor, state} = this;
    const {doc} = editor.view.state;
    const selects = this.selectsAtCursor;
    const number = this.asked = (this.asked ?? 0) + 1;
    this.isAsking = true;
    const found = await editor.layoutAtCursor();
    if (number !== this.asked) return;
    this.isAsking = false;
    if (editor.view.state.doc !== doc) return;
    this.selectsAtCursor = false;
    const at = found ? page.layouts.findIndex((one) => one.type === found.type) : -1;
    if (selects && at >= 0 && (at !== state.values.layout || page.kept)) this.selectLayout(at);
    this.builder.tell(page.selected && page.nameOf(page.selected), at >= 0 && page.layouts[at] === page.selected);
  }

  selectLayout(layout) {
    this.page.kept = null;
    byId('layouts').value = layout;
    this.state.set({layout});
    this.follow();
    this.renderPane();
  }

  changed(names) {
    if (names.includes('text')) {
      if (this.editor.text !== this.state.values.text) this.editor.setText(this.state.values.text);
      this.isComputed = false;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.compute(), Math.max(COMPUTE_DELAY_MS, this.computeMs));
      return;
    }
    if (names.includes('pane') || names.includes('embed')) this.showTab();
    if (names.includes('layout')) {
      this.follow();
    } else if (names.includes('index')) {
      this.page.locate();
      if (this.page.index) this.probe.show(this.page.index, this.page.at);
    }
    const pane = PANES.find((one) => one.id === this.state.values.pane);
    const update = names.length > 1 ? null : {index: pane.probe, other: pane.update}[names[0]];
    if (update) update(this.page, byId(`pane-${pane.id}`));
    else if (names.some((name) => name !== 'index')) this.renderPane();
  }

  /** Everything that depends on the text. */
  compute() {
    const start = performance.now();
    this.page.read();
    const {kept, layouts} = this.page;
    const options = layouts.map((one, i) => [i, this.page.nameOf(one)]);
    if (kept) options.push(['', `${this.page.nameOf(kept)}: has an error`]);
    fillSelect(byId('layouts'), options.length ? options : [['', 'none']],
      kept || !options.length ? '' : Math.min(this.state.values.layout, options.length - 1));
    this.follow();
    this.renderPane();
    this.isComputed = true;
    this.askAtCursor();
    this.computeMs = performance.now() - start; // large texts wait for a pause of the same length
  }

  follow() {
    const {page} = this;
    page.locate();
    this.builder.follow(page.selected, page.device);
    this.probe.setShape(page.selected?.logical_shape ?? null);
    if (page.index) this.probe.show(page.index, page.at);
  }

  showDiagnostics(found, actions) {
    Object.assign(this.page, {found, actions});
    byId('counts').textContent = summary(found);
    byId('fixall').disabled = !found.length;
    if (this.state.values.pane === 'diagnostics') this.renderPane();
  }

  // ---- tabs ----

  makeTabs() {
    for (const {id, title} of PANES) {
      byId('tabs').append(element('button', {type: 'button', id: `tab-${id}`, role: 'tab',
        'aria-controls': `pane-${id}`, onclick: () => this.state.set({pane: id})}, title));
      byId('panes').append(element('div.pane', {id: `pane-${id}`, role: 'tabpanel', 'aria-labelledby': `tab-${id}`,
        tabIndex: 0}));
    }
    byId('tabs').addEventListener('keydown', (event) => {
      const at = PANES.findIndex(({id}) => id === this.state.values.pane);
      const to = {ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: PANES.length - 1}[event.key];
      if (to === undefined) return;
      event.preventDefault();
      const {id} = PANES[(to + PANES.length) % PANES.length];
      this.state.set({pane: id});
      byId(`tab-${id}`).focus();
    });
    if (!PANES.some(({id}) => id === this.state.values.pane)) this.state.values.pane = 'diagnostics';
    this.showTab();
  }

  showTab() {
    document.documentElement.classList.toggle('embed', this.state.values.embed);
    for (const {id} of PANES) {
      const active = id === this.state.values.pane;
      byId(`tab-${id}`).setAttribute('aria-selected', String(active));
      byId(`tab-${id}`).tabIndex = active ? 0 : -1;
      byId(`pane-${id}`).hidden = !active;
    }
  }

  renderPane() {
    const pane = PANES.find(({id}) => id === this.state.values.pane);
    const where = byId(`pane-${pane.id}`);
    const focused = where.contains(document.activeElement) ? document.activeElement.id : '';
    where.replaceChildren(pane.render(this.page));
    if (focused) byId(focused)?.focus();
  }

  // ---- controls ----

  connect() {
    const {state, page, editor} = this;
    byId('layouts').addEventListener('change', (event) => {
      if (event.target.value === '') return;
      this.selectLayout(Number(event.target.value));
      this.askAtCursor();
    });
    for (const {group, entries} of EXAMPLES)
      byId('examples').append(element('optgroup', {label: group}, ...entries.map(({name, text}) =>
        element('option', {value: text}, name))));
    byId('examples').addEventListener('change', (event) => {
      if (event.target.value) this.openText(event.target.value);
      event.target.value = '';
    });
    byId('format').addEventListener('click', () => editor.format());
    byId('fixall').addEventListener('click', async () => {
      if (!await editor.fixAll()) page.report('No diagnostic has a fix.');
    });
    byId('actions').addEventListener('click', () => this.toggleActions());
    byId('share').addEventListener('click', async () => {
      const link = await this.link();
      history.replaceState(null, '', link);
      await page.copy(link, 'link to this text and view');
      if (link.length > MAX_LINK) page.report(`The link has ${grouped(link.length)} characters. Many programs cut ` +
        `links above ${grouped(MAX_LINK)}.`, element('button', {type: 'button', id: 'save',
        onclick: () => download('text.mlir', new Blob([page.text], {type: 'text/plain'}))}, 'Save the text as a file'));
    });
    byId('embed').addEventListener('click', async () => page.copy('<iframe src="' + await this.link({embed: true}) +
      '" width="100%" height="480" title="ttattr"></iframe>', 'a frame with this pane, for a page'));
    byId('whole').addEventListener('click', async (event) => { event.target.href = await this.link({embed: false}); });
    byId('otherfile').addEventListener('change', (event) => this.openOther(event.target.files[0]));
    byId('markdown').addEventListener('click', async () => page.copy(markdownOf(page, await this.link()), 'Markdown'));
    byId('open').addEventListener('click', () => byId('file').click());
    byId('file').addEventListener('change', (event) => this.openFile(event.target.files[0]));
    addEventListener('hashchange', async () => {
      const found = await decodeState(location.hash, (reason) => page.report(reason));
      if (!found) return;
      if (found.text !== page.text) page.forget();
      state.replace(found);
    });
    byId('help').addEventListener('click', () => byId('helptext').showModal());
    byId('docs').hidden = !location.pathname.endsWith('/play.html'); // in the documentation site
    addEventListener('pagehide', () => state.save());
    addEventListener('dragover', (event) => {
      event.preventDefault();
      byId('drop').hidden = false;
    });
    byId('drop').addEventListener('dragleave', () => { byId('drop').hidden = true; });
    addEventListener('drop', (event) => {
      event.preventDefault();
      byId('drop').hidden = true;
      this.openFile(event.dataTransfer.files[0]);
    });
    addEventListener('keydown', (event) => {
      if ((event.ctrlKey || event.metaKey) && event.key === '.') {
        event.preventDefault();
        this.toggleActions(true);
      }
    });
  }

  /** @param [change] of the state, in the link */
  async link(change = {}) {
    return `${location.href.split('#')[0]}#${await this.state.permalink(change)}`;
  }

  openText(text) {
    if (text !== this.page.text) this.page.forget();
    this.state.set({text, layout: 0, index: null, target: 0});
  }

  /** @param {(text: string) => void} open what becomes of the text */
  async openFile(file, open = (text) => this.openText(text)) {
    if (!file) return;
    if (file.size > MAX_FILE_BYTES) {
      this.page.report('The file is larger than 16 MiB.');
      return;
    }
    open(await file.text());
    this.page.report(`Opened ${file.name}`);
  }

  async openOther(file) {
    await this.openFile(file, (other) => this.state.set({other}));
  }

  async toggleActions(open = byId('actionlist').hidden) {
    const found = open ? await this.editor.actionsAtCursor() : [];
    const close = () => this.toggleActions(false);
    byId('actionlist').replaceChildren(...found.map((action) => element('li', {}, element('button', {type: 'button',
      onclick: () => { close(); this.editor.apply(action); }}, action.title))));
    byId('actionlist').hidden = !found.length;
    byId('actions').setAttribute('aria-expanded', String(Boolean(found.length)));
    if (open && !found.length) this.page.report('No actions at the cursor.');
    if (found.length) byId('actionlist').querySelector('button').focus();
  }
}

async function start() {
  let refused = '';
  const state = new State((reason) => { refused = reason; });
  const first = {text: EXAMPLES[0].entries[0].text, pane: 'picture'};
  const [library] = await Promise.all([openLibrary(), state.load(first)]);
  window.playground = new App(library, state); // for tests and the console
  if (refused) window.playground.page.report(refused);
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

start().catch((error) => {
  byId('status').textContent = `The playground could not start: ${error.message}`;
  throw error;
});
