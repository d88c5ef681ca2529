// panes/compare.js: the text beside another one: what differs in meaning, and the changed lines.

import {difference} from './canonical.js';
import {byId, element} from '../dom.js';

const area = (page) => element('textarea', {id: 'other', spellcheck: false, rows: 12, value: page.state.other,
  'aria-label': 'The other text', placeholder: 'Paste or open the text to compare with',
  oninput: (event) => page.set({other: event.target.value})});

const column = (head, ...content) => element('div', {}, element('h2', {}, head), ...content);

/** What differs for tt-mlir, as `tt-layout diff` prints it, and the dates of both texts. */
function results(page) {
  const {library, text, state: {other}} = page;
  if (!other) return [element('p.note', {}, 'Keep this text, then change it: what differs is shown here.')];
  const made = library.compare(text, other);
  const datesOf = (one) => { const spans = library.eras(one); return spans.error ?? spans.text; };
  return [
    element('h2', {}, 'What differs in meaning'),
    made.error ? element('p.message', {}, made.error) : null,
    made.text ? element('pre.text', {id: 'differences'}, made.text) : null,
    element('h2', {}, 'Dates at which tt-mlir accepted the texts'),
    element('div.columns', {}, column('This text', element('pre.text', {}, datesOf(text))),
      column('The other text', element('pre.text', {}, datesOf(other)))),
    element('h2', {}, 'Lines'),
    text === other ? element('p.note', {}, 'The texts are equal.')
      : element('pre.text', {id: 'lines'}, ...difference(text, other)),
  ].filter(Boolean);
}

export const compare = {
  id: 'compare',
  title: 'Compare',
  render(page) {
    const button = (id, title, onclick) => element('button', {type: 'button', id, onclick}, title);
    return element('div', {},
      element('div.bar', {}, button('keep', 'Keep this text', () => page.set({other: page.text})),
        button('openother', 'Open the other file', () => byId('otherfile').click()),
        button('swap', 'Exchange', () => page.exchange())),
      area(page), element('div', {id: 'comparison'}, ...results(page)));
  },
  /** The other text has changed. */
  update(page) {
    if (byId('other').value !== page.state.other) byId('other').value = page.state.other;
    byId('comparison').replaceChildren(...results(page));
  },
};
