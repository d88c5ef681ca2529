/* Questions about maps that were answered before. */
#include "verify/questions.h"

enum { MAX_QUESTIONS = 1 << 12 }; /* then all are forgotten */

void tta_questions_init(tta_questions *q, const tta_allocator *allocator) {
  tta_strmap_init(&q->sound, allocator);
  tta_arena_init(&q->bytes, allocator);
}

void tta_questions_free(tta_questions *q) {
  tta_strmap_free(&q->sound);
  tta_arena_free(&q->bytes);
}

bool tta_question_is_sound(const tta_questions *q, tta_str question) {
  return tta_strmap_find(&q->sound, question) != NULL;
}

tta_status tta_question_set_sound(tta_questions *q, tta_str question) {
  if (q->sound.size == MAX_QUESTIONS) {
    tta_strmap_clear(&q->sound);
    tta_arena_free(&q->bytes);
  }
  tta_str kept = tta_arena_str(&q->bytes, question);
  return kept.data ? tta_strmap_set(&q->sound, kept, 0) : TTA_NO_MEMORY;
}
