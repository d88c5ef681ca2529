/* Two threads with separate documents over all texts: the results are those of one thread, and the threads do not share
 * data that one of them writes (checked by the thread sanitizer in scripts/test). */
#include <pthread.h>

#include "diag/check_options.h"
#include "text_files.h"
#include "ttattr/draw.h"
#include "ttattr/memory.h"
#include "ttattr/protocol.h"

enum { THREADS = 2 };

typedef struct job {
  const text_list *texts;
  size_t first; /* where this thread begins; it goes once round */
  uint64_t *digest; /* of each text */
  size_t results;
} job;

/* FNV-1a (Fowler, Noll, Vo). */
static void mix(uint64_t *digest, const void *data, size_t size) {
  for (size_t i = 0; i < size; i++) *digest = (*digest ^ ((const unsigned char *)data)[i]) * UINT64_C(0x100000001b3);
}

static void mix_buf(uint64_t *digest, tta_buf *buf) {
  mix(digest, buf->data, buf->size);
  tta_buf_free(buf);
}

static void mix_check(job *j, uint64_t *digest, const tta_check *check) {
  const tta_results *found = tta_check_results(check);
  for (size_t i = 0; i < tta_results_num_diagnostics(found); i++) {
    const tta_diagnostic *d = tta_results_diagnostic(found, i);
    mix(digest, &d->span, sizeof d->span);
    mix(digest, d->message.data, d->message.size);
    j->results++;
  }
  for (size_t i = 0; i < tta_results_num_edits(found); i++) {
    tta_edit edit = tta_results_edit(found, i);
    mix(digest, edit.text.data, edit.text.size);
    j->results++;
  }
}

static void verify(job *j, tta_str text, uint64_t *digest) {
  tta_source source;
  tta_check_options options;
  tta_check *check;
  tta_buf json;
  tta_buf_init(&json, NULL);
  tta_source_init(&source, (tta_str){"text", 4}, text, NULL);
  tta_check_options_init(&options);
  options.split = true;
  options.json = &json;
  if (tta_check_text(&source, &options, &check)) abort();
  mix_check(j, digest, check);
  mix_buf(digest, &json);
  tta_check_free(check);
  tta_source_free(&source);
}

static void lay_out(job *j, tta_str text, uint64_t *digest) {
  tta_source source;
  tta_check_options options;
  tta_layouts *layouts;
  tta_buf reason;
  tta_source_init(&source, (tta_str){"text", 4}, text, NULL);
  tta_check_options_init(&options);
  tta_buf_init(&reason, NULL);
  tta_status status = tta_layouts_read(&source, TTA_LAYOUTS_FILE, &options, &layouts, &reason);
  for (size_t i = 0; !status && i < tta_layouts_num_entries(layouts); i++) {
    tta_picture picture = {.layout = tta_layouts_entry(layouts, i)->layout, .format = TTA_PICTURE_TEXT};
    tta_buf drawn;
    tta_buf_init(&drawn, NULL);
    tta_draw(&picture, &drawn, &reason);
    mix_buf(digest, &drawn);
    j->results++;
  }
  mix_buf(digest, &reason);
  tta_layouts_free(layouts);
  tta_source_free(&source);
}

static void plan(job *j, tta_str text, uint64_t *digest) {
  tta_source source;
  tta_memory_plan_options options;
  tta_memory_plan *plan;
  tta_buf json;
  tta_buf_init(&json, NULL);
  tta_source_init(&source, (tta_str){"text", 4}, text, NULL);
  tta_memory_plan_options_init(&options);
  tta_memory_plan_new(&source, &options, &plan, NULL);
  if (plan) tta_memory_plan_json(plan, &json);
  j->results += plan != NULL;
  mix_buf(digest, &json);
  tta_memory_plan_free(plan);
  tta_source_free(&source);
}

static void replay(uint64_t *digest) {
  static const char trace[] =
      "{\"max_size\":4096,\"min_alloc\":32,\"align\":32,\"offset\":0,\"search\":\"best\",\"impl\":\"free_list_opt\"}\n"
      "{\"op\":\"alloc\",\"size\":100,\"bottom_up\":true}\n{\"op\":\"stats\"}\n";
  tta_source source;
  tta_replay *replay;
  tta_buf out;
  tta_buf_init(&out, NULL);
  tta_source_init(&source, (tta_str){"trace", 5}, (tta_str){trace, sizeof trace - 1}, NULL);
  if (tta_replay_new(&source, NULL, &replay)) abort();
  tta_buf_bytes(&out, tta_replay_answers(replay).data, tta_replay_answers(replay).size);
  mix_buf(digest, &out);
  tta_replay_free(replay);
  tta_source_free(&source);
}

static void *work(void *user) {
  job *j = user;
  for (size_t i = 0; i < j->texts->count; i++) {
    size_t at = (j->first + i) % j->texts->count;
    uint64_t *digest = &j->digest[at];
    *digest = UINT64_C(0xcbf29ce484222325);
    verify(j, j->texts->items[at], digest);
    lay_out(j, j->texts->items[at], digest);
    plan(j, j->texts->items[at], digest);
    replay(digest);
  }
  return NULL;
}

static job new_job(const text_list *texts, size_t first) {
  return (job){.texts = texts, .first = first, .digest = calloc(texts->count, sizeof(uint64_t))};
}

int main(int argc, char **argv) {
  text_list texts = all_texts(argc > 1 ? argv[1] : NULL);
  pthread_t threads[THREADS];
  job jobs[THREADS], alone = new_job(&texts, 0);
  for (size_t t = 0; t < THREADS; t++) {
    jobs[t] = new_job(&texts, t * texts.count / 3); /* they meet on other texts than where they began */
    if (pthread_create(&threads[t], NULL, work, &jobs[t])) return 1;
  }
  for (size_t t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
  work(&alone);
  int faults = texts.count < 100 || alone.results < texts.count;
  for (size_t t = 0; t < THREADS; t++) {
    for (size_t i = 0; i < texts.count; i++) {
      if (jobs[t].digest[i] == alone.digest[i]) continue;
      printf("thread %zu has another result for:\n%.*s\n", t,
             (int)(texts.items[i].size < 2000 ? texts.items[i].size : 2000), texts.items[i].data);
      faults++;
    }
    free(jobs[t].digest);
  }
  free(alone.digest);
  printf("threads: %zu cases, seed 0 (%zu results each)\n", texts.count, alone.results);
  free_texts(&texts);
  return faults != 0;
}
