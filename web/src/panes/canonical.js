// panes/canonical.js: the text as tt-opt prints it, and what differs.

import {Chunk} from '@codemirror/merge';
import {Text} from '@codemirror/state';
import {element} from '../dom.js';

/** The changed lines, as a unified diff without context. */
export function difference(before, after) {
  const [a, b] = [Text.of(before.split('\n')), Text.of(after.split('\n'))];
  const parts = [];
  const lines = (doc, from, to, tag) => {
    if (to <= from) return;
    const text = doc.sliceString(from, Math.min(to - 1, doc.length));
    for (const line of text.split('\n')) parts.push(element(tag, {}, line));
  };
  for (const chunk of Chunk.build(a, b)) {
    parts.push(element('span.note', {}, `line ${a.lineAt(Math.min(chunk.fromA, a.length)).number}`));
    lines(a, chunk.fromA, chunk.toA, 'del');
    lines(b, chunk.fromB, chunk.toB, 'ins');
  }
  return parts;
}

export const canonical = {
  id: 'canonical',
  title: 'Canonical',
  render(page) {
    const {text, canonical: printed} = page;
    if (printed === null) return element('p.note', {}, 'The text has errors. It is not printed.');
    if (printed === text) return element('div', {}, element('p.note', {}, 'The text is canonical.'),
      element('pre.text', {id: 'canonicaltext'}, text));
    return element('div', {},
      element('h2', {}, 'Difference'), element('pre.text', {id: 'diff'}, ...difference(text, printed)),
      element('h2', {}, 'Canonical text'), element('pre.text', {id: 'canonicaltext'}, printed));
  },
};
