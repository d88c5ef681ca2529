// panes/layout.js: all figures of the selected layout and of the device, as `show --json` has them.

import {element, grouped, table} from '../dom.js';

const HIDDEN = new Set(['name', 'line', 'device', 'at']);
const join = (value, name) => /shape$|grid$|slice$/.test(name) && value.every(Number.isInteger)
  ? value.join('x') : JSON.stringify(value).replaceAll(',', ', ');

/** Above figures of `page.kept`. */
export const KEPT = 'This layout has an error now. What follows is that of the last text without it.';
const MAX_ROWS = 64;
const rowsOf = (members) => table(members.map(([name, value]) => [name.replace(/_/g, ' '), cell(value, name)]));

/** A member of the JSON as text or a table. */
function cell(value, name) {
  if (value === null) return '\u2013';
  if (Array.isArray(value)) {
    if (value.some((item) => item && typeof item === 'object' && !Array.isArray(item))) {
      const keys = Object.keys(value[0]);
      return element('table', {}, element('tbody', {},
        element('tr', {}, ...keys.map((key) => element('th', {scope: 'col'}, key.replace(/_/g, ' ')))),
        ...value.slice(0, MAX_ROWS).map((row) =>
          element('tr', {}, ...keys.map((key) => element('td', {}, cell(row[key], key)))))));
    }
    return join(value, name);
  }
  if (typeof value === 'object') return rowsOf(Object.entries(value));
  return typeof value === 'number' ? grouped(value) : String(value);
}

function figures(object, id) {
  const made = rowsOf(Object.entries(object).filter(([name]) => !HIDDEN.has(name)));
  made.id = id;
  made.dataset.json = JSON.stringify(object);
  return made;
}

export const layout = {
  id: 'layout',
  title: 'Layout',
  render(page) {
    const {selected, deviceFigures, at, library} = page;
    if (!selected && !deviceFigures)
      return element('p.note', {}, page.layoutMessage || 'The text has no tensor type with a layout and no device.');
    const shown = selected && library.padding(selected);
    return element('div', {},
      page.kept && element('p.note', {}, KEPT),
      ...(selected ? [element('h2', {}, 'Layout'), figures(selected, 'figures')] : []),
      ...(at ? [element('h2', {}, 'Element'), figures(at, 'elementfigures')] : []),
      ...(shown ? [element('details', {}, element('summary', {}, 'Padding of each core'),
        figures(shown, 'paddingfigures'))] : []),
      ...(deviceFigures ? [element('h2', {}, 'Device'), figures(deviceFigures, 'devicefigures')] : []));
  },
  /** After a new element of the probe. */
  probe(page) {
    page.refresh();
  },
};
