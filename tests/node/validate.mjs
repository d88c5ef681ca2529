// validate.mjs LOG [all]: validates each message of tt-lsp-server in a log (tt-lsp-server --log) with the types of the protocol.
// Prints `METHOD: MESSAGES` for each method, and each message that has another form; exit status 1 if there is one,
// or with `all` if a message of types.ts does not occur.
import fs from 'node:fs';
import Ajv from 'ajv';
import { createGenerator } from 'ts-json-schema-generator';

const here = new URL('.', import.meta.url).pathname;
const schema = createGenerator({ path: `${here}types.ts`, tsconfig: `${here}tsconfig.json`, skipTypeCheck: true,
  additionalProperties: false }).createSchema('Messages');
const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addSchema(schema, 'messages');
const nameOf = method => method.split('/').filter(part => part !== 'full' && part !== 'range').pop();
const keyOf = method => ({ rangeFormatting: 'formatting' })[nameOf(method)] ?? nameOf(method);
const validators = {};
function errorsOf(key, value) {
  validators[key] ??= ajv.compile({ $ref: `messages#/definitions/Messages/properties/${key}` });
  return validators[key](value) ? null : validators[key].errors.slice(0, 3).map(e => `${e.instancePath} ${e.message}`);
}

const requests = new Map(), counts = new Map(), seen = new Set();
let wrong = 0;
for (const line of fs.readFileSync(process.argv[2], 'utf8').split('\n')) {
  const cut = line.indexOf(': ');
  if (cut < 0) continue;
  const message = JSON.parse(line.slice(cut + 2));
  if (line.startsWith('client')) {
    if (message.id !== undefined && message.method) requests.set(message.id, message.method);
    continue;
  }
  const method = message.method ?? requests.get(message.id);
  let errors = null;
  if (message.jsonrpc !== '2.0') errors = ['jsonrpc is missing'];
  else if (message.error) errors = Number.isInteger(message.error.code) && message.error.message ? null : ['error'];
  else if (method === 'shutdown') errors = message.result === null ? null : ['the result is not null'];
  else if (method.endsWith('/refresh')) errors = message.id !== undefined && !message.params ? null : ['parameters'];
  else errors = errorsOf(keyOf(method), message.method ? message.params : message.result);
  if (!message.error) seen.add(keyOf(method));
  counts.set(method, (counts.get(method) ?? 0) + 1);
  if (errors) {
    wrong++;
    console.log(`${method}: ${errors.join('; ')}: ${JSON.stringify(message).slice(0, 300)}`);
  }
}
for (const [method, count] of counts) console.log(`${method}: ${count}`);
if (process.argv[3] === 'all') {
  const missing = Object.keys(schema.definitions.Messages.properties).filter(key => !seen.has(key));
  if (missing.length) wrong++, console.log(`without a message: ${missing}`);
}
process.exit(wrong ? 1 : 0);
