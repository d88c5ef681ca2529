// panes/diagnostics.js: the diagnostics of the language server, with their fixes.

import {element} from '../dom.js';

const SEVERITIES = ['', 'error', 'warning', 'remark', 'remark'];

function position(editor, range) {
  const {line, character} = range.start;
  return element('button.at', {type: 'button', title: 'Select in the text', onclick: () => editor.select(range)},
    `${line + 1}:${character + 1}`);
}

function item(editor, diagnostic, actions) {
  const severity = SEVERITIES[diagnostic.severity] ?? 'error';
  const notes = (diagnostic.relatedInformation ?? []).map((note) =>
    element('li', {}, position(editor, note.location.range), ' ', note.message));
  return element(`li.${severity}`, {},
    position(editor, diagnostic.range), ' ', element(`b.${severity}`, {}, severity), ` ${diagnostic.message} `,
    diagnostic.code ? element('span.note', {}, `[${diagnostic.code}]`) : null,
    notes.length ? element('ul', {}, ...notes) : null,
    actions.length ? element('div.bar', {}, ...actions.map((action) =>
      element('button', {type: 'button', onclick: () => editor.apply(action)}, action.title))) : null);
}

export const diagnostics = {
  id: 'diagnostics',
  title: 'Diagnostics',
  render(page) {
    const {editor, found = [], actions = []} = page;
    if (!found.length) return element('p.note', {}, 'No diagnostics.');
    return element('ul.diagnostics', {}, ...found.map((d, i) => item(editor, d, actions[i] ?? [])));
  },
};

/** Such as `2 errors, 1 warning`. */
export function summary(found) {
  const counts = {error: 0, warning: 0, remark: 0};
  for (const d of found) counts[SEVERITIES[d.severity] ?? 'error']++;
  const words = Object.entries(counts).filter(([, n]) => n).map(([word, n]) => `${n} ${word}${n === 1 ? '' : 's'}`);
  return words.join(', ') || 'no diagnostics';
}
