// The settings of the extension as those of tt-lsp-server.
'use strict';

const NAMES = ['era', 'target', 'systemDesc', 'rules', 'inlayHints', 'codeLens', 'memory', 'maxDiagnostics', 'rulesUrl'];

/** Plain objects: those of VS Code are proxies, which cannot be sent to a worker.
 *  @param get the value of a setting by its name; undefined if it is not set */
function serverSettings(get) {
  const settings = {};
  for (const name of NAMES) {
    const value = get(name);
    if (value !== undefined && value !== null) settings[name] = JSON.parse(JSON.stringify(value));
  }
  return settings;
}

const escapes = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escapeText = text => text.replace(/[&<>"]/g, c => escapes[c]);

/** The page of a panel. The picture is the document that tt.picture returns. */
function picturePage(picture) {
  if (picture.format === 'html') return picture.text;
  const body = picture.format === 'svg' ? picture.text.replace(/^<\?xml[^>]*\?>\s*/, '') : `<pre>${escapeText(picture.text)}</pre>`;
  return `<!doctype html><html><head><meta charset="utf-8"></head><body style="background:#fff">${body}</body></html>`;
}

const ruleText = rule => `# ${rule.rule}\n\n${rule.summary}\n\n${rule.explanation}\n`;

module.exports = { serverSettings, picturePage, ruleText };
