/* server.h: what the files of tt-lsp-server share. */
#ifndef TT_LSP_SERVER_H
#define TT_LSP_SERVER_H

extern const char tt_lsp_program[];

#endif
