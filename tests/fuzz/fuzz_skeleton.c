/* The skeleton of any text: offsets ascend, mates are symmetrical and nested, the marks are the tokens, and the queries
 * agree with them. */
#include "fuzz.h"
#include "text/skeleton.h"

static void check_mates(const tta_skeleton *s) {
  for (uint32_t i = 0; i < s->num_marks; i++) {
    const tta_mark *m = &s->marks[i];
    bool opens = m->kind == TTA_MARK_OPEN;
    REQUIRE(!i || s->marks[i - 1].offset < m->offset, "mark %u", i);
    if ((!opens && m->kind != TTA_MARK_CLOSE) || m->mate == TTA_NO_MARK) continue;
    REQUIRE(m->mate < s->num_marks && s->marks[m->mate].mate == i && (m->mate > i) == opens, "mark %u", i);
    REQUIRE(tta_closing_of(s->text.data[s->marks[opens ? i : m->mate].offset]) ==
            s->text.data[s->marks[opens ? m->mate : i].offset], "mark %u", i);
    if (!opens) { /* the pair around it */
      uint32_t around = tta_mark_enclosing(s, m->mate, 0);
      while (around != TTA_NO_MARK && s->marks[around].mate == TTA_NO_MARK) around = tta_mark_enclosing(s, around, 0);
      REQUIRE(around == TTA_NO_MARK || s->marks[around].mate > i, "mark %u", i);
    }
  }
}

static void check_tokens(const tta_skeleton *s) {
  uint32_t mark = 0, name = TTA_NO_MARK, at = 0;
  tta_tokens tokens = tta_tokens_of(s->text.data, s->text.data + s->text.size);
  for (tta_token t; tta_token_next(&tokens, &t);) {
    uint32_t begin = (uint32_t)(t.begin - s->text.data), end = (uint32_t)(t.end - s->text.data);
    bool code = t.kind != TTA_MARK_STRING && t.kind != TTA_MARK_COMMENT && t.kind != TTA_MARK_RESOURCES;
    for (; at < end; at++) REQUIRE(tta_is_code(s, at) == (at < begin || code), "byte %u", at);
    if (t.kind == TTA_MARK_OTHER) continue;
    REQUIRE(mark < s->num_marks && s->marks[mark].offset == begin && s->marks[mark].kind == t.kind, "mark %u", mark);
    REQUIRE(tta_mark_text(s, mark).size == end - begin, "mark %u", mark);
    REQUIRE(tta_mark_before(s, begin + 1) == mark && tta_mark_before(s, begin) == (mark ? mark - 1 : TTA_NO_MARK),
            "mark %u", mark);
    if (t.kind == TTA_MARK_NAME) {
      name = tta_mark_next_name(s, name);
      REQUIRE(name == mark, "name %u", mark);
    }
    mark++;
  }
  REQUIRE(mark == s->num_marks && tta_mark_next_name(s, name) == TTA_NO_MARK, "%u marks", mark);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text = fuzz_copy(data, size);
  tta_skeleton s;
  REQUIRE(!tta_skeleton_read((tta_str){text, size}, (tta_span){0, (uint32_t)size}, NULL, &s), "no memory");
  check_mates(&s);
  check_tokens(&s);
  tta_skeleton_free(&s, NULL);
  free(text);
  return 0;
}
