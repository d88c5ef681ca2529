// probe.js: an element of the tensor that the reader selects, and where the library locates it.

import {byId, element, list} from './dom.js';

/** Names of the members of `at` of `tt-layout show --index --json`. */
const WORDS = {
  logical: 'index', physical: 'physical', core: 'core', shard_offset: 'offset in the shard', tile: 'tile',
  tile_offset: 'offset in the tile', face: 'face', byte_offset: 'byte in the shard', chip_index: 'chip index',
  chip: 'chip', physical_core: 'core of the chip',
};

export class Probe {
  /** @param {(index: number[]) => void} onIndex after input */
  constructor(onIndex) {
    this.onIndex = onIndex;
    this.shape = null;
    this.fields = [];
  }

  /** @param shape of the tensor, null: nothing to probe */
  setShape(shape) {
    byId('probe').hidden = !shape || shape.some((extent) => extent === 0);
    if (JSON.stringify(shape) === JSON.stringify(this.shape)) return;
    this.shape = shape;
    this.fields = (shape ?? []).map((extent, dim) => {
      const bounds = {min: 0, max: extent - 1, step: 1, value: 0};
      const slider = element('input', {type: 'range', ...bounds, 'aria-label': `index of dim ${dim}, slider`});
      const box = element('input', {type: 'number', ...bounds, 'aria-label': `index of dim ${dim}`});
      slider.addEventListener('input', () => this.input(dim, slider.value));
      box.addEventListener('input', () => box.value !== '' && this.input(dim, box.value));
      return {slider, box, extent};
    });
    byId('index').replaceChildren(...this.fields.map(({slider, box, extent}, dim) =>
      element('label', {}, `d${dim}`, slider, box, element('span', {}, `of ${extent}`))));
  }

  input(dim, value) {
    const index = this.fields.map(({box}) => Number(box.value) || 0);
    index[dim] = Math.max(0, Math.min(Math.trunc(Number(value)) || 0, this.fields[dim].extent - 1));
    this.onIndex(index);
  }

  /** @param at of the library, null: the element cannot be located */
  show(index, at) {
    index.forEach((value, dim) => {
      const {slider, box} = this.fields[dim];
      slider.value = value;
      if (document.activeElement !== box || Number(box.value) !== value) box.value = value;
    });
    byId('at').dataset.json = JSON.stringify(at);
    byId('at').replaceChildren(...Object.entries(at ?? {}).filter(([key, value]) => value !== null && WORDS[key]).map(
      ([key, value]) => element('div', {}, element('span', {}, `${WORDS[key]} `),
        element('b.probed', {}, Array.isArray(value) ? list(value) : value))));
  }
}
