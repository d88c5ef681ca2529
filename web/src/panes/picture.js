// panes/picture.js: the pictures of the library, with the element of the probe marked in each of them.

import {KEPT} from './layout.js';
import {download, element, fillSelect} from '../dom.js';

const VIEWS = {
  grid: 'Grid: cores and shards', plane: 'Plane: physical plane', tile: 'Tile: shards in tiles', mesh: 'Mesh: chips',
  all: 'Grid, plane, tile and mesh', memory: 'Memory over time', move: 'Movement to another layout',
};
const LAYOUT_VIEWS = ['grid', 'plane', 'tile', 'mesh'];
const SVG = 'http://www.w3.org/2000/svg';
const MARK_STYLE = `:host{display:block}svg{max-width:max(100%,520px);height:auto}
.here{stroke:var(--mark)!important;stroke-width:2.5!important}
#tile{fill:none;stroke:var(--mark);stroke-width:1.5;stroke-dasharray:4 2;pointer-events:none}
#dot{fill:var(--mark);stroke:var(--paper);stroke-width:1;pointer-events:none}`;

const number = (box, name) => Number(box.getAttribute(name));

/** The box of a core; in pictures of large grids a box represents several cores. */
function boxOf(svg, core) {
  const one = svg.querySelector(`[data-core="${core.join('x')}"]`);
  if (one || core.length !== 2) return one;
  return [...svg.querySelectorAll('[data-first]')].find((box) => {
    const [first, per] = [box.dataset.first, box.dataset.per].map((text) => text.split('x').map(Number));
    return core.every((c, i) => c >= first[i] && c < first[i] + per[i]);
  });
}

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Marks an element: the box of its core, its tile and a point in it, where the library locates them. A picture of
 *  distinct shards has one box for all cores with an equal shard. */
function mark(svg, page) {
  const {at, selected} = page;
  for (const box of svg.querySelectorAll('.here')) box.classList.remove('here');
  for (const old of svg.querySelectorAll('#dot, #tile')) old.remove();
  if (!at?.core) return;
  const box = boxOf(svg, at.core) ?? page.coresLike(at.core).map((core) => boxOf(svg, core)).find(Boolean);
  if (!box) return;
  box.classList.add('here');
  if (!box.dataset.span || !at.shard_offset) return;
  const [rows, columns] = box.dataset.span.split('x').map(Number);
  const x = (column) => number(box, 'x') + column / columns * number(box, 'width');
  const y = (row) => number(box, 'y') + row / rows * number(box, 'height');
  const offset = at.shard_offset;
  if (at.tile?.length > 1 && selected?.tile_shape) {
    const [height, width] = selected.tile_shape;
    const [row, column] = [at.tile.at(-2) * height, at.tile.at(-1) * width];
    box.parentNode.append(shape('rect', {id: 'tile', x: x(column), y: y(row), width: x(column + width) - x(column),
      height: y(row + height) - y(row)}));
  }
  const [row, column] = [offset.at(-2) ?? 0, offset.at(-1)];
  box.parentNode.append(shape('circle', {id: 'dot', r: 4, cx: x(column + 0.5), cy: y(row + 0.5)}));
}

/** The core and the position in its box that an event is at, null: none. */
function positionOf(event) {
  const box = event.target.closest?.('[data-core]');
  if (!box?.dataset.span) return null;
  const bounds = box.getBoundingClientRect();
  const [rows, columns] = box.dataset.span.split('x').map(Number);
  const inside = (a, size, n) => Math.max(0, Math.min(n - 1, Math.floor(a / size * n)));
  return {
    core: box.dataset.core, span: [rows, columns],
    row: inside(event.clientY - bounds.top, bounds.height, rows),
    column: inside(event.clientX - bounds.left, bounds.width, columns),
  };
}

function show(page, view, svg) {
  const host = element('div.picture', {'data-view': view, role: 'group', 'aria-label': `picture: ${view}`,
    tabIndex: 0});
  const root = host.attachShadow({mode: 'open'});
  root.innerHTML = svg.replace(/^<\?xml[^>]*>\s*/, '');
  root.append(element('style', {}, MARK_STYLE));
  const picture = root.querySelector('svg');
  if (LAYOUT_VIEWS.includes(view)) {
    picture.addEventListener('click', (event) => {
      const position = positionOf(event);
      if (position) page.probeAt(position);
    });
    mark(picture, page);
  }
  return host;
}

async function pngOf(svg) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], {type: 'image/svg+xml'}));
  await image.decode();
  const canvas = element('canvas', {width: image.naturalWidth * 2, height: image.naturalHeight * 2});
  canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

function pictures(page, view) {
  const {library, selected, device, text, target} = page;
  if (view === 'memory') return [['memory', library.drawMemory(text)]];
  if (view === 'move') return [['move', selected && target ? library.drawMove(selected, target, device?.text) :
    {error: 'The text has no second layout of the tensor.'}]];
  const names = view === 'all' ? LAYOUT_VIEWS.filter((name) => name !== 'mesh' || device) : [view];
  if (!selected && page.hasErrors) return names.map((name) => [name, {error: 'The text has errors.'}]);
  return names.map((name) => [name, selected ? library.draw(selected.type, name, device?.text) :
    device && (name === 'mesh' || view === 'grid') ? library.drawDevice(device.text) :
      {error: 'The text has no tensor type with a layout.'}]);
}

/** The last picture of each view: it is shown, dimmed, while the text has an error. */
const last = new Map();

export const picture = {
  id: 'picture',
  title: 'Picture',
  render(page) {
    const view = VIEWS[page.state.view] ? page.state.view : 'grid';
    const select = element('select', {id: 'view', onchange: () => page.set({view: select.value})});
    fillSelect(select, Object.entries(VIEWS), view);
    const made = pictures(page, view);
    const shown = page.kept ? [element('p.note', {}, KEPT)] : [];
    for (const [name, drawn] of made) {
      if (!drawn.error) last.set(name, drawn.text);
      else {
        shown.push(element('p.note', {}, drawn.error));
        if (page.hasErrors && last.has(name)) {
          const old = show(page, name, last.get(name));
          old.classList.add('stale');
          shown.push(element('p.note', {}, 'The picture of the last text without errors:'), old);
        }
        continue;
      }
      const host = show(page, name, drawn.text);
      if (page.kept && name !== 'memory') host.classList.add('stale');
      shown.push(host);
      if (drawn.details) shown.push(element('pre.text.wide', {tabIndex: 0}, drawn.details));
    }
    const svg = made.find(([, drawn]) => !drawn.error);
    const save = svg ? [
      element('button', {type: 'button', id: 'svg', onclick: () =>
        download(`${svg[0]}.svg`, new Blob([svg[1].text], {type: 'image/svg+xml'}))}, 'Download SVG'),
      element('button', {type: 'button', id: 'png', onclick: async () =>
        download(`${svg[0]}.png`, await pngOf(svg[1].text))}, 'Download PNG'),
    ] : [];
    const target = element('select', {id: 'target', onchange: () => page.set({target: Number(target.value)})});
    fillSelect(target, page.layouts.map((one, i) => [i, page.nameOf(one)]), page.state.target);
    return element('div', {},
      element('div.bar', {}, element('label.field', {}, 'View ', select),
        view === 'move' ? element('label.field', {}, 'To ', target) : null, ...save),
      ...shown);
  },
  probe(page, pane) {
    for (const host of pane.querySelectorAll('.picture:not(.stale)'))
      if (LAYOUT_VIEWS.includes(host.dataset.view)) mark(host.shadowRoot.querySelector('svg'), page);
  },
};
