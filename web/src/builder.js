// builder.js: controls that write the layout and the device of the text. The library makes every attribute:
// `tt-layout build`, `with` and `device`. The controls follow the text when it is edited by hand.

import {element} from './dom.js';

const ELEMENTS = ['f32', 'f16', 'bf16', 'si32', 'ui32', 'ui16', 'ui8'];
const TILE_SHAPES = ['none', '32x32', '16x32', '32x16', '16x16'];
const TILE_TYPES = ['', 'f32', 'f16', 'bf16', 'bfp_bf8', 'bfp_bf4', 'bfp_bf2', 'bfp_f8', 'bfp_f4', 'bfp_f2', 'u32',
  'u16', 'u8'];
const MEMORIES = ['l1', 'dram', 'mmio', 'system'];
const PADDINGS = ['undef', 'zero', 'one', 'inf', 'neginf'];
/** What `tt-layout device` makes of a name in the list of devices. */
const DEVICES = {
  '8x8, one chip': ['--chip-grid=8x8'],
  '2x8x8, two chips': ['--chip-grid=8x8', '--mesh=2x1x1'],
  '8x16, mesh 1x2': ['--chip-grid=8x8', '--mesh=1x2'],
  '16x16, mesh 2x2': ['--chip-grid=8x8', '--mesh=2x2'],
  '1x64, extra wide': ['--chip-grid=8x8', '--reinterpret=wide'],
  '64x1, extra tall': ['--chip-grid=8x8', '--reinterpret=tall'],
  '8x8, transposed': ['--chip-grid=8x8', '--reinterpret=transpose'],
  '8x8, staircase': ['--chip-grid=8x8', '--reinterpret=staircase'],
};
const ALIGNMENTS = ['', '1', '8', '16', '32', '64'];
const NEW_LAYOUT = {shape: '64x128', element: 'f32', grid: '2x4', collapse: '', align: '', tile: 'none', tiletype: '',
  memory: 'l1', oob: 'undef'};

const tileOf = ({tile, tiletype}) => tile !== 'none' && tiletype ? `${tile}:${tiletype}` : tile;
const mapOf = ({collapse}) => collapse ? {[collapse.includes('->') ? 'map' : 'collapse']: collapse} : {};

export class Builder {
  /** @param {() => object} context {text, layout, device, library}
   *  @param {(text: string) => void} write the whole text */
  constructor(form, context, write) {
    Object.assign(this, {form, context, write, controls: {}, shown: {}});
    const text = (name, label, pattern, title) => this.add(name, label, element('input', {
      type: 'text', autocomplete: 'off', spellcheck: false, pattern, title}));
    const choice = (name, label, options) => this.add(name, label, element('select', {},
      ...options.map((value) => element('option', {value}, value || 'of the tensor'))));
    form.append(element('h2', {}, 'Builder'));
    text('shape', 'Shape', '\\d+(x\\d+)*', 'extents: 2x3x64x128');
    choice('element', 'Element', ELEMENTS);
    text('grid', 'Grid', '\\d+(x\\d+)*', 'cores: 2x4');
    text('collapse', 'Collapse (map or intervals)', '.*', '(d0, d1, d2) -> (d0 <> d1, d2), or 0:-1');
    const align = choice('align', 'Alignment of rows', ALIGNMENTS);
    align.options[0].textContent = 'as it is';
    choice('tile', 'Tile', TILE_SHAPES);
    choice('tiletype', 'Type of the tile', TILE_TYPES);
    choice('memory', 'Memory', MEMORIES);
    choice('oob', 'Padding', PADDINGS);
    const device = choice('device', 'Device', ['none', ...Object.keys(DEVICES), 'of the text']);
    device.lastChild.disabled = true;
    this.place = element('p.note', {id: 'builderplace'});
    this.form.children[0].after(this.place);
    this.addButton = element('button', {type: 'button', id: 'addlayout', onclick: () => this.addLayout()},
      'Add layout');
    form.append(this.addButton);
    this.message = element('p.message', {role: 'status', id: 'buildermessage'});
    form.append(this.message);
    form.addEventListener('change', (event) => this.changed(event.target.name));
    form.addEventListener('submit', (event) => event.preventDefault());
  }

  add(name, label, control) {
    control.name = name;
    control.setAttribute('aria-describedby', 'buildermessage');
    this.controls[name] = control;
    this.form.append(element('label', {}, label, control));
    return control;
  }

  /** Shows a layout (of `show --json`) and a device, or nothing of them. While the text has an error the controls are
   *  disabled and keep their values. */
  follow(layout, device) {
    const {hasErrors} = this.context();
    for (const control of Object.values(this.controls)) control.disabled = hasErrors;
    this.addButton.disabled = hasErrors;
    this.addButton.hidden = Boolean(layout);
    if (hasErrors && this.shown.shape) return;
    const values = layout && layout.grid_shape ? {
      shape: layout.logical_shape.join('x'), element: layout.element_type, grid: layout.grid_shape.join('x'),
      collapse: layout.collapse ?? '', align: this.alignmentOf(layout),
      tile: layout.tile_shape ? layout.tile_shape.join('x') : 'none',
      tiletype: layout.tile_type && layout.tile_type !== layout.element_type ? layout.tile_type : '',
      memory: layout.memory_space, oob: layout.oob_val,
    } : {...NEW_LAYOUT};
    values.device = device ? this.nameOfDevice(device) : 'none';
    for (const [name, value] of Object.entries(values)) {
      const control = this.controls[name];
      if (control.tagName === 'SELECT' && ![...control.options].some((option) => option.value === value))
        control.append(element('option', {value}, value));
      control.value = value;
      control.removeAttribute('aria-invalid');
    }
    this.message.textContent = '';
    this.shown = values;
  }

  /** @param name of the selected layout, null: none @param {boolean} isAtCursor */
  tell(name, isAtCursor) {
    this.place.textContent = this.context().hasErrors ? 'The text has an error: the controls wait until it is gone.' :
      !name ? 'The text has no layout. "Add layout" writes one at its end.' :
        isAtCursor ? `The layout at the cursor: ${name}.` :
          `There is no layout at the cursor. The controls change the one that is selected: ${name}.`;
  }

  nameOfDevice(device) {
    const {library} = this.context();
    const equal = Object.keys(DEVICES).find((name) => library.device(DEVICES[name]).text === device.text);
    return equal ?? 'of the text';
  }

  /** The alignment with which the library builds this map, '' if there is none of the list: of strides it is not a
   *  field of the attribute. */
  alignmentOf(layout) {
    if (!layout.linear || !layout.collapse?.includes('<>')) return '';
    const {library} = this.context();
    return ALIGNMENTS.slice(1).find((align) =>
      library.change(layout.type, {align}).text === layout.type) ?? '';
  }

  get values() {
    return Object.fromEntries(Object.entries(this.controls).map(([key, control]) => [key, control.value]));
  }

  changed(name) {
    const {values} = this;
    const {layout, library, device} = this.context();
    for (const control of Object.values(this.controls)) control.removeAttribute('aria-invalid');
    if (name === 'device') {
      this.writeDevice(values.device, device);
      return;
    }
    const tile = tileOf(values);
    const map = mapOf(values);
    const align = values.align ? {align: values.align} : {};
    const isNew = !layout || !layout.grid_shape || name === 'shape' || name === 'element';
    let made;
    if (isNew) {
      made = this.buildNew(name);
    } else {
      const changes = {
        grid: {grid: values.grid}, collapse: map, tile: {tile}, tiletype: {tile}, oob: {oob: values.oob},
        memory: {'memory-space': values.memory},
        align: values.align ? align : map,
      };
      made = library.change(layout.type, changes[name]);
    }
    if (made.error) {
      this.message.textContent = made.error;
      this.controls[name].setAttribute('aria-invalid', 'true');
      return;
    }
    this.message.textContent = made.messages;
    if (layout) this.write(library.replaceLayout(this.context().text, layout, made.text));
  }

  /** A layout of the values, in place of the selected one after a change of the control `name`. */
  buildNew(name) {
    const {layout, library} = this.context();
    const {values} = this;
    const tile = tileOf(values);
    const common = {shape: values.shape, element: values.element, grid: values.grid, 'memory-space': values.memory,
      oob: values.oob, ...(tile === 'none' ? {} : {tile: values.tiletype ? tile : `${tile}:${values.element}`})};
    // The map of another shape or element: exactly, else with the same dims and alignment, else the default.
    const maps = [layout && name === 'element' ? {map: layout.linear} : null,
      values.collapse && !values.align ? mapOf(values) : null, values.align ? {align: values.align} : {}, {}];
    let made;
    for (const one of maps.filter(Boolean)) {
      made = library.build({...common, ...one}, layout?.type);
      if (!made.error) break;
    }
    return made;
  }

  /** Only the button adds a layout. */
  addLayout() {
    const {text} = this.context();
    const made = this.buildNew('');
    this.message.textContent = made.error ?? made.messages;
    if (!made.error) this.write(`${text}${text && !text.endsWith('\n') ? '\n' : ''}${made.text}\n`);
  }

  writeDevice(name, device) {
    const {text, library} = this.context();
    const made = name === 'none' ? '' : library.device(DEVICES[name]).text;
    if (!device) {
      this.write(made ? `#device = ${made}\n${text}` : text);
      return;
    }
    const end = made || text[device.end] !== '\n' ? device.end : device.end + 1;
    const line = text.lastIndexOf('\n', device.start - 1) + 1;
    const isDefinition = /^#[\w$.-]+ *= *$/.test(text.slice(line, device.start));
    this.write(text.slice(0, made || !isDefinition ? device.start : line) + made + text.slice(end));
  }
}
