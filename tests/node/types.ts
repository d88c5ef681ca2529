// The types of what tt-lsp-server sends, for the JSON schema that its messages are validated with.
import * as p from 'vscode-languageserver-protocol';

export interface Messages {
  initialize: p.InitializeResult<string>;
  hover: p.Hover | null;
  formatting: p.TextEdit[] | null;
  codeAction: p.CodeAction[] | null;
  definition: p.Location | null;
  references: p.Location[] | null;
  documentHighlight: p.DocumentHighlight[] | null;
  prepareRename: { range: p.Range; placeholder: string } | null;
  rename: p.WorkspaceEdit | null;
  documentSymbol: p.DocumentSymbol[] | p.SymbolInformation[];
  symbol: p.SymbolInformation[];
  completion: p.CompletionList | null;
  foldingRange: p.FoldingRange[];
  selectionRange: p.SelectionRange[];
  inlayHint: p.InlayHint[];
  codeLens: p.CodeLens[];
  semanticTokens: p.SemanticTokens;
  executeCommand: p.LSPAny;
  diagnostic: p.DocumentDiagnosticReport;
  signatureHelp: p.SignatureHelp | null;
  publishDiagnostics: p.PublishDiagnosticsParams;
  showDocument: p.ShowDocumentParams;
  showMessage: p.ShowMessageParams;
  configuration: p.ConfigurationParams;
  registerCapability: p.RegistrationParams;
}
