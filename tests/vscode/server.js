// Replaces `server.js` of the extension: a page has no PATH.
module.exports = { PROGRAM: 'tt-lsp-server', chooseServer: program => ({ program }) };
