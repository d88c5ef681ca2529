/* Edits of a document. The input is a text; a NUL byte ends it, and after it come edits: two bytes of position, one of
 * length, one of the length of new text, the new text. Requires that the document answers as a new one of the same
 * text after all edits and after some on the way. */
#include "fuzz.h"
#include "../property/document_state.h"

static void require_same(tta_document *edited, const tta_check_options *options) {
  tta_document *fresh = NULL;
  tta_buf found, expected;
  tta_buf_init(&found, NULL);
  tta_buf_init(&expected, NULL);
  tta_status status = tta_document_new(tta_document_name(edited), tta_document_text(edited), options, NULL, &fresh);
  REQUIRE(!status, "no document");
  REQUIRE(!put_document(&found, edited) && !put_document(&expected, fresh), "no answer");
  REQUIRE(found.size == expected.size && !memcmp(found.data, expected.data, found.size), "%.*s\n----\n%.*s",
          (int)found.size, found.data, (int)expected.size, expected.data);
  tta_buf_free(&found);
  tta_buf_free(&expected);
  tta_document_free(fresh);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  tta_check_options *options;
  tta_document *document;
  const uint8_t *end = size ? memchr(data, 0, size) : NULL;
  size_t text_size = end ? (size_t)(end - data) : size;
  fuzz_bytes edits = {end ? end + 1 : data + size, data + size};
  char *text = fuzz_copy(data, text_size);
  if (tta_check_options_new(NULL, &options)) abort();
  tta_check_options_set_split(options, true);
  tta_check_options_set_markdown(options, text_size && text[0] == '`');
  if (tta_document_new((tta_str){"fuzz", 4}, (tta_str){text, text_size}, options, NULL, &document)) abort();
  for (int i = 0; i < 16 && fuzz_more(&edits); i++) {
    uint32_t now = (uint32_t)tta_document_text(document).size;
    uint32_t begin = (fuzz_byte(&edits) << 8 | fuzz_byte(&edits)) % (now + 1);
    uint32_t length = fuzz_byte(&edits), added = fuzz_byte(&edits);
    if (length > now - begin) length = now - begin;
    if (added > (size_t)(edits.end - edits.at)) added = (uint32_t)(edits.end - edits.at);
    char *new_text = fuzz_copy(edits.at, added);
    edits.at += added;
    tta_status status = tta_document_edit(document, (tta_span){begin, begin + length}, (tta_str){new_text, added});
    REQUIRE(!status, "an edit of %u-%u in %u bytes fails", begin, begin + length, now);
    free(new_text);
    if (i % 4 == 3) require_same(document, options);
  }
  require_same(document, options);
  tta_document_free(document);
  tta_check_options_free(options);
  free(text);
  return 0;
}
