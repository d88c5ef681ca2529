// grammar.mjs GRAMMAR TEXT: the scopes of each token of TEXT with an injected TextMate grammar, a line for each token.
import fs from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(`${process.cwd()}/`);
const textmate = require('vscode-textmate');
const oniguruma = require('vscode-oniguruma');
const [path, text] = process.argv.slice(2);
await oniguruma.loadWASM(fs.readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer);
const base = '{"scopeName": "source.mlir", "patterns": [{"match": "//.*", "name": "comment.line.mlir"}, {"match": "\\"[^\\"]*\\"", "name": "string.quoted.mlir"}]}';
const registry = new textmate.Registry({
  onigLib: Promise.resolve({ createOnigScanner: s => new oniguruma.OnigScanner(s), createOnigString: s => new oniguruma.OnigString(s) }),
  loadGrammar: async scope => textmate.parseRawGrammar(scope === 'source.mlir' ? base : fs.readFileSync(path, 'utf8'), 'x.json'),
  getInjections: scope => scope === 'source.mlir' ? ['mlir.tenstorrent.injection'] : [],
});
const grammar = await registry.loadGrammar('source.mlir');
let stack = textmate.INITIAL;
for (const line of text.split('\n')) {
  const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
  stack = ruleStack;
  for (const t of tokens) console.log(`${line.slice(t.startIndex, t.endIndex)}\t${t.scopes.slice(1).join(' ')}`);
}
