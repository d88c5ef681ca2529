// Replaces the module `vscode` in the extension and in VS Code's client library: the API of the registered extension,
// which page.js stores before it loads them.
module.exports = globalThis.extensionApi;
