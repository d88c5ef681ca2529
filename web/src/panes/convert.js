// panes/convert.js: the selected layout in every other notation, and in the syntax of other dates.

import {KEPT} from './layout.js';
import {element} from '../dom.js';

/** The notations of include/ttattr/notations.def; a test compares them. */
export const NOTATIONS = ['metal', 'ttnn', 'ttcore', 'tiled', 'strided', 'affine', 'spyre', 'xla', 'cute', 'pack',
  'numpy', 'triton'];
const FUNCTIONS = new Set(['pack', 'numpy']);
/** Days of different forms of layouts (docs/eras.md). */
const DATES = ['2024-05-14', '2024-07-11', '2024-11-27', '2025-04-15', '2025-06-20', '2025-09-25', 'latest'];

const copy = (page, text) => element('button', {type: 'button', onclick: () => page.copy(text, 'text')}, 'Copy');

function entry(page, head, made, more) {
  return element('div.conversion', {'data-kind': head},
    element('div.bar', {}, element('h2', {}, head), made.error ? null : copy(page, made.text), more),
    made.error ? element('p.note', {}, made.error) : element('pre.text', {}, made.text),
    made.messages ? element('p.note', {}, made.messages) : null);
}

export const convert = {
  id: 'convert',
  title: 'Convert',
  render(page) {
    const {selected, library, device} = page;
    if (!selected) return element('p.note', {}, 'The text has no tensor type with a layout.');
    return element('div', {}, page.kept && element('p.note', {}, KEPT), ...NOTATIONS.flatMap((kind) => {
      const made = library.convert(selected.type, kind, device?.text);
      const shown = [entry(page, kind, made)];
      if (!made.error && FUNCTIONS.has(kind)) {
        const code = library.convertFunction(selected.type, kind);
        if (!code.error) shown.push(element('details', {}, element('summary', {}, `functions (${kind})`),
          element('pre.text.wide', {tabIndex: 0}, code.text)));
      }
      return shown;
    }));
  },
};

export const dates = {
  id: 'dates',
  title: 'Dates',
  render(page) {
    const {text, selected, library} = page;
    const spans = library.eras(text);
    return element('div', {},
      element('h2', {}, 'Dates at which tt-mlir accepted this text'),
      element('pre.text', {id: 'eras'}, spans.error ?? spans.text),
      ...(selected ? [element('h2', {}, 'The selected layout in the syntax of other dates'),
        ...DATES.map((date) => entry(page, date, library.change(selected.type, {era: date})))] : []));
  },
};
