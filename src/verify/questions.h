/* questions.h: questions that had an answer without a diagnostic. Many devices of a text ask the same about a map. */
#ifndef TTA_VERIFY_QUESTIONS_H
#define TTA_VERIFY_QUESTIONS_H

#include "base/arena.h"
#include "base/strmap.h"

typedef struct tta_questions {
  tta_strmap sound; /* the questions */
  tta_arena bytes;  /* of their texts */
} tta_questions;

void tta_questions_init(tta_questions *questions, const tta_allocator *allocator);
void tta_questions_free(tta_questions *questions);
/** Whether this was answered. The answer depends on the bytes of `question` alone. */
bool tta_question_is_sound(const tta_questions *questions, tta_str question);
/** Keeps a question; memory is bounded. */
tta_status tta_question_set_sound(tta_questions *questions, tta_str question);

#endif
