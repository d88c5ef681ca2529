/* The language server as a function: messages in, messages out. */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "failing.h"
#include "suite.h"
#include "ttattr/lsp.h"

#define OPEN(version, text)                                                                                            \
  "{'jsonrpc':'2.0','method':'textDocument/didOpen','params':{'textDocument':{'uri':'file:///a.mlir','languageId':"    \
  "'mlir','version':" version ",'text':'" text "'}}}"
#define CHANGE(version, changes)                                                                                       \
  "{'method':'textDocument/didChange','params':{'textDocument':{'uri':'file:///a.mlir','version':" version             \
  "},'contentChanges':[" changes "]}}"
#define RANGE(l1, c1, l2, c2)                                                                                          \
  "{'start':{'line':" #l1 ",'character':" #c1 "},'end':{'line':" #l2 ",'character':" #c2 "}}"
#define REQUEST(method, more)                                                                                          \
  "{'id':7,'method':'textDocument/" method "','params':{'textDocument':{'uri':'file:///a.mlir'}" more "}}"
#define AT(line, character) ",'position':{'line':" #line ",'character':" #character "}"
#define INITIALIZE(capabilities) "{'id':1,'method':'initialize','params':{'capabilities':{" capabilities "}}}"
#define FULL                                                                                                           \
  "'workspace':{'workspaceEdit':{'documentChanges':true}},'textDocument':{'publishDiagnostics':{"                     \
  "'relatedInformation':true,'dataSupport':true,'tagSupport':{'valueSet':[1]}},'codeAction':{"                         \
  "'codeActionLiteralSupport':{},'isPreferredSupport':true},'hover':{'contentFormat':['markdown']},"                   \
  "'documentSymbol':{'hierarchicalDocumentSymbolSupport':true}}"
#define IMAGES "'general':{'markdown':{'parser':'marked','allowedTags':['p','img']}},"
#define LAYOUT                                                                                                         \
  "#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, memref<8x16xf32, #tt.memory_space<l1>>>\\n"          \
  "%0 = \\\"t.a\\\"() : () -> tensor<64x128xf32, #layout>\\n"

static tta_lsp *server;
static tta_buf answers; /* all messages of the server so far, a line each */

static void setup(void) {
  ck_assert_int_eq(tta_lsp_new(NULL, &server), TTA_OK);
  tta_buf_init(&answers, NULL);
}
static void teardown(void) {
  tta_lsp_free(server);
  tta_buf_free(&answers);
}

/* Sends a message, written with ' in place of ". */
static tta_status send_to(tta_lsp *to, const char *message) {
  size_t size = strlen(message);
  char *copy = malloc(size + 1);
  for (size_t i = 0; i <= size; i++) copy[i] = message[i] == '\'' ? '"' : message[i];
  tta_status status = tta_lsp_receive(to, copy, size);
  free(copy);
  return status;
}

static void take(void) {
  for (tta_str m; (m = tta_lsp_next_message(server)).size;) {
    for (size_t i = 0; i < m.size; i++) tta_buf_char(&answers, m.data[i] == '"' ? '\'' : m.data[i]);
    tta_buf_char(&answers, '\n');
  }
  tta_buf_char(&answers, 0);
  answers.size--;
}

/* What the server answers to one message, and publishes after it. */
static const char *tell(const char *message) {
  answers.size = 0;
  ck_assert_int_eq(send_to(server, message), TTA_OK);
  ck_assert_int_eq(tta_lsp_publish(server), TTA_OK);
  take();
  return answers.data;
}

static void expect(const char *message, const char *part) {
  const char *found = tell(message);
  ck_assert_msg(strstr(found, part) != NULL, "%s\nanswer: %.2000s\nexpected: %s", message, found, part);
}

static void silent(const char *message) { ck_assert_str_eq(tell(message), ""); }

static void start(const char *capabilities) {
  char message[1024];
  snprintf(message, sizeof message, INITIALIZE("%s"), capabilities);
  expect(message, "'serverInfo'");
}

START_TEST(life) {
  expect(REQUEST("hover", AT(0, 0)), "{'jsonrpc':'2.0','id':7,'error':{'code':-32002,");
  silent(OPEN("1", "#x"));
  start("");
  expect(INITIALIZE(""), "'code':-32600");
  expect("{'id':'a\\n','method':'tt/x'}", "'id':'a\\n','error':{'code':-32601");
  expect("{'id':1.5,'method':'tt/x'}", "'id':1.5,");
  expect("{'id':9007199254740993,'method':'tt/x'}", "'id':9007199254740993,");
  silent("{'method':'$/setTrace','params':{'value':1.5,'a':-2e300}}");
  silent("{'id':3,'result':null}");
  expect("{]}", "'id':null,'error':{'code':-32700");
  expect("[1]", "'code':-32600");
  expect("{'id':7,'method':'textDocument/hover'}", "'code':-32602");
  expect("{'id':7,'method':'textDocument/hover','params':[1]}", "'code':-32602");
  silent("{'method':'textDocument/didOpen'}");
  ck_assert_int_eq(tta_lsp_exit_status(server), -1);
  expect("{'id':2,'method':'shutdown'}", "'id':2,'result':null");
  expect(REQUEST("hover", AT(0, 0)), "'code':-32600");
  silent("{'method':'exit'}");
  ck_assert_int_eq(tta_lsp_exit_status(server), 0);
  silent("{'id':2,'method':'shutdown'}");
}
END_TEST

START_TEST(exit_alone) {
  start("");
  silent("{'method':'exit'}");
  ck_assert_int_eq(tta_lsp_exit_status(server), 1);
}
END_TEST

/* One case for each way to offer encodings: what is chosen, and the column of an error after é and an emoji. */
START_TEST(encodings) {
  static const struct {
    const char *offered, *chosen, *start;
    int fixed;
  } cases[] = {
      {"", "utf-16", "'character':22", -1},
      {"'general':{'positionEncodings':[]}", "utf-16", "'character':22", -1},
      {"'general':{'positionEncodings':['utf-8','utf-16']}", "utf-16", "'character':22", -1},
      {"'general':{'positionEncodings':['utf-32','utf-8']}", "utf-8", "'character':25", -1},
      {"'general':{'positionEncodings':['utf-32']}", "utf-32", "'character':21", -1},
      {"'general':{'positionEncodings':['utf-16']}", "utf-8", "'character':25", TTA_COLUMN_BYTES},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char message[256], chosen[64];
    teardown();
    setup();
    if (cases[i].fixed >= 0) tta_lsp_set_position_encoding(server, (tta_column_unit)cases[i].fixed);
    snprintf(message, sizeof message, INITIALIZE("%s"), cases[i].offered);
    snprintf(chosen, sizeof chosen, "'positionEncoding':'%s'", cases[i].chosen);
    expect(message, chosen);
    expect(OPEN("1", "// x\\n\\\"\xc3\xa9\xf0\x9f\x98\x80\\\"() {g = #tt.grid<0x1>}"),
           cases[i].start);
  }
}
END_TEST

START_TEST(changes) {
  start("");
  expect(OPEN("1", "#g = #tt.grid<0x1>\\r\\n// \\ud83d"),
         "'version':1,'diagnostics':[{'range':{'start':{'line':0,'character':14}");
  expect(CHANGE("2", "{'range':" RANGE(0, 14, 0, 15) ",'text':'2'}"), "'version':2,'diagnostics':[]");
  expect(CHANGE("3", "{'range':" RANGE(0, 15, 0, 14) ",'text':'0'}"), "'grid-positive'");
  expect(CHANGE("4", "{'text':'#g = #tt.grid<1x1>\\n'},{'text':'#g = #tt.grid<1x0>\\n'}"), "got 1x0");
  expect(CHANGE("5", "{'range':" RANGE(-1, -1, 99999999999, 2147483647) ",'text':''}"), "'version':5,'diagnostics':[]");
  silent("{'method':'textDocument/didChange','params':{'textDocument':{'uri':'file:///b.mlir','version':2},"
         "'contentChanges':[{'text':'x'}]}}");
  expect(OPEN("1", "#g = #tt.grid<0x1>"), "grid-positive");
  expect("{'method':'textDocument/didClose','params':{'textDocument':{'uri':'file:///a.mlir'}}}",
         "'uri':'file:///a.mlir','diagnostics':[]}");
  expect(REQUEST("hover", AT(0, 0)), "'result':null");
}
END_TEST

/* Changes that arrive together are verified once. */
START_TEST(coalesced) {
  start("");
  tell(OPEN("1", "#g = #tt.grid<1x1>"));
  answers.size = 0;
  ck_assert(!tta_lsp_has_changes(server));
  send_to(server, CHANGE("2", "{'range':" RANGE(0, 14, 0, 15) ",'text':'0'}"));
  send_to(server, CHANGE("3", "{'range':" RANGE(0, 14, 0, 15) ",'text':'3'}"));
  send_to(server, REQUEST("hover", AT(0, 8)));
  ck_assert(tta_lsp_has_changes(server));
  ck_assert_int_eq(tta_lsp_publish(server), TTA_OK);
  take();
  ck_assert(strstr(answers.data, "'version':3,'diagnostics':[]") != NULL);
  ck_assert(strstr(answers.data, "'version':2") == NULL);
  ck_assert(strstr(answers.data, "grid 3x1") != NULL);
}
END_TEST

START_TEST(diagnostics) {
  start(FULL);
  expect(OPEN("1",
         "#a = #tt.grid<1x1>\\n#a = #tt.grid<1x1>"), "'relatedInformation':[{'location':{'uri':'file:///a.mlir'");
  tell("{'method':'workspace/didChangeConfiguration','params':{'settings':{'rules':{'tile-size':'off'}}}}");
  expect(OPEN("2", "!a = !tt.tile<8x8, f32>"), "'diagnostics':[]");
}
END_TEST

START_TEST(notes_in_message) {
  start("");
  expect(OPEN("1", "#a = #tt.grid<1x1>\\n#a = #tt.grid<1x1>"), "\\nnote: line 1: ");
}
END_TEST

START_TEST(hover) {
  start(FULL);
  tell(OPEN("1", LAYOUT "#g = #tt.grid<0x1>\\n// tt-opt: allow(tile-size)\\n"));
  expect(REQUEST("hover", AT(1, 45)), "`64x128` logical → `64x128` physical → `8x16` shard");
  expect(REQUEST("hover", AT(1, 45)), "`512` bytes a core, `32768` bytes in all");
  expect(REQUEST("hover", AT(3, 20)), "`tile-size`: ");
  expect(REQUEST("hover", AT(1, 4)), "'result':null");
  expect(REQUEST("hover", AT(900000, 900000)), "'result':null");
}
END_TEST

/* Of a layout, a value that has it, and a device; not of a grid, nor where the client shows no images. */
START_TEST(hover_pictures) {
  static const char picture[] = "![picture of the layout](data:image/svg+xml;charset=utf-8,%3C%3Fxml%20";
  const char *text = OPEN("1", LAYOUT "t.y %0\n#g = #tt.grid<2x4>\n#d = #tt.device<workerGrid = #tt.grid<8x8, "
                          "(d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>\n");
  start(IMAGES FULL);
  tell(text);
  expect(REQUEST("hover", AT(1, 45)), picture);
  expect(REQUEST("hover", AT(0, 2)), picture);
  expect(REQUEST("hover", AT(2, 5)), picture);
  expect(REQUEST("hover", AT(4, 2)), picture);
  ck_assert(!strstr(tell(REQUEST("hover", AT(3, 2))), "svg"));
  teardown();
  setup();
  start(FULL);
  tell(text);
  ck_assert(!strstr(tell(REQUEST("hover", AT(1, 45))), "svg"));
}
END_TEST

/* Of a value: its type with the figures; of an alias what it stands for; of a symbol and a block its first line. */
START_TEST(hover_names) {
  start(FULL);
  tell(OPEN("0", "%x = \\\"t.x\\\"() : () -> tensor<2x!tt.tile<32x32, f32>>\\n"));
  expect(REQUEST("hover", AT(0, 1)), "shape `2`"); /* the first request */
  tell(OPEN("1", LAYOUT "func.func @f(%a: i32) {\n  %b:2 = t.x %a : (i32) -> (i32, tensor<64x128xf32, #layout>)\n"
                 "  t.y %b#1, %b#0\n  cf.br ^e(%a : i32)\n^e(%c: i32):\n  call @f(%c) : (i32) -> ()\n  t.z %u\n}\n"
                 "#x = loc(\\\"é\\\")\\n"));
  expect(REQUEST("hover", AT(0, 2)), "'value':'`#layout` = `#tt.metal_layout<(d0, d1) -> (d0, d1), undef, <8x8>, ");
  ck_assert(strstr(answers.data, "uses: `2`") != NULL);
  expect(REQUEST("hover", AT(1, 1)), "'value':'`%0`: `tensor<64x128xf32, #layout>`  \\n`64x128` logical → ");
  expect(REQUEST("hover", AT(4, 8)), "'value':'`%b#1`: `tensor<64x128xf32, #layout>`");
  expect(REQUEST("hover", AT(4, 14)), "'value':'`%b#0`: `i32`  \\nuses: `2`");
  expect(REQUEST("hover", AT(5, 9)), "'value':'`^e`: `^e(%c: i32):`  \\nuses: `1`");
  expect(REQUEST("hover", AT(7, 8)), "'value':'`@f`: `func.func @f(%a: i32) {`");
  expect(REQUEST("hover", AT(8, 7)), "'value':'`%u`  \\nuses: `1`");
  expect(REQUEST("hover", AT(10, 1)), "'value':'`#x` = `loc(");
}
END_TEST

#define MODULE                                                                                                         \
  "module attributes {tt.system_desc = #tt.system_desc<[{arch = <wormhole_b0>, grid = 1x1, l1_size = 2048, "           \
  "num_dram_channels = 12, dram_channel_size = 1073741824, noc_l1_address_align_bytes = 16, "                          \
  "pcie_address_align_bytes = 32, noc_dram_address_align_bytes = 32, l1_unreserved_base = 1024, "                      \
  "erisc_l1_unreserved_base = 1024, dram_unreserved_base = 1024, dram_unreserved_end = 1073741824, "                   \
  "physical_cores = {worker = [0x0], dram = [1x0]}, supported_data_types = [<f32>], supported_tile_sizes = [32x32], "  \
  "num_cbs = 32}], [0], [3 : i32], [0x0x0x0]>} {}\\n"

/* Whether a shard fits the L1 of the system, without its reserved bytes. */
START_TEST(hover_l1) {
  start("");
  tell(OPEN("1", LAYOUT MODULE));
  expect(REQUEST("hover", AT(1, 45)), "\\nfits the L1 of the system: 50.0 % of 1024 bytes a core\\n");
  tell(CHANGE("2", "{'range':" RANGE(1, 28, 1, 31) ",'text':'192x'},{'range':" RANGE(0, 70, 0, 72) ",'text':'24x'}"));
  expect(REQUEST("hover", AT(1, 46)), "does not fit the L1 of the system: 150.0 % of 1024 bytes a core");
  tell(OPEN("3", LAYOUT "// -----\\n" MODULE));
  ck_assert(!strstr(tell(REQUEST("hover", AT(1, 45))), "the L1"));
}
END_TEST

#define DEVICE                                                                                                         \
  "tt.device @d = <workerGrid = #tt.grid<8x16, (d0, d1) -> (d1 floordiv 8, d0, d1 mod 8)>, meshShape = 1x2, "          \
  "chipIds = [0, 1]>\\n"

/* Of a device, and of the chips of a system. */
START_TEST(hover_unused_cores) {
  start("");
  tell(OPEN("1", LAYOUT DEVICE "#g = #tt.grid<2x4>\\n"));
  expect(REQUEST("hover", AT(1, 45)), "grid 8x8, 64 cores (64 unused), in l1");
  expect(REQUEST("hover", AT(3, 2)), "8 cores (120 unused)");
  ck_assert(!strstr(tell(REQUEST("hover", AT(2, 15))), "unused"));
  tell("{'method':'workspace/didChangeConfiguration','params':{'settings':{'systemDesc':'[2, 10x8]'}}}");
  expect(REQUEST("hover", AT(2, 15)), "128 cores (32 unused)");
  tell(OPEN("2", LAYOUT));
  expect(REQUEST("hover", AT(1, 45)), "grid 8x8, 64 cores (16 unused), in l1");
}
END_TEST

START_TEST(names) {
  start(FULL);
  tell(OPEN("1", LAYOUT "func.func @f() { call @f() }\\n"));
  expect(REQUEST("definition", AT(1, 45)), "'range':{'start':{'line':0,'character':0},'end':{'line':0,'character':7}}");
  expect(REQUEST("definition", AT(2, 23)), "'range':{'start':{'line':2,'character':10}");
  expect(REQUEST("references", AT(0, 2) ",'context':{'includeDeclaration':true}"), "'line':0,'character':0}");
  expect(REQUEST("documentHighlight", AT(0, 2)), "'kind':3},{'range'");
  expect(REQUEST("prepareRename", AT(0, 2)), "'placeholder':'#layout'");
  expect(REQUEST("rename", AT(0, 2) ",'newName':'#act'"),
         "'character':1},'end':{'line':0,'character':7}},'newText':'act'}");
  expect(REQUEST("rename", AT(0, 2) ",'newName':'layout'"), "'documentChanges'");
  expect(REQUEST("rename", AT(0, 2) ",'newName':'a b'"), "'a b' is not a valid alias name");
  expect(REQUEST("rename", AT(2, 2) ",'newName':'x'"), "'code':-32803");
  tell(CHANGE("2", "{'range':" RANGE(0, 0, 0, 0) ",'text':'#b = #tt.grid<1x1>\\n'}"));
  expect(REQUEST("rename", AT(1, 2) ",'newName':'b'"), "alias '#b' already exists");
  expect(REQUEST("documentSymbol", ""), "'name':'#layout','kind':14,'range'");
  tell(CHANGE("3", "{'text':'func.func @f(%a: i32) {\\n  %b:2 = t.x %a\\n  t.y %b#1, %a\\n  cf.br ^e\\n^e:\\n  return"
                   "\\n}\\n'}"));
  expect(REQUEST("definition", AT(2, 14)), "'start':{'line':0,'character':13}");
  expect(REQUEST("definition", AT(3, 9)), "'start':{'line':4,'character':0}");
  expect(REQUEST("references", AT(1, 3) ",'context':{'includeDeclaration':false}"), "'line':2,'character':6}");
  expect(REQUEST("prepareRename", AT(2, 8)), "'placeholder':'%b'");
  expect(REQUEST("rename", AT(2, 8) ",'newName':'%r'"),
         "{'start':{'line':2,'character':7},'end':{'line':2,'character':8}},'newText':'r'}");
  expect(REQUEST("rename", AT(2, 8) ",'newName':'a'"), "value '%a' already exists in this scope, at 1:14");
  expect(REQUEST("rename", AT(0, 11) ",'newName':'g'"), "'newText':'g'}");
  expect(REQUEST("completion", AT(2, 7)), "'label':'%b#0','kind':6");
  expect(REQUEST("documentSymbol", ""),
         "'name':'f','kind':12,'range':{'start':{'line':0,'character':0},'end':{'line':6");
}
END_TEST

/* Values with layouts are in their function, functions in their module. */
START_TEST(outline) {
  const char *text = LAYOUT "module @m {\nfunc.func @f(%a: i32, %b: tensor<64x128xf32, #layout>) {\n"
                     "  %c:2 = t.x %a : (i32) -> (i32, memref<2xf32, #tt.memory_space<l1>>)\n}\n}\n"
                     "func.func @g() {\n}\n";
  char message[2048];
  snprintf(message, sizeof message,
           "{'method':'textDocument/didOpen','params':{'textDocument':{'uri':'file:///a.mlir','text':'%s'}}}", text);
  start(FULL);
  tell(message);
  tell(REQUEST("documentSymbol", ""));
  static const char *const parts[] = {
      "[{'name':'#layout','kind':14,",  "'children':[]},{'name':'%0','detail':'tensor<64x128xf32, #layout>','kind':13,",
      "'children':[]},{'name':'m','kind':2,", "'children':[{'name':'f','kind':12,",
      "'children':[{'name':'%b','detail':'tensor<64x128xf32, #layout>','kind':13,",
      "'children':[]},{'name':'%c#1','detail':'memref<2xf32, #tt.memory_space<l1>>','kind':13,",
      "'children':[]}]}]},{'name':'g','kind':12,", "'children':[]}]}"};
  const char *at = answers.data;
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    const char *found = strstr(at, parts[i]);
    ck_assert_msg(found != NULL, "%s\nexpected: %s", at, parts[i]);
    at = found + strlen(parts[i]);
  }
}
END_TEST

START_TEST(edits) {
  start(FULL);
  tell(OPEN("1", "#s = #tt.memory_space< l1 >\\n#t = #tt.memory_space< l1 >\\n"));
  expect(REQUEST("formatting", ""), "'newText':'#tt.memory_space<l1>'},{");
  expect(REQUEST("rangeFormatting", ",'range':" RANGE(1, 0, 1, 9)), "[{'range':{'start':{'line':1,'character':5}");
  tell(OPEN("1", "  #s = #tt.memory_space<l2>\\n"));
  expect(REQUEST("codeAction", ",'range':" RANGE(0, 25, 0, 25)), "'title':'replace with 'l1'','kind':'quickfix'");
  expect(REQUEST("codeAction", ",'range':" RANGE(0, 25, 0, 25)), "// tt-opt: allow(unknown-keyword)\\n  '");
  expect(REQUEST("codeAction", ",'range':" RANGE(0, 25, 0, 25) ",'context':{'only':['source']}"),
         "'result':[{'title':'apply all fix-its of tt-opt','kind':'source.fixAll.tt-opt'");
  tell(OPEN("1", LAYOUT));
  expect(REQUEST("codeAction", ",'range':" RANGE(1, 45, 1, 45)), "'kind':'refactor.inline'");
}
END_TEST

START_TEST(structure) {
  start("");
  tell(OPEN("1", "#s = #tt.memory_space<l1>\\n// -----\\n#t = #tt.memory_space<\\n  l1>\\n"));
  expect(REQUEST("completion", AT(0, 22)), "'label':'l1','kind':20");
  expect(REQUEST("foldingRange", ""), "{'startLine':2,'endLine':3,'kind':'region'}");
  expect(REQUEST("selectionRange", ",'positions':[{'line':0,'character':22}]"), "'parent':{'range'");
}
END_TEST

#define COMMAND(name, argument)                                                                                        \
  "{'id':7,'method':'workspace/executeCommand','params':{'command':'" name "','arguments':[" argument "]}}"
#define SUBJECT(line, character) "{'uri':'file:///a.mlir','position':{'line':" #line ",'character':" #character "}"
#define WHOLE ",'range':" RANGE(0, 0, 99, 0)

START_TEST(shown) {
  start(FULL);
  tell(OPEN("1", LAYOUT));
  expect(REQUEST("inlayHint", WHOLE), "'label':'8x16, 512 B a core'");
  expect(REQUEST("inlayHint", WHOLE), "{'position':{'line':0,'character':");
  expect(REQUEST("inlayHint", WHOLE), "},{'position':{'line':1,'character':48},");
  expect(REQUEST("codeLens", ""), "'title':'show picture','command':'tt.picture','arguments':[{'uri':'file:///a.mlir'");
  expect(COMMAND("tt.picture", SUBJECT(0, 2) "}"), "{'format':'svg','text':'<?xml");
  expect(COMMAND("tt.picture", SUBJECT(1, 40) ",'view':'plane','format':'text'}"), "{'format':'text','text':'");
  expect(COMMAND("tt.picture", SUBJECT(1, 40) ",'view':'sphere'}"), "'code':-32602");
  expect(COMMAND("tt.picture", SUBJECT(2, 0) "}"), "there is no attribute at this position");
  expect(COMMAND("tt.layout", SUBJECT(0, 2) "}"), "'shard_bytes':512");
  expect(COMMAND("tt.rule", "'tile-size'"), "{'rule':'tile-size','summary':'");
  expect(COMMAND("tt.rule", "'no-rule'"), "there is no rule 'no-rule'");
  expect(COMMAND("tt.other", "1"), "'code':-32602");
  tell("{'method':'workspace/didChangeConfiguration','params':{'settings':{'inlayHints':5,'codeLens':false}}}");
  expect(REQUEST("inlayHint", WHOLE), "'result':[]");
  expect(REQUEST("codeLens", ""), "'result':[]");
  tell(CHANGE("2", "{'range':" RANGE(1, 28, 1, 30) ",'text':'60'}")); /* of 64 rows */
  expect(REQUEST("inlayHint", WHOLE), "% padding");
  tell(OPEN("3", "#d = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>"));
  expect(COMMAND("tt.picture", SUBJECT(0, 1) "}"), "<svg ");
}
END_TEST

static void store(void *user, tta_str html, uint64_t number, tta_buf *uri) {
  ck_assert(html.size > 100 && !number);
  *(int *)user += 1;
  tta_buf_str(uri, "file:///x.html");
}

START_TEST(page) {
  int pages = 0;
  tta_lsp_set_page_store(server, store, &pages);
  start("'window':{'showDocument':{'support':true}}");
  tell(OPEN("1", LAYOUT));
  expect(COMMAND("tt.picture", SUBJECT(0, 2) "}"), "'method':'window/showDocument','params':{'uri':'file:///x.html',");
  ck_assert_int_eq(pages, 1);
  tell(COMMAND("tt.picture", SUBJECT(0, 2) ",'format':'svg'}"));
  ck_assert_int_eq(pages, 1);
}
END_TEST

START_TEST(tokens) {
  start(FULL);
  tell(OPEN("1", "#a = #tt.grid<1x2>\\n%0 = \\\"t.a\\\"() {g = #a} : () -> tensor<2xf32>\\n"));
  expect(REQUEST("semanticTokens/full", ""), "'data':[0,0,2,1,1,0,5,8,0,0,0,9,3,4,0,1,0,2,7,0,0,5,5,10,0,"
         "0,9,1,2,0,0,4,2,1,0,0,12,6,0,0,0,7,1,4,0,0,2,3,0,0]");
  expect(REQUEST("semanticTokens/range", ",'range':" RANGE(1, 0, 2, 0)), "'data':[1,0,2,7,0,");
  tell(OPEN("2", "#d = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0]>"));
  expect(REQUEST("semanticTokens/full", ""), ",0,11,10,2,0,");
  /* a comment between the parts of a type, a symbol, a word, a block, a type of another dialect, a number, a string */
  tell(OPEN("3", "func.func private @f(tensor<2xf32, // c\\n #a>)\\n^b(%c: !llvm.ptr):\\nt.x 12 \\\"s\\\"\\n"));
  expect(REQUEST("semanticTokens/full", ""),
         "'data':[0,0,9,10,0,0,10,7,11,0,0,8,2,8,0,0,3,6,0,0,0,7,1,4,0,0,2,3,0,0,0,5,4,6,0,1,1,2,1,0,1,0,2,9,0,"
         "0,3,2,7,0,0,4,9,0,0,1,0,3,10,0,0,4,2,4,0,0,3,3,5,0]");
}
END_TEST

START_TEST(pulled) {
  start("'textDocument':{'diagnostic':{}},'workspace':{'diagnostics':{'refreshSupport':true},"
        "'inlayHint':{'refreshSupport':true},'codeLens':{'refreshSupport':true}}");
  const char *configure = "{'method':'workspace/didChangeConfiguration','params':{'settings':{'rules':{}}}}";
  silent(configure); /* there is no document */
  expect(OPEN("1", "#g = #tt.grid<0x1>"), "publishDiagnostics','params':{'uri':'file:///a.mlir','version':1,"
                                          "'diagnostics':[{");
  expect(REQUEST("diagnostic", ""), "{'kind':'full','resultId':'0.0','items':[{'range'");
  ck_assert_msg(strstr(answers.data, "publishDiagnostics','params':{'uri':'file:///a.mlir','diagnostics':[]}}") != NULL,
                "what was published is taken back: %s", answers.data);
  expect(REQUEST("diagnostic", ",'previousResultId':'0.0'"), "{'kind':'unchanged','resultId':'0.0'}");
  silent(CHANGE("2", "{'range':" RANGE(0, 14, 0, 15) ",'text':'2'}"));
  expect(REQUEST("diagnostic", ",'previousResultId':'0.0'"), "{'kind':'full','resultId':'0.1','items':[]}");
  expect(configure, "'id':1,'method':'workspace/diagnostic/refresh'}");
  expect(configure, "'id':5,'method':'workspace/inlayHint/refresh'}");
  expect("{'method':'workspace/didChangeWatchedFiles','params':{'changes':[]}}",
         "'id':9,'method':'workspace/codeLens/refresh'}");
  silent("{'id':9,'result':null}");
}
END_TEST

/* Of all open documents, and of those that were closed since. */
START_TEST(pulled_workspace) {
#define PULL(previous) "{'id':7,'method':'workspace/diagnostic','params':{'previousResultIds':[" previous "]}}"
  start("");
  expect(OPEN("1", "#g = #tt.grid<0x1>"), "publishDiagnostics");
  tell("{'method':'textDocument/didOpen','params':{'textDocument':{'uri':'file:///b.mlir','languageId':'mlir',"
       "'text':''}}}");
  expect(PULL(""), "{'items':[{'uri':'file:///a.mlir','version':1,'kind':'full','resultId':'0.0','items':[{'range'");
  ck_assert(strstr(answers.data, "'file:///b.mlir','version':null,'kind':'full','resultId':'1.0','items':[]}]}"));
  ck_assert(strstr(answers.data, "publishDiagnostics','params':{'uri':'file:///a.mlir','diagnostics':[]}}"));
  expect(PULL("{'uri':'file:///b.mlir','value':'1.0'},{'uri':'file:///a.mlir','value':'0.0'}"),
         "{'items':[{'uri':'file:///a.mlir','version':1,'kind':'unchanged','resultId':'0.0'},{'uri':'file:///b.mlir',"
         "'version':null,'kind':'unchanged','resultId':'1.0'}]}");
  tell("{'method':'textDocument/didClose','params':{'textDocument':{'uri':'file:///b.mlir'}}}");
  expect(PULL("{'uri':'file:///b.mlir','value':'1.0'}"),
         "{'uri':'file:///b.mlir','version':null,'kind':'full','items':[]}]}");
  expect(PULL("{'value':'1.0'}"), "'code':-32602");
#undef PULL
}
END_TEST

START_TEST(workspace) {
  start("");
  tell(OPEN("1", LAYOUT "func.func @main() {}\\n"));
  expect("{'id':7,'method':'workspace/symbol','params':{'query':'MN'}}",
         "[{'name':'main','kind':12,'location':{'uri':'file:///a.mlir'");
  expect("{'id':7,'method':'workspace/symbol','params':{'query':'zz'}}", "'result':[]");
}
END_TEST

START_TEST(signatures) {
  start("");
  tell(OPEN("1", "#g = #tt.grid<1x2, \\n"));
  expect(REQUEST("signatureHelp", AT(0, 15)), "'label':'#tt.grid<shape, ");
  expect(REQUEST("signatureHelp", AT(0, 15)), "'activeParameter':0}");
  expect(REQUEST("signatureHelp", AT(0, 19)), "'activeParameter':1}");
  expect(REQUEST("signatureHelp", AT(0, 2)), "'result':null");
  tell(OPEN("2", "#d = #tt.device<workerGrid = #tt.grid<8x8, (d0, d1) -> (0, d0, d1)>, meshShape = 1, chipIds = [0"));
  expect(REQUEST("signatureHelp", AT(0, 84)), "'activeParameter':1}");
  expect(REQUEST("signatureHelp", AT(0, 97)), "'label':'#tt.device<");
  tell(OPEN("3", "ttcore.device @d = <workerGrid = "));
  expect(REQUEST("signatureHelp", AT(0, 33)), "'label':'ttcore.device<");
  tell(OPEN("4", "tt.device @d = <workerGrid = "));
  expect(REQUEST("signatureHelp", AT(0, 29)), "'label':'tt.device<");
}
END_TEST

static void find(void *user, tta_str uri, tta_buf *toml) {
  ck_assert_uint_eq(uri.size, strlen("file:///a.mlir"));
  tta_buf_str(toml, *(const char **)user);
}

static void read_file(void *user, tta_str uri, tta_str path, tta_buf *text) {
  (void)user, (void)uri;
  if (path.size == 8 && !memcmp(path.data, "chip.txt", 8)) tta_buf_str(text, "wormhole_b0");
}

#define CONFIGURE(settings)                                                                                            \
  "{'method':'workspace/didChangeConfiguration','params':{'settings':{'tt-opt':{" settings "}}}}"

#define LAYOUT4                                                                                                        \
  "%0 = \\\"t.a\\\"() : () -> tensor<2x3x4x32xf32, #tt.metal_layout<(d0, d1, d2, d3) -> (d0, d1, d2, d3), "            \
  "undef, <1x1x1x1>, memref<2x3x4x32xf32, #tt.memory_space<l1>>>>\\n"

/* Settings apply to open documents; those of the file come after those of the client. */
START_TEST(configured) {
  const char *file = "";
  tta_lsp_set_configuration(server, find, &file);
  start("");
  expect(OPEN("1", "!a = !tt.tile<8x8, f32>"), "'code':'tile-size'");
  expect(CONFIGURE("'rules':{'tile-size':'off'}"), "'diagnostics':[]");
  expect(CONFIGURE("'rules':{'tile-size':'remark'}"), "'severity':3");
  expect(CONFIGURE("'rules':{}"), "'severity':2");
  file = "[rules]\ntile-size = \"error\"\n";
  expect("{'method':'workspace/didChangeWatchedFiles','params':{'changes':[]}}", "'severity':1");
  file = "era = \"2024-06-01\"\n";
  expect(OPEN("2", "#l = #ttcore.memory_space<l1>"), "'diagnostics':[{");
  file = "";
  expect(OPEN("4", LAYOUT4), "'diagnostics':[]");
  file = "target = \"ttnn\"\n";
  expect(OPEN("5", LAYOUT4), "'code':'ttnn-grid-rank'");
  file = "";
  expect(CONFIGURE("'era':20250231"), "the setting era is ignored: ");
  expect(CONFIGURE("'era':-1"), "the setting era is ignored: ");
  expect(CONFIGURE("'target':'ttnm'"), "the setting target is ignored: ");
  expect(OPEN("6", "#l = #tt.memory_space<l1>"), "'diagnostics':[]");
  expect(CONFIGURE("'era':'latest'"), "'diagnostics':[{");
  expect(CONFIGURE("'era':0"), "'diagnostics':[]");
  file = "era = ";
  expect(OPEN("3", "#l = #ttcore.memory_space<l1>"), "'method':'window/showMessage','params':{'type':2,");
}
END_TEST

/* A name, a file, or neither. */
START_TEST(configured_system) {
  const char *file = "system-desc = \"wormhole_b0\"\n", *fits = "fits the L1 of the system: 0.0 % of 1";
  tta_lsp_set_configuration(server, find, &file);
  tta_lsp_set_file_reader(server, read_file, NULL);
  start("");
  tell(OPEN("1", LAYOUT));
  expect(REQUEST("hover", AT(1, 45)), fits);
  file = "system-desc = \"chip.txt\"\n";
  tell(OPEN("2", LAYOUT));
  expect(REQUEST("hover", AT(1, 45)), fits);
  file = "";
  tell(OPEN("3", LAYOUT));
  ck_assert(!strstr(tell(REQUEST("hover", AT(1, 45))), "the L1"));
  file = "system-desc = \"other.txt\"\n";
  expect(OPEN("4", LAYOUT), "'method':'window/showMessage'");
  tell(CONFIGURE("'systemDesc':'wormhole_b0'"));
  expect(REQUEST("hover", AT(1, 45)), fits);
}
END_TEST

START_TEST(watched) {
  const char *file = "";
  const char *capabilities = "'workspace':{'didChangeWatchedFiles':{'dynamicRegistration':true}}";
  start(capabilities);
  silent("{'method':'initialized','params':{}}"); /* there are no files */
  teardown();
  setup();
  tta_lsp_set_configuration(server, find, &file);
  start(capabilities);
  expect("{'method':'initialized','params':{}}",
         "'method':'client/registerCapability','params':{'registrations':[{'id':'configuration-files','method':"
         "'workspace/didChangeWatchedFiles','registerOptions':{'watchers':[{'globPattern':'**/.tt-opt.toml'}]}}]}}");
  silent("{'id':'watch','result':null}");
}
END_TEST

START_TEST(limited) {
  start("");
  tell(CONFIGURE("'maxDiagnostics':2"));
  expect(OPEN("1", "!a = !tt.tile<8x8, f32>\\n!b = !tt.tile<8x8, f32>\\n#c = #tt.grid<0x1>\\n!d = !tt.tile<8x8, f32>"),
         "'severity':1,'code':'grid-positive'");
  expect(CONFIGURE("'maxDiagnostics':2"),
         "{'range':{'start':{'line':1,'character':14},'end':{'line':1,'character':14}},'severity':3,"
         "'source':'tt-opt','message':'2 more diagnostics are not shown'}]");
  expect(CONFIGURE("'maxDiagnostics':3"), "'message':'1 more diagnostic is not shown'}]");
  ck_assert_ptr_null(strstr(tell(CONFIGURE("'maxDiagnostics':4")), "not shown"));
  ck_assert_ptr_null(strstr(tell(CONFIGURE("'maxDiagnostics':0")), "not shown"));
}
END_TEST

/* Diagnostics of memory plans on request, their fix-its, and none of a text with errors. */
START_TEST(memory) {
  static const char placed[] =
      "func.func @f() {\\n  %a = memref.alloc() {address = 1495056, alignment = 16} : "
      "memref<1x1x32x32xf32, #ttcore.shard<128x4, 1>, #ttcore.memory_space<l1>>\\n  t.use %a\\n}";
  char open[600];
  snprintf(open, sizeof open, OPEN("1", "%s"), placed);
  start("'textDocument':{'codeAction':{'codeActionLiteralSupport':{}}}");
  expect(open, "'diagnostics':[]");
  expect(CONFIGURE("'memory':true"), "'diagnostics':[{'range':{'start':{'line':1,'character':2},'end':{'line':1,"
                                     "'character':4}},'severity':2,'code':'memory-bounds'");
  expect(CONFIGURE("'memory':true,'rules':{'memory-bounds':'error'}"), "'severity':1,'code':'memory-bounds'");
  expect("{'id':9,'method':'textDocument/codeAction','params':{'textDocument':{'uri':'file:///a.mlir'},'range':{"
         "'start':{'line':1,'character':2},'end':{'line':1,'character':2}},'context':{'diagnostics':[]}}}",
         "'newText':'1024'");
  expect("{'method':'textDocument/didChange','params':{'textDocument':{'uri':'file:///a.mlir','version':2},"
         "'contentChanges':[{'range':{'start':{'line':1,'character':34},'end':{'line':1,'character':41}},"
         "'text':'1024'}]}}",
         "'diagnostics':[]");
  expect(CONFIGURE("'memory':false"), "'diagnostics':[]");
}
END_TEST

START_TEST(requested_settings) {
  start("'workspace':{'configuration':true}");
  expect("{'method':'initialized','params':{}}",
         "'id':'settings','method':'workspace/configuration','params':{'items':[{'section':'tt-opt'}]}}");
  tell(OPEN("1", "!a = !tt.tile<8x8, f32>"));
  silent("{'id':'settings','result':null}");
  silent("{'id':'settings','error':{'code':1,'message':''}}");
  silent("{'id':'other','result':[{'rules':{'tile-size':'off'}}]}");
  expect("{'id':'settings','result':[{'rules':{'tile-size':'off'}}]}", "'diagnostics':[]");
}
END_TEST

#define ACTIONS(line, character, kind)                                                                                 \
  REQUEST("codeAction", ",'range':" RANGE(line, character, line, character) ",'context':{'only':['" kind "']}")

START_TEST(rewritten) {
  start("'textDocument':{'codeAction':{'codeActionLiteralSupport':{}}}");
  tell(OPEN("1", "// x\\n#grid = #tt.grid<1x1>\\n%0 = \\\"t.a\\\"() {g = #tt.grid<2x2>} : () -> ()\\n"));
  expect(ACTIONS(2, 24, "refactor.extract"), "'title':'introduce the alias #grid1'");
  expect(ACTIONS(2, 24, "refactor.extract"), "'newText':'#grid1 = #tt.grid<2x2>\\n'},{'range':{'start':{'line':2,"
                                             "'character':18},'end':{'line':2,'character':31}},'newText':'#grid1'}");
  expect(ACTIONS(1, 12, "refactor.extract"), "'result':[]");
  tell(OPEN("2", "// x\\n%0 = \\\"t.a\\\"() {g = #tt.grid<2x2>} : () -> ()\\n"));
  expect(ACTIONS(1, 24, "refactor.extract"), "'start':{'line':1,'character':0}");
  tell(OPEN("3", LAYOUT));
  expect(ACTIONS(1, 30, "refactor.rewrite"), "'title':'write in the syntax of 2025-06-");
  expect(ACTIONS(1, 30, "refactor.rewrite"), "#ttcore.metal_layout<logical_shape = 64x128");
  expect(ACTIONS(0, 30, "refactor.rewrite"), "'result':[]");
  expect(ACTIONS(0, 0, "source.migrate.tt-opt"), "'title':'migrate all attributes to 20");
  expect(ACTIONS(0, 0, "source"), "'kind':'source.migrate.tt-opt'");
  tell(OPEN("4", "#a = #ttnn.shape<2>\n"));
  expect(ACTIONS(0, 0, "source.migrate"), "'result':[]");
}
END_TEST

#define SELECTED(l1, c1, l2, c2, more)                                                                                 \
  REQUEST("codeAction", ",'range':" RANGE(l1, c1, l2, c2) ",'context':{'only':['refactor.rewrite.migrate']" more "}")

START_TEST(migrated_selection) {
  start("'textDocument':{'codeAction':{'codeActionLiteralSupport':{},'disabledSupport':true}}");
  tell(OPEN("1", "#l1 = #tt.memory_space<l1>\\n#d = #tt.memory_space<dram>\\n"
                 "#layout = #tt.metal_layout<(d0, d1) -> (d0, d1), undef, <1x1>, memref<64x64xf32, #l1>>\\n"
                 "\\\"t.a\\\"() {x = #layout, y = tensor<64x64xf32, #layout>, z = #d} : () -> ()\\n"
                 "\\\"t.b\\\"() {v = #tt<buffer_access alias>} : () -> tensor<64x64xf32, #layout>\\n"));
  /* the aliases that are used, and the other tensor whose type changes; #d and the line without an equivalent stay */
  const char *found = tell(SELECTED(3, 24, 3, 30, ""));
  ck_assert_ptr_nonnull(strstr(found, "'title':'migrate the selection to 20"));
  ck_assert_ptr_nonnull(strstr(found, "'kind':'refactor.rewrite.migrate'"));
  ck_assert_ptr_nonnull(strstr(found, "'newText':'#ttcore.memory_space<l1>'"));
  ck_assert_ptr_null(strstr(found, "#ttcore.memory_space<dram>"));
  ck_assert_ptr_nonnull(strstr(found, "'start':{'line':4,'character':47}"));
  expect(SELECTED(1, 0, 1, 5, ""), "'newText':'#ttcore.memory_space<dram>'");
  /* the first date on which it is not read, and the latest */
  expect(SELECTED(3, 24, 3, 30, ""), "'title':'migrate the selection to 2025-06-1");
  expect(SELECTED(4, 0, 4, 40, ""), "'disabled':{'reason':'buffer_access does not exist on 20");
  expect(SELECTED(1, 0, 1, 5, ",'triggerKind':2"), "'result':[]");
  expect(SELECTED(1, 0, 1, 0, ""), "'result':[]");
  expect(ACTIONS(0, 0, "source.migrate.tt-opt"), "'disabled':{'reason':'");
  tell("{'method':'workspace/didChangeConfiguration','params':{'settings':{'era':20250618}}}");
  expect(SELECTED(3, 24, 3, 30, ""), "'title':'migrate the selection to 2025-06-18'");
}
END_TEST

START_TEST(migrated_constraint) {
  start("'textDocument':{'codeAction':{'codeActionLiteralSupport':{}}}");
  tell(OPEN("1", "#any = #tt.operand_constraint<dram|l1>\\n"
                 "\\\"t.a\\\"() {operand_constraints = [#any], k = 1} : () -> ()\\n"
                 "\\\"t.b\\\"() {operand_constraints = [#any]} : () -> ()\\n"));
  /* the definition stays while another key uses it */
  const char *found = tell(SELECTED(1, 0, 1, 40, ""));
  const char *removed = "{'start':{'line':1,'character':9},'end':{'line':1,'character':39}},'newText':''";
  ck_assert_ptr_nonnull(strstr(found, removed));
  ck_assert_ptr_null(strstr(found, "'line':0"));
  expect(SELECTED(0, 0, 2, 40, ""), "{'start':{'line':0,'character':0},'end':{'line':1,'character':0}},'newText':''");
}
END_TEST

static tta_status dialogue(const tta_allocator *allocator, const void *given) {
  static const char *const messages[] = {
      INITIALIZE(IMAGES FULL), OPEN("1", LAYOUT "#s = #tt.memory_space<l2>\\n"), REQUEST("hover", AT(1, 45)),
      CHANGE("2", "{'range':" RANGE(0, 0, 0, 0) ",'text':'// x\\n'}"), REQUEST("codeAction",
         ",'range':" RANGE(3, 24, 3, 24)),
      REQUEST("rename", AT(1, 2) ",'newName':'act'"), REQUEST("completion", AT(3, 22)), REQUEST("formatting", ""),
      REQUEST("documentSymbol", ""), REQUEST("foldingRange", ""), REQUEST("inlayHint", WHOLE),
      REQUEST("codeLens", ""), COMMAND("tt.picture", SUBJECT(1, 2) "}"), COMMAND("tt.layout", SUBJECT(1, 2) "}"),
      REQUEST("semanticTokens/full", ""), REQUEST("diagnostic", ""), REQUEST("signatureHelp", AT(3, 22)),
      "{'id':7,'method':'workspace/diagnostic','params':{'previousResultIds':[{'uri':'file:///b','value':''}]}}",
      "{'id':7,'method':'workspace/symbol','params':{'query':'l'}}",
      REQUEST("codeAction", ",'range':" RANGE(2, 30, 2, 30)),
      SELECTED(1, 0, 2, 60, ""), REQUEST("references", AT(1, 2)),
      REQUEST("selectionRange", ",'positions':[{'line':1,'character':22}]"), "{'id':2,'method':'shutdown'}",
  };
  tta_lsp *s;
  (void)given;
  tta_status status = tta_lsp_new(allocator, &s), first = status;
  for (size_t i = 0; !status && i < sizeof messages / sizeof *messages; i++) {
    tta_status one = send_to(s, messages[i]);
    if (!one) one = tta_lsp_publish(s);
    ck_assert(one == TTA_OK || one == TTA_NO_MEMORY);
    if (one) first = one;
    while (tta_lsp_next_message(s).size) continue;
  }
  tta_lsp_free(s);
  return first;
}

/* 100,000 edits with their diagnostics and hovers: the text toggles between two states, and after each of them the same
 * bytes are live. */
START_TEST(flat_memory) {
  enum { EDITS = 100000, SHOWN = 100 };
  static const char *const toggle[] = {CHANGE("2", "{'range':" RANGE(3, 0, 3, 0) ",'text':'#g = #tt.grid<0x1>\\n'}"),
                                       CHANGE("3", "{'range':" RANGE(3, 0, 4, 0) ",'text':''}")};
  failing count = {0};
  tta_allocator allocator = failing_allocator(&count);
  tta_lsp *s;
  size_t live[2] = {0}, most = 0;
  ck_assert_int_eq(tta_lsp_new(&allocator, &s), TTA_OK);
  ck_assert_int_eq(send_to(s, INITIALIZE("")), TTA_OK);
  ck_assert_int_eq(send_to(s, OPEN("1", LAYOUT "// -----\\n")), TTA_OK);
  for (int i = 0; i < EDITS; i++) {
    ck_assert_int_eq(send_to(s, toggle[i % 2]), TTA_OK);
    ck_assert_int_eq(tta_lsp_publish(s), TTA_OK);
    if (i % SHOWN < 2) ck_assert_int_eq(send_to(s, REQUEST("hover", AT(1, 45))), TTA_OK);
    while (tta_lsp_next_message(s).size) continue;
    if (i < 2 * SHOWN && count.live_bytes > most) most = count.live_bytes;
    if (i % SHOWN < 2 && live[i % 2] && i > 2 * SHOWN) ck_assert_uint_eq(count.live_bytes, live[i % 2]);
    if (i % SHOWN < 2) live[i % 2] = count.live_bytes;
    if (i >= 2 * SHOWN) ck_assert_uint_le(count.live_bytes, most);
  }
  tta_lsp_free(s);
  ck_assert_uint_eq(count.live, 0);
  ck_assert_uint_eq(count.live_bytes, 0);
}
END_TEST

START_TEST(no_memory) { each_request_fails(dialogue, NULL, TTA_OK); }
END_TEST

int main(void) {
  return RUN_SUITE_WITH("lsp", setup, teardown, life, exit_alone, encodings, changes, coalesced, diagnostics,
                        notes_in_message, hover, hover_pictures, hover_names, hover_l1, hover_unused_cores,
                        names, outline, edits, structure, shown, page, tokens, pulled, pulled_workspace, workspace,
                        signatures, rewritten, migrated_selection, migrated_constraint, configured,
                        configured_system, watched, limited, memory, requested_settings, flat_memory, no_memory);
}
