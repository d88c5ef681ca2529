// state.js: what the page shows. It is in the permalink, and in the storage of the browser: it survives a reload.

import {decodeState, encodeState} from './permalink.js';

const KEY = 'ttattr-playground';
const SAVE_DELAY_MS = 300;
/** In a frame the page is an example of a document: it neither reads nor changes what the reader left. */
const isFrame = window !== window.top;

/** `pane`: id of the tab; `view`: of the picture; `layout`: number of the layout in the text; `index`: element that is
 *  probed, null: the first one; `target`: number of the layout to which data is moved; `other`: the text to compare
 *  with; `embed`: one pane without text and controls, for a page that shows it in a frame. */
const DEFAULT = {text: '', pane: 'diagnostics', view: 'grid', layout: 0, index: null, target: 0,
  other: '', embed: false};

function valid(state) {
  const number = (value) => Number.isInteger(value) && value >= 0 ? value : 0;
  const word = (value, other) => typeof value === 'string' && /^[a-z]+$/.test(value) ? value : other;
  return {
    text: String(state.text ?? ''),
    pane: word(state.pane, DEFAULT.pane),
    view: word(state.view, DEFAULT.view),
    layout: number(state.layout),
    index: Array.isArray(state.index) ? state.index.map(number) : null,
    target: number(state.target),
    other: String(state.other ?? ''),
    embed: state.embed === true,
  };
}

export class State {
  /** @param {(reason: string) => void} [onRefused] a link that is not read */
  constructor(onRefused) {
    this.onRefused = onRefused;
    this.values = {...DEFAULT};
    this.listeners = [];
    this.timer = 0;
  }

  /** Of the permalink, else of the last visit, else `first`. */
  async load(first) {
    let found = await decodeState(location.hash, this.onRefused);
    if (!found && !isFrame) {
      try {
        found = JSON.parse(localStorage.getItem(KEY));
      } catch {
        found = null; // no storage, or another program's data
      }
    }
    this.values = valid(found && typeof found.text === 'string' ? found : {...DEFAULT, ...first});
  }

  onChange(listener) {
    this.listeners.push(listener);
  }

  /** @param {object} change members with their new values @param {boolean} [fromLink] the address has this state */
  set(change, fromLink = false) {
    const differs = (name) => JSON.stringify(this.values[name]) !== JSON.stringify(change[name]);
    const names = Object.keys(change).filter(differs);
    if (!names.length) return;
    Object.assign(this.values, change);
    for (const listener of this.listeners) listener(names);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.save(), SAVE_DELAY_MS);
    // A permalink stays what it was; the address has none for another text, so that a reload keeps the new text.
    if (names.includes('text') && location.hash && !fromLink)
      history.replaceState(null, '', location.href.split('#')[0]);
  }

  async replace(state) {
    this.set(valid(state), true);
  }

  save() {
    clearTimeout(this.timer);
    if (isFrame) return;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.values));
    } catch {
      // private windows have no storage
    }
  }

  /** @param [change] members with other values */
  async permalink(change = {}) {
    return encodeState({...this.values, ...change});
  }
}
