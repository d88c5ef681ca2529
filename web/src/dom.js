// dom.js: elements of the page in one expression.

/** @param {string} tag of HTML, `tag.class` @param {object} [properties] properties, or attributes if they have a dash
 *  @param {...(Node|string|number|null)} children */
export function element(tag, properties = {}, ...children) {
  const [name, ...classes] = tag.split('.');
  const made = document.createElement(name);
  if (classes.length) made.className = classes.join(' ');
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes('-') || key === 'role') made.setAttribute(key, value);
    else made[key] = value;
  }
  const present = children.filter((child) => child !== null && child !== undefined);
  made.append(...present.map((child) => child instanceof Node ? child : String(child)));
  return made;
}

export const byId = (id) => document.getElementById(id);

/** A table of [head, cell...] rows; a cell is text or a node. */
export function table(rows) {
  return element('table', {}, element('tbody', {}, ...rows.map(([head, ...cells]) =>
    element('tr', {}, element('th', {scope: 'row'}, head), ...cells.map((cell) => element('td', {}, cell))))));
}

/** Options of a select; keeps the selected one if it is still there. */
export function fillSelect(select, options, value) {
  select.replaceChildren(...options.map(([key, text]) => element('option', {value: key}, text)));
  select.value = value;
}

export function download(name, blob) {
  const link = element('a', {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/** Numbers as the library's pictures write them: 1,024. Only the digits are grouped. */
export function grouped(value) {
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

export const list = (values) => `[${values.join(', ')}]`;
