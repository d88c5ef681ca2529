// permalink.js: the state of the page as the part of an address after `#`: a version digit, then the state as JSON,
// deflated, in base64url. scripts/site writes such addresses, too.

const VERSION = '1';
const MAX_BYTES = 16 << 20; // of the state in a link

/** @throws {RangeError} beyond MAX_BYTES: a short link can inflate to any size */
async function pipe(bytes, stream) {
  const writer = stream.writable.getWriter();
  writer.write(bytes).catch(() => {}); // the reader reports the error
  writer.close().catch(() => {});
  const chunks = [];
  let size = 0;
  for (const reader = stream.readable.getReader(); ;) {
    const {done, value} = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MAX_BYTES) {
      reader.cancel().catch(() => {});
      throw new RangeError('The link is rejected: its text is larger than 16 MiB.');
    }
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** @returns {Promise<string>} without `#` */
export async function encodeState(state) {
  const bytes = await pipe(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream('deflate-raw'));
  let text = '';
  for (let i = 0; i < bytes.length; i += 0x8000) text += String.fromCharCode(...bytes.subarray(i, i + 0x8000));
  return VERSION + btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

/** @param {(reason: string) => void} [onRefused] why a link that is one is not read
 *  @returns {Promise<object|null>} null if it is not a permalink of a version that this page supports */
export async function decodeState(hash, onRefused = () => {}) {
  const code = hash.replace(/^#/, '');
  if (code[0] !== VERSION || !/^[\w-]+$/.test(code)) return null;
  try {
    const text = atob(code.slice(1).replace(/-/g, '+').replace(/_/g, '/'));
    const bytes = await pipe(Uint8Array.from(text, (c) => c.charCodeAt(0)), new DecompressionStream('deflate-raw'));
    const state = JSON.parse(new TextDecoder().decode(bytes));
    return typeof state === 'object' && typeof state.text === 'string' ? state : null;
  } catch (error) {
    if (error instanceof RangeError) onRefused(error.message);
    return null;
  }
}
